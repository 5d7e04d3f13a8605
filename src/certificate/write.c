/* write.c -- see write.h. */
#include <config.h>

#include "certificate/write.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- Text. ---- */

void
text_print (struct certificate_text *text, const char *format, ...)
{
  char line[128];
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  assert (length >= 0 && (size_t) length < sizeof line);
  for (int i = 0; i < length; i++)
    *vec_push (text->arena, &text->bytes) = line[i];
}

void
text_print_number (struct certificate_text *text, uint32_t number)
{
  text_print (text, "%s%u", text->bytes.count > 0 ? " " : "", (unsigned) number);
}

void
text_print_ranges (struct certificate_text *text, const uint32_t *numbers, uint32_t count)
{
  for (uint32_t i = 0; i < count;)
    {
      uint32_t end = i + 1;
      assert (i == 0 || numbers[i - 1] < numbers[i]);
      while (end < count && numbers[end] == numbers[end - 1] + 1)
        end++;
      text_print (text, end - i > 1 ? "%s%u-%u" : "%s%u", i ? "," : "",
                  (unsigned) numbers[i], (unsigned) numbers[end - 1]);
      i = end;
    }
}

/* ---- The file. ---- */

bool
writer_init (struct writer *writer, FILE *file)
{
  assert (file);
  *writer = (struct writer){ .file = file, .digest = XXH3_createState () };
  if (writer->digest)
    XXH3_128bits_reset (writer->digest);
  return writer->digest != NULL;
}

void
writer_clear (struct writer *writer)
{
  XXH3_freeState (writer->digest);
}

void
writer_put (struct writer *writer, const char *bytes, size_t length)
{
  assert (length > 0);
  fwrite (bytes, 1, length, writer->file);
  XXH3_128bits_update (writer->digest, bytes, length);
  writer->bytes += length;
  for (size_t i = 0; i < length; i++)
    writer->lines += bytes[i] == '\n';
}

void
writer_print (struct writer *writer, const char *format, ...)
{
  char *line;
  va_list arguments;
  va_start (arguments, format);
  int length = vasprintf (&line, format, arguments);
  va_end (arguments);
  if (length < 0)
    {
      writer->failed = true;
      return;
    }
  writer_put (writer, line, (size_t) length);
  free (line);
}

void
writer_seal (struct writer *writer)
{
  assert (writer->lines > 0 || writer->failed); /* the head was written */
  XXH128_hash_t hash = XXH3_128bits_digest (writer->digest);
  /* A file without its last line is refused. */
  if (!writer->failed)
    fprintf (writer->file, "end %u %016llx%016llx\n", (unsigned) writer->lines,
             (unsigned long long) hash.high64, (unsigned long long) hash.low64);
}

/* ---- Tables. ---- */

/* The word that begins a line of the table, and the texts that are predefined: two in
   WRITER_PLACES, which no other place has. */
static const struct
{
  const char *word, *known[2];
} tables[WRITER_TABLES] = { [WRITER_LOCKS] = { "s ", { "" } },
                            [WRITER_SUMMARIES] = { "f ", { "0 0 0" } },
                            [WRITER_TUPLES] = { "t ", { "0" } },
                            [WRITER_SETS] = { "a ", { "0" } },
                            [WRITER_PLACES] = { "place ", { "end", "wrong" } },
                            [WRITER_PLACE_SETS] = { "places ", { NULL } },
                            [WRITER_VALUES] = { "value ", { NULL } } };

void
writer_init_tables (struct writer *writer, struct arena *arena)
{
  for (uint32_t t = 0; t < WRITER_TABLES; t++)
    {
      assert (writer->written[t] == 0);
      names_init (&writer->tables[t], arena);
      for (uint32_t i = 0; i < 2 && tables[t].known[i]; i++)
        {
          names_intern (&writer->tables[t], tables[t].known[i],
                        strlen (tables[t].known[i]));
          writer->written[t]++;
        }
    }
}

uint32_t
writer_number (struct writer *writer, enum writer_table table,
               const struct certificate_text *text)
{
  struct names *names = &writer->tables[table];
  assert (writer->written[table] <= names->entries.count);
  name_id id
    = names_intern (names, text->bytes.at ? text->bytes.at : "", text->bytes.count);
  /* Several entries if memory ran out after interning. */
  while (writer->written[table] < names->entries.count)
    {
      const struct name_entry *entry = &names->entries.at[writer->written[table]++];
      writer_put (writer, tables[table].word, strlen (tables[table].word));
      writer_put (writer, entry->bytes, entry->length);
      writer_put (writer, "\n", 1);
    }
  return id.index;
}
