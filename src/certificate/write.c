/* write.c -- see write.h. */
#include <config.h>

#include "certificate/write.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- Text. ---- */

static void
text_append (struct certificate_text *text, const char *bytes, size_t length)
{
  vec_reserve (text->arena, &text->bytes, (uint64_t) text->bytes.count + length);
  if (length > 0)
    memcpy (text->bytes.at + text->bytes.count, bytes, length);
  text->bytes.count += (uint32_t) length;
}

void
text_print (struct certificate_text *text, const char *format, ...)
{
  char line[128];
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  assert (length >= 0 && (size_t) length < sizeof line);
  text_append (text, line, (size_t) length);
}

void
text_print_ranges (struct certificate_text *text, const uint32_t *numbers, uint32_t count)
{
  for (uint32_t i = 0; i < count;)
    {
      uint32_t end = i + 1;
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
  memset (writer, 0, sizeof *writer);
  writer->file = file;
  writer->digest = XXH3_createState ();
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
  if (length == 0)
    return;
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
  XXH128_hash_t hash = XXH3_128bits_digest (writer->digest);
  /* Without it, nobody will take it for whole. */
  if (!writer->failed)
    fprintf (writer->file, "end %u %016llx%016llx\n", (unsigned) writer->lines,
             (unsigned long long) hash.high64, (unsigned long long) hash.low64);
}

/* ---- Tables. ---- */

static const char letters[WRITER_TABLES] = { 's', 'f', 't', 'a' };

void
writer_init_tables (struct writer *writer, struct arena *arena)
{
  static const char *const first[WRITER_TABLES] = { "", "0 0 0", "0", "0" };
  for (uint32_t t = 0; t < WRITER_TABLES; t++)
    {
      names_init (&writer->tables[t], arena);
      names_intern (&writer->tables[t], first[t], strlen (first[t]));
      writer->written[t] = 1;
    }
}

uint32_t
writer_number (struct writer *writer, enum writer_table table,
               const struct certificate_text *text)
{
  struct names *names = &writer->tables[table];
  name_id id = names_intern (names, text->bytes.at ? text->bytes.at : "",
                             text->bytes.count);
  /* Also what an unwinding kept from being written. */
  while (writer->written[table] < names->entries.count)
    {
      const struct name_entry *entry = &names->entries.at[writer->written[table]++];
      char start[2] = { letters[table], ' ' };
      writer_put (writer, start, 2);
      writer_put (writer, entry->bytes, entry->length);
      writer_put (writer, "\n", 1);
    }
  return id.index;
}
