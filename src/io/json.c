/* json.c -- see json.h. */
#include <config.h>

#include "io/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Did a request of jansson fail?  A mutable global, because its allocator is one. */
static bool ran_out;

void *
json_allocate (size_t size)
{
  void *block = malloc (size);
  ran_out = ran_out || !block;
  return block;
}

void
json_watch_memory (void)
{
  json_set_alloc_funcs (json_allocate, free);
}

json_t *
json_lost (void)
{
  ran_out = true;
  return NULL;
}

bool
json_ran_out (void)
{
  bool result = ran_out;
  ran_out = false;
  return result;
}

json_t *
json_text (const char *text)
{
  assert (text);
  json_t *string = json_string (text);
  if (string)
    return string;
  size_t length = strlen (text), used = 0;
  char *clean = json_allocate (3 * length + 1);
  if (!clean)
    return NULL;
  uint32_t bytes;
  for (size_t i = 0; i < length; i += bytes)
    {
      bool broken = text_next (text + i, length - i, &bytes) == TEXT_BROKEN;
      size_t size = broken ? 3 : bytes;
      memcpy (clean + used, broken ? "\xEF\xBF\xBD" : text + i, size);
      used += size;
    }
  assert (used <= 3 * length);
  string = json_stringn (clean, used);
  free (clean);
  return string;
}

json_t *
json_record (const char *kind, const char *path)
{
  assert (kind && path);
  json_t *object = json_object ();
  json_object_set_new (object, "schema", json_integer (1));
  json_object_set_new (object, "kind", json_string (kind));
  json_object_set_new (object, "file", json_text (path));
  return object;
}

char *
json_line (json_t *object)
{
  const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION (15);
  char *text = object ? json_dumps (object, flags) : NULL;
  assert (!text || !strchr (text, '\n'));
  json_decref (object);
  if (json_ran_out ())
    {
      free (text);
      return NULL;
    }
  return text;
}

enum status
json_print_line (FILE *file, json_t *object)
{
  assert (file);
  char *text = json_line (object);
  if (!text)
    {
      fputs ("phaselock: not enough memory for a JSON record\n", stderr);
      return STATUS_INTERNAL;
    }
  fputs (text, file);
  fputc ('\n', file);
  /* So a reader of the stream, or of what a killed program left, gets whole lines. */
  fflush (file);
  free (text);
  return STATUS_FINE;
}
