/* lsp_findings.c -- see lsp_findings.h.
 *
 * Lines of the protocol are counted from 0, and places on a line in units of UTF-16;
 * those of lint and SARIF from 1, in characters.  A diagnostic reaches to the end of its
 * line, since no finding is about a part of one.
 */
#include <config.h>

#include "cli/lsp_findings.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/json.h"
#include "results/sarif.h"

/* ---- Files. ---- */

char *
lsp_path_of (const char *uri)
{
  static const char scheme[] = "file://";
  if (strncmp (uri, scheme, strlen (scheme)) != 0)
    return NULL;
  const char *from = uri + strlen (scheme);
  char *path = json_allocate (strlen (from) + 1), *to = path;
  for (; path && *from; from++)
    {
      unsigned value;
      if (*from == '%' && isxdigit ((unsigned char) from[1])
          && isxdigit ((unsigned char) from[2]) && sscanf (from + 1, "%2x", &value) == 1)
        {
          *to++ = (char) value;
          from += 2;
        }
      else
        *to++ = *from;
    }
  if (path)
    *to = 0;
  return path;
}

char *
lsp_uri_of (const char *path)
{
  assert (*path == '/');
  return sarif_uri (path, strlen (path));
}

/* All of the file at PATH, to be freed; null: it cannot be read. */
static char *
read_file (const char *path)
{
  FILE *file = fopen (path, "re");
  char *text = NULL;
  size_t size = 0;
  if (file && getdelim (&text, &size, 0, file) < 0)
    {
      free (text);
      text = NULL;
    }
  if (file)
    fclose (file);
  return text;
}

/* ---- Places. ---- */

/* Line NUMBER, from 1, of TEXT, which may be null. */
static const char *
line_at (const char *text, json_int_t number)
{
  assert (number >= 1);
  for (; text && number > 1; number--)
    {
      text = strchr (text, '\n');
      text += text != NULL;
    }
  return text ? text : "";
}

/* A position of the protocol: COLUMN, in characters from 1, of line NUMBER of TEXT. */
static json_t *
position (const char *text, json_int_t number, json_int_t column)
{
  const char *line = line_at (text, number);
  json_int_t units = 0;
  assert (column >= 1);
  uint32_t bytes;
  for (json_int_t i = 1; i < column && *line && *line != '\n'; i++, line += bytes)
    units += text_next (line, strlen (line), &bytes) > 0xFFFF ? 2 : 1;
  return json_pack ("{s:I,s:I}", "line", number - 1, "character", units);
}

static json_t *
range (const char *text, json_int_t number, json_int_t column)
{
  return json_pack ("{s:o,s:o}", "start", position (text, number, column), "end",
                    position (text, number, INT32_MAX));
}

static json_int_t
number_at (const json_t *object, const char *name)
{
  json_int_t value = json_integer_value (json_object_get (object, name));
  return value > 0 ? value : 1;
}

static const char *
text_at (const json_t *object, const char *name)
{
  const char *text = json_string_value (json_object_get (object, name));
  return text ? text : "";
}

static json_t *
entry (json_t *range, int severity, const char *code, const char *message, json_t *hover)
{
  assert (severity >= 1 && severity <= 3);
  return json_pack ("{s:{s:o,s:i,s:s,s:s,s:s},s:o,s:[]}", "diagnostic", "range", range,
                    "severity", severity, "code", code, "source", "phaselock", "message",
                    message, "hover", hover, "actions");
}

/* ---- While typing. ---- */

json_t *
lsp_read_lint (const char *output, size_t length, const char *text)
{
  json_t *entries = json_array ();
  assert (output || length == 0);
  for (const char *line = output, *end; line && line < output + length; line = end + 1)
    {
      end = memchr (line, '\n', length - (size_t) (line - output));
      if (!end)
        break;
      json_error_t error;
      json_t *record = json_loadb (line, (size_t) (end - line), 0, &error);
      const char *message = text_at (record, "message");
      if (strcmp (text_at (record, "kind"), "diagnostic") == 0 && *message)
        json_array_append_new (
          entries,
          entry (range (text, number_at (record, "line"), number_at (record, "column")),
                 strcmp (text_at (record, "severity"), "error") == 0 ? 1 : 2,
                 text_at (record, "code"), message, json_text (message)));
      json_decref (record);
    }
  return entries;
}

/* ---- Findings. ---- */

