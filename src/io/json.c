/* json.c -- see json.h. */
#include <config.h>

#include "io/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

json_t *
json_text (const char *text)
{
  json_t *string = json_string (text);
  if (string)
    return string;
  static const char replacement[] = "\xEF\xBF\xBD";
  size_t length = strlen (text);
  char *clean = malloc (3 * length + 1);
  if (!clean)
    return NULL;
  size_t used = 0;
  for (size_t i = 0; i < length;)
    {
      uint32_t bytes = text_utf8_length (text + i, length - i);
      memcpy (clean + used, bytes ? text + i : replacement, bytes ? bytes : 3);
      used += bytes ? bytes : 3;
      i += bytes ? bytes : 1;
    }
  string = json_stringn (clean, used);
  free (clean);
  return string;
}

json_t *
json_record (const char *kind, const char *path)
{
  json_t *object = json_object ();
  json_object_set_new (object, "schema", json_integer (1));
  json_object_set_new (object, "kind", json_string (kind));
  json_object_set_new (object, "file", json_text (path));
  return object;
}

char *
json_line (json_t *object)
{
  char *text = object ? json_dumps (object, JSON_COMPACT | JSON_REAL_PRECISION (15)) : NULL;
  json_decref (object);
  return text;
}

enum status
json_print_line (FILE *file, json_t *object)
{
  char *text = json_line (object);
  if (!text)
    {
      fputs ("phaselock: not enough memory for a JSON record\n", stderr);
      return STATUS_INTERNAL;
    }
  fputs (text, file);
  fputc ('\n', file);
  /* A record counts as soon as it is there: whoever reads the stream, or kills
     the program, has whole lines. */
  fflush (file);
  free (text);
  return STATUS_FINE;
}
