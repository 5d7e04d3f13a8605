/* sarif_places.c -- texts and places of a SARIF log; see sarif_parts.h. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "explain/position.h"
#include "explain/program_source.h"
#include "io/json.h"
#include "results/sarif_parts.h"

json_t *
sarif_message (const char *text)
{
  assert (text);
  char *escaped = json_allocate (2 * strlen (text) + 1);
  if (!escaped)
    return NULL;
  char *end = escaped;
  for (const char *c = text; *c; c++)
    {
      if (*c == '{' || *c == '}')
        *end++ = *c;
      else if (*c == ']' && c[1] == '(')
        *end++ = '\\';
      *end++ = *c;
    }
  assert ((size_t) (end - escaped) <= 2 * strlen (text));
  *end = 0;
  json_t *object = json_object ();
  json_object_set_new (object, "text", json_text (escaped));
  free (escaped);
  return object;
}

static bool
is_unreserved (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
         || (c && strchr ("-._~", c));
}

char *
sarif_uri (const char *path, size_t length)
{
  static const char absolute[] = "file://";
  char *uri = json_allocate (3 * length + sizeof absolute);
  if (!uri)
    return NULL;
  char *end = uri;
  if (length > 0 && path[0] == '/')
    end = stpcpy (uri, absolute);
  for (size_t i = 0; i < length; i++)
    if (is_unreserved (path[i]) || path[i] == '/')
      *end++ = path[i];
    else
      end += sprintf (end, "%%%02X", (unsigned) (unsigned char) path[i]);
  assert ((size_t) (end - uri) < 3 * length + sizeof absolute);
  *end = 0;
  return uri;
}

/* PATH, of a file that is there: as it is seen from the root if it is below, else as it
   is.  To be freed; null: there is no such file, or no memory. */
static char *
seen_from_root (const struct sarif *sarif, const char *path)
{
  char *whole = realpath (path, NULL);
  size_t length = sarif->root ? strlen (sarif->root) : 0;
  assert (*path);
  if (whole && length > 0 && strncmp (whole, sarif->root, length) == 0
      && (whole[length] == '/' || length == 1))
    memmove (whole, whole + length + (length > 1), strlen (whole + length));
  return whole;
}

/* Where the file at PATH is, {"uri": ...}; "uriBaseId", too, if that is below the root.
 */
static json_t *
locate_file (struct sarif *sarif, const char *path)
{
  bool is_stdin = strcmp (path, "-") == 0;
  char *seen = is_stdin ? NULL : seen_from_root (sarif, path);
  const char *shown = is_stdin ? "stdin" : seen ? seen : path;
  char *uri = sarif_uri (shown, strlen (shown));
  json_t *location = json_object ();
  if (!uri)
    sarif->failed = true;
  else
    json_object_set_new (location, "uri", json_string (uri));
  if (seen && *seen != '/')
    json_object_set_new (location, "uriBaseId", json_string (SARIF_ROOT));
  free (uri);
  free (seen);
  return location;
}

json_t *
sarif_artifact (struct sarif *sarif, const char *path, size_t length,
                const char *language)
{
  char *name = json_allocate (length + 1);
  if (!name)
    {
      sarif->failed = true;
      return NULL;
    }
  assert (length > 0 && length <= strlen (path));
  *stpncpy (name, path, length) = 0;
  json_t *known = json_object_get (sarif->paths, name);
  if (!known)
    {
      known = locate_file (sarif, name);
      json_object_set_new_nocheck (sarif->paths, name, known);
      const char *uri = json_string_value (json_object_get (known, "uri"));
      json_t *place = uri ? json_object_get (sarif->places, uri) : NULL;
      if (uri && !place)
        {
          place = json_integer ((json_int_t) json_array_size (sarif->artifacts));
          json_object_set_new (sarif->places, uri, place);
          json_t *object = json_pack ("{s:o}", "location", json_copy (known));
          if (language)
            json_object_set_new (object, "sourceLanguage", json_string (language));
          json_array_append_new (sarif->artifacts, object);
        }
      json_object_set (known, "index", place);
    }
  free (name);
  return json_incref (known);
}

json_t *
sarif_region (uint32_t line, uint32_t column)
{
  json_t *object = json_pack ("{s:i}", "startLine", (int) line);
  if (column > 0)
    json_object_set_new (object, "startColumn", json_integer (column));
  return object;
}

const char *
sarif_language (const char *path, size_t length)
{
  return length > 5 && memcmp (path + length - 5, ".java", 5) == 0 ? "java" : NULL;
}

json_t *
sarif_program_place (struct sarif *sarif, const struct provenance *from,
                     const char *class_name, const char *text,
                     const struct position *position, struct arena *arena)
{
  assert (from && position->file > 0 && position->file <= strlen (text));
  const char *path = program_source_guess (from, class_name, text, position->file, arena);
  json_t *place = json_pack (
    "{s:o}", "artifactLocation",
    sarif_artifact (sarif, path, strlen (path), sarif_language (path, strlen (path))));
  if (position->line > 0)
    json_object_set_new (place, "region",
                         sarif_region (position->line, position->column));
  return place;
}

json_t *
sarif_class_place (struct sarif *sarif, const struct provenance *from,
                   struct arena *arena)
{
  const char *dot = strrchr (from->subject, '.');
  assert (*from->subject);
  const char *name = dot ? dot + 1 : from->subject;
  const char *file = arena_format (arena, "%.*s.java", (int) strcspn (name, "$"), name);
  struct position whole = { strlen (file), 0, 0 };
  return sarif_program_place (sarif, from, from->subject, file, &whole, arena);
}

json_t *
sarif_model_place (struct sarif *sarif, const struct ir_subject *subject, uint32_t offset,
                   struct arena *arena)
{
  const char *path = subject->source.path;
  if (subject->provenance)
    return sarif_class_place (sarif, subject->provenance, arena);
  struct source_place place = source_place (&subject->source, offset);
  return json_pack ("{s:o,s:o}", "artifactLocation",
                    sarif_artifact (sarif, path, strlen (path), "eml"), "region",
                    sarif_region (place.line, place.column));
}

json_t *
sarif_physical_place (struct sarif *sarif, const struct ir_subject *subject,
                      uint32_t offset, name_id from, struct arena *arena)
{
  struct position position;
  const char *text
    = from.index != NAME_NONE.index ? names_text (&subject->names, from) : NULL;
  if (!text || !position_parse (text, &position))
    return sarif_model_place (sarif, subject, offset, arena);
  if (subject->provenance)
    {
      const struct provenance_statement *statement
        = provenance_find (subject->provenance, offset);
      return sarif_program_place (sarif, subject->provenance,
                                  statement ? statement->class_name
                                            : subject->provenance->subject,
                                  text, &position, arena);
    }
  return json_pack (
    "{s:o,s:o}", "artifactLocation",
    sarif_artifact (sarif, text, position.file, sarif_language (text, position.file)),
    "region", sarif_region (position.line, position.column));
}