/* Braces are doubled in messages of SARIF; to be freed. */
static char *
plain (const char *message)
{
  char *copy = json_allocate (strlen (message) + 1), *to = copy;
  assert (message);
  for (const char *c = message; copy && *c; c++)
    {
      *to++ = *c;
      c += (*c == '{' || *c == '}') && c[1] == *c;
    }
  if (copy)
    *to = 0;
  return copy;
}

static const char *
message_of (const json_t *object)
{
  return text_at (json_object_get (object, "message"), "text");
}

/* The URI of LOCATION, an artifactLocation below ROOT, to be freed. */
static char *
whole_uri (const json_t *location, const char *root)
{
  const char *uri = text_at (location, "uri");
  char *folder = *uri && strncmp (uri, "file://", 7) != 0 ? lsp_uri_of (root) : NULL;
  char *whole = NULL;
  if (*uri
      && asprintf (&whole, "%s%s%s", folder ? folder : "", folder ? "/" : "", uri) < 0)
    whole = NULL;
  free (folder);
  return whole;
}

/* The message of RESULT and its interleaving, as Markdown. */
static json_t *
describe (const json_t *result)
{
  const json_t *flow = json_array_get (json_object_get (result, "codeFlows"), 0);
  const json_t *steps = json_object_get (
    json_array_get (json_object_get (flow, "threadFlows"), 0), "locations");
  char *text = NULL, *message = plain (message_of (result));
  size_t length = 0, i;
  json_t *step;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    {
      free (message);
      return json_lost ();
    }
  fprintf (memory, "%s\n\n```\n", message ? message : "");
  json_array_foreach (steps, i, step)
  {
    const json_t *location = json_object_get (step, "location");
    const json_t *place = json_object_get (location, "physicalLocation");
    const char *uri = text_at (json_object_get (place, "artifactLocation"), "uri");
    const char *slash = strrchr (uri, '/');
    char *what = plain (message_of (location));
    fprintf (memory, "%3d%s %-48s %s:%d\n", (int) number_at (step, "executionOrder"),
             strcmp (text_at (step, "importance"), "essential") == 0 ? "*" : " ",
             what ? what : "", slash ? slash + 1 : uri,
             (int) number_at (json_object_get (place, "region"), "startLine"));
    free (what);
  }
  fputs ("```\n", memory);
  fclose (memory);
  json_t *hover = json_text (text ? text : "");
  free (text);
  free (message);
  return hover;
}

/* A code action that edits the file URI. */
static json_t *
action (const char *title, const char *kind, const char *uri, json_t *edits,
        const json_t *found)
{
  json_t *diagnostic = json_object_get (found, "diagnostic");
  return json_pack ("{s:s,s:s,s:[O],s:{s:{s:o}}}", "title", title, "kind", kind,
                    "diagnostics", diagnostic, "edit", "changes", uri, edits);
}

/* The fix of RESULT. */
static void
add_repair (json_t *found, const json_t *result, const char *root)
{
  const json_t *fix = json_array_get (json_object_get (result, "fixes"), 0);
  const json_t *change = json_array_get (json_object_get (fix, "artifactChanges"), 0);
  assert (json_is_array (json_object_get (found, "actions")));
  char *uri = whole_uri (json_object_get (change, "artifactLocation"), root);
  char *path = uri ? lsp_path_of (uri) : NULL;
  char *text = path ? read_file (path) : NULL;
  char *title = plain (text_at (json_object_get (fix, "description"), "text"));
  json_t *edits = json_array (), *replacement;
  size_t i;
  json_array_foreach (json_object_get (change, "replacements"), i, replacement)
  {
    const json_t *region = json_object_get (replacement, "deletedRegion");
    json_t *at = position (text, number_at (region, "startLine"),
                           number_at (region, "startColumn"));
    json_array_append_new (
      edits,
      json_pack ("{s:{s:O,s:O},s:s}", "range", "start", at, "end", at, "newText",
                 text_at (json_object_get (replacement, "insertedContent"), "text")));
    json_decref (at);
  }
  if (fix && uri && title)
    json_array_append_new (json_object_get (found, "actions"),
                           action (title, "quickfix", uri, json_incref (edits), found));
  json_decref (edits);
  free (title);
  free (text);
  free (path);
  free (uri);
}

