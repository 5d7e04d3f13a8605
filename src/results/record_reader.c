/* record_reader.c -- see record_reader.h. */
#include <config.h>

#include "results/record_reader.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/store.h"

/* No record is longer: an endless file is not read for ever. */
#define LINE_LIMIT ((size_t) 1 << 28)

void
record_reader_print_origin (const char *path, uint64_t line)
{
  if (strcmp (path, "-") == 0)
    path = "standard input";
  text_print_safe (stderr, path, strlen (path));
  if (line > 0)
    fprintf (stderr, ":%llu", (unsigned long long) line);
}

/* FILE:LINE: SEVERITY: WHAT; what is wrong may quote the file. */
static void
complain (const struct record_reader *reader, const char *severity, const char *what)
{
  record_reader_print_origin (reader->path, reader->line);
  fprintf (stderr, ": %s: ", severity);
  text_print_safe (stderr, what, strlen (what));
  fputc ('\n', stderr);
}

static bool
give_up (struct record_reader *reader, const char *what)
{
  assert (!reader->failed);
  complain (reader, "error", what);
  reader->failed = true;
  return false;
}

bool
record_reader_open (struct record_reader *reader, const char *path)
{
  assert (path);
  *reader = (struct record_reader){ .path = path };
  reader->file = strcmp (path, "-") == 0 ? stdin : fopen (path, "re");
  if (!reader->file)
    return give_up (reader, strerror (errno));
  const char *why = NULL;
  if (store_recognizes (reader->file))
    reader->store = store_open (path, &why);
  return !why || give_up (reader, why);
}

/* ---- Lines. ---- */

static bool
grow_line (struct record_reader *reader)
{
  size_t capacity = reader->capacity ? 2 * reader->capacity : 4096;
  char *text = realloc (reader->text, capacity);
  if (!text)
    return give_up (reader, "not enough memory for this line");
  assert (capacity > reader->length);
  reader->text = text;
  reader->capacity = capacity;
  return true;
}

/* The next record of an SQLite file, as if it were a line. */
static bool
read_row (struct record_reader *reader)
{
  const char *text, *why;
  size_t length;
  assert (reader->store);
  if (!store_next (reader->store, &text, &length, &why))
    return why ? give_up (reader, why) : false;
  if (memchr (text, '\n', length) || length > LINE_LIMIT)
    return give_up (reader, "a record is one line of at most 256 MB");
  while (reader->capacity < length)
    if (!grow_line (reader))
      return false;
  memcpy (reader->text, text, length);
  reader->length = length;
  return true;
}

/* The next line, without its newline; WHOLE: it had one.  False at the end. */
static bool
read_line (struct record_reader *reader, bool *whole)
{
  reader->length = 0;
  reader->line++;
  *whole = reader->store != NULL;
  if (reader->store)
    return read_row (reader);
  int c;
  errno = 0;
  while ((c = getc_unlocked (reader->file)) != EOF && c != '\n')
    {
      if (reader->length == reader->capacity && !grow_line (reader))
        return false;
      if (reader->length == LINE_LIMIT)
        return give_up (reader, "this line is longer than 256 MB: not a record");
      assert (reader->length < reader->capacity);
      reader->text[reader->length++] = (char) c;
    }
  *whole = c == '\n';
  if (ferror (reader->file))
    {
      reader->line = 0;
      return give_up (reader, strerror (errno));
    }
  return *whole || reader->length > 0;
}

static bool
is_blank (const struct record_reader *reader)
{
  for (size_t i = 0; i < reader->length; i++)
    if (!strchr (" \t\r", reader->text[i]) || reader->text[i] == '\0')
      return false;
  return true;
}

/* ---- Records. ---- */

/* No JSON: the writer's last words, or an error. */
static bool
refuse_text (struct record_reader *reader, const json_error_t *error, bool whole)
{
  if (!whole)
    {
      reader->torn = true;
      complain (reader, "warning",
                "the last line is incomplete and left out; the "
                "program that wrote it was stopped");
      return false;
    }
  char what[sizeof error->text + 64];
  snprintf (what, sizeof what, "not JSON: %s (column %d)", error->text, error->column);
  return give_up (reader, what);
}

/* The next line that is not blank, as JSON. */
static bool
read_json (struct record_reader *reader)
{
  json_decref (reader->json);
  reader->json = NULL;
  bool whole;
  do
    if (!read_line (reader, &whole))
      return false;
  while (is_blank (reader));
  json_error_t error;
  reader->json
    = json_loadb (reader->text, reader->length, JSON_REJECT_DUPLICATES, &error);
  return reader->json || refuse_text (reader, &error, whole);
}

/* The journal of a batch (FILE.part) begins with what the batch is about. */
static bool
is_journal_header (const struct record_reader *reader)
{
  const char *kind = json_string_value (json_object_get (reader->json, "kind"));
  return reader->line == 1 && kind && strcmp (kind, "batch") == 0
         && !json_object_get (reader->json, "pattern")
         && !json_object_get (reader->json, "question");
}

bool
record_reader_next (struct record_reader *reader, struct record *record)
{
  assert (reader->file && !reader->failed && !reader->torn);
  do
    if (!read_json (reader))
      return false;
  while (is_journal_header (reader));
  char buffer[256];
  const char *wrong = record_check (record, reader->json, buffer, sizeof buffer);
  if (wrong)
    return give_up (reader, wrong);
  if (!record->decided && !reader->allow_undecided)
    return give_up (reader, "there is no \"verdict\": this query was listed, not "
                            "decided");
  assert (record->json == reader->json);
  return true;
}

enum status
record_reader_close (struct record_reader *reader)
{
  json_decref (reader->json);
  store_close (reader->store);
  if (reader->file && reader->file != stdin)
    fclose (reader->file);
  free (reader->text);
  enum status status = reader->failed ? STATUS_BAD_INPUT : STATUS_FINE;
  *reader = (struct record_reader){ .path = reader->path };
  return status;
}
