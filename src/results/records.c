/* records.c -- see records.h. */
#include <config.h>

#include "results/records.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/store.h"

/* No record is longer: an endless file is not read for ever. */
#define RECORDS_LINE_LIMIT ((size_t) 1 << 28)

static void
print_path (const struct records *records)
{
  if (strcmp (records->path, "-") == 0)
    fputs ("standard input", stderr);
  else
    text_print_safe (stderr, records->path, strlen (records->path));
}

/* FILE:LINE: SEVERITY: WHAT; what is wrong may quote the file. */
static void
complain (const struct records *records, const char *severity, const char *what)
{
  print_path (records);
  if (records->line > 0)
    fprintf (stderr, ":%llu", (unsigned long long) records->line);
  fprintf (stderr, ": %s: ", severity);
  text_print_safe (stderr, what, strlen (what));
  fputc ('\n', stderr);
}

static bool
give_up (struct records *records, const char *what)
{
  complain (records, "error", what);
  records->failed = true;
  return false;
}

bool
records_open (struct records *records, const char *path)
{
  assert (path);
  *records = (struct records){ .path = path };
  records->file = strcmp (path, "-") == 0 ? stdin : fopen (path, "re");
  if (!records->file)
    return give_up (records, strerror (errno));
  const char *why = NULL;
  if (store_recognizes (records->file))
    records->store = store_open (path, &why);
  return !why || give_up (records, why);
}

/* ---- Lines. ---- */

static bool
grow_line (struct records *records)
{
  size_t capacity = records->capacity ? 2 * records->capacity : 4096;
  char *text = realloc (records->text, capacity);
  if (!text)
    return give_up (records, "not enough memory for this line");
  records->text = text;
  records->capacity = capacity;
  return true;
}

/* The next record of an SQLite file, as if it were a line. */
static bool
read_row (struct records *records)
{
  const char *text, *why;
  size_t length;
  if (!store_next (records->store, &text, &length, &why))
    return why ? give_up (records, why) : false;
  if (memchr (text, '\n', length) || length > RECORDS_LINE_LIMIT)
    return give_up (records, "a record is one line of at most 256 MB");
  while (records->capacity < length)
    if (!grow_line (records))
      return false;
  memcpy (records->text, text, length);
  records->length = length;
  return true;
}

/* The next line, without its newline; WHOLE: it had one.  False at the end. */
static bool
read_line (struct records *records, bool *whole)
{
  records->length = 0;
  records->line++;
  *whole = records->store != NULL;
  if (records->store)
    return read_row (records);
  int c;
  errno = 0;
  while ((c = getc_unlocked (records->file)) != EOF && c != '\n')
    {
      if (records->length == records->capacity && !grow_line (records))
        return false;
      if (records->length == RECORDS_LINE_LIMIT)
        return give_up (records, "this line is longer than 256 MB: not a record");
      records->text[records->length++] = (char) c;
    }
  *whole = c == '\n';
  if (ferror (records->file))
    {
      records->line = 0;
      return give_up (records, strerror (errno));
    }
  return *whole || records->length > 0;
}

static bool
is_blank (const struct records *records)
{
  for (size_t i = 0; i < records->length; i++)
    if (!strchr (" \t\r", records->text[i]) || records->text[i] == '\0')
      return false;
  return true;
}

/* ---- Records. ---- */

/* No JSON: the writer's last words, or an error. */
static bool
refuse_text (struct records *records, const json_error_t *error, bool whole)
{
  if (!whole)
    {
      records->torn = true;
      complain (records, "warning", "the last line is torn and left out; the program "
                                    "that wrote it was stopped");
      return false;
    }
  char what[sizeof error->text + 64];
  snprintf (what, sizeof what, "not JSON: %s (column %d)", error->text, error->column);
  return give_up (records, what);
}

/* The next line that is not blank, as JSON. */
static bool
read_json (struct records *records)
{
  json_decref (records->json);
  records->json = NULL;
  bool whole;
  do
    if (!read_line (records, &whole))
      return false;
  while (is_blank (records));
  json_error_t error;
  records->json
    = json_loadb (records->text, records->length, JSON_REJECT_DUPLICATES, &error);
  return records->json || refuse_text (records, &error, whole);
}

/* The journal of a batch (FILE.part) begins with what the batch is about. */
static bool
is_journal_header (const struct records *records)
{
  const char *kind = json_string_value (json_object_get (records->json, "kind"));
  return records->line == 1 && kind && strcmp (kind, "batch") == 0
         && !json_object_get (records->json, "pattern");
}

bool
records_next (struct records *records, struct record *record)
{
  assert (records->file && !records->failed && !records->torn);
  do
    if (!read_json (records))
      return false;
  while (is_journal_header (records));
  char buffer[256];
  const char *wrong = record_check (record, records->json, buffer, sizeof buffer);
  if (wrong)
    return give_up (records, wrong);
  if (!record->decided && !records->allow_undecided)
    return give_up (records, "there is no \"verdict\": this query was listed, not "
                             "decided");
  return true;
}

enum status
records_close (struct records *records)
{
  json_decref (records->json);
  store_close (records->store);
  if (records->file && records->file != stdin)
    fclose (records->file);
  free (records->text);
  enum status status = records->failed ? STATUS_BAD_INPUT : STATUS_FINE;
  *records = (struct records){ .path = records->path };
  return status;
}