/* A line above line NUMBER of the Java source TEXT, which suppresses RESULT. */
static void
add_suppression (json_t *found, const json_t *result, const char *uri, const char *text,
                 json_int_t number)
{
  const json_t *query = json_object_get (json_object_get (result, "properties"), "query");
  const json_t *pattern = json_object_get (query, "pattern");
  const char *line = line_at (text, number);
  char word[32], new_text[256], title[80];
  int indent = (int) strspn (line, " \t");
  assert (text_ends_with (uri, ".java"));
  if (json_is_integer (pattern))
    snprintf (word, sizeof word, "%d", (int) json_integer_value (pattern));
  else
    snprintf (word, sizeof word, "%s", text_at (query, "question"));
  snprintf (new_text, sizeof new_text, "%.*s// phaselock: ignore %s - REASON\n",
            indent < 100 ? indent : 100, line, word);
  snprintf (title, sizeof title, "Suppress '%s' here, with a comment", word);
  json_t *at = position (text, number, 1);
  json_array_append_new (json_object_get (found, "actions"),
                         action (title, "quickfix", uri,
                                 json_pack ("[{s:{s:O,s:O},s:s}]", "range", "start", at,
                                            "end", at, "newText", new_text),
                                 found));
  json_decref (at);
}

static void
add_result (json_t *files, const json_t *result, const char *root)
{
  const json_t *location = json_array_get (json_object_get (result, "locations"), 0);
  const json_t *place = json_object_get (location, "physicalLocation");
  const json_t *region = json_object_get (place, "region");
  const char *level = text_at (result, "level");
  /* Of a model that gives positions in a program, the place in the model. */
  const json_t *model = json_object_get (json_object_get (result, "properties"), "model");
  if (model)
    {
      place = model;
      region = json_object_get (model, "region");
    }
  assert (json_is_object (files));
  char *uri = whole_uri (json_object_get (place, "artifactLocation"), root);
  char *path = uri ? lsp_path_of (uri) : NULL;
  char *text = path ? read_file (path) : NULL;
  char *message = plain (message_of (result));
  json_int_t line = number_at (region, "startLine");
  if (uri && message && !json_object_get (result, "suppressions"))
    {
      int severity = strcmp (level, "error") == 0     ? 1
                     : strcmp (level, "warning") == 0 ? 2
                                                      : 3;
      json_t *found
        = entry (range (text, line, number_at (region, "startColumn")), severity,
                 text_at (result, "ruleId"), message, describe (result));
      add_repair (found, result, root);
      if (text_ends_with (uri, ".java"))
        add_suppression (found, result, uri, text, line);
      if (!json_object_get (files, uri))
        json_object_set_new (files, uri, json_array ());
      json_array_append_new (json_object_get (files, uri), found);
    }
  free (message);
  free (text);
  free (path);
  free (uri);
}

json_t *
lsp_read_sarif (const char *output, size_t length, const char *root)
{
  json_error_t error;
  json_t *log = json_loadb (output, length, 0, &error);
  const json_t *run = json_array_get (json_object_get (log, "runs"), 0);
  json_t *files = run ? json_object () : NULL, *result;
  size_t i;
  assert (root && *root == '/');
  json_array_foreach (json_object_get (run, "results"), i, result)
    add_result (files, result, root);
  json_decref (log);
  return files;
}

/* ---- Questions of the editor. ---- */

json_t *
lsp_diagnostics (const json_t *entries)
{
  json_t *list = json_array (), *found;
  size_t i;
  json_array_foreach (entries, i, found)
    json_array_append (list, json_object_get (found, "diagnostic"));
  return list;
}

/* Is the diagnostic of FOUND on a line from FIRST to LAST? */
static bool
is_on (const json_t *found, json_int_t first, json_int_t last)
{
  const json_t *at = json_object_get (
    json_object_get (json_object_get (found, "diagnostic"), "range"), "start");
  json_int_t line = json_integer_value (json_object_get (at, "line"));
  assert (line >= 0);
  return line >= first && line <= last;
}

json_t *
lsp_hover (const json_t *entries, json_int_t line)
{
  char *text = NULL;
  size_t length = 0, i;
  json_t *found, *hover = NULL;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    return NULL;
  json_array_foreach (entries, i, found)
  {
    if (is_on (found, line, line))
      fprintf (memory, "%s%s", length > 0 ? "\n---\n" : "", text_at (found, "hover"));
    fflush (memory);
  }
  if (fclose (memory) == 0 && length > 0)
    hover = json_pack ("{s:{s:s,s:s}}", "contents", "kind", "markdown", "value", text);
  free (text);
  return hover;
}

json_t *
lsp_actions (const json_t *entries, json_int_t first, json_int_t last)
{
  json_t *list = json_array (), *found;
  size_t i;
  json_array_foreach (entries, i, found)
  {
    if (is_on (found, first, last))
      json_array_extend (list, json_object_get (found, "actions"));
  }
  return list;
}
