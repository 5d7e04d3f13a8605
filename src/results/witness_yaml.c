/* witness_yaml.c -- see witness_yaml.h.
 *
 * The format wants the first character of a statement, and the closing parenthesis of a
 * call; debug data have the condition, and the call's first character.  Both are looked
 * for in the text of the program; where they are not found, the step has no waypoint.
 */
#include <config.h>

#include "results/witness_yaml.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/sha256.h"

/* A place in a file of the program. */
struct waypoint_place
{
  const char *file;
  size_t file_length;
  uint32_t line, column;
};

/* In double quotes, as YAML (and JSON) have it. */
static void
print_quoted (FILE *file, const char *text, size_t length)
{
  fputc ('"', file);
  for (size_t i = 0; i < length; i++)
    if (text[i] == '"' || text[i] == '\\')
      fprintf (file, "\\%c", text[i]);
    else if ((unsigned char) text[i] < ' ')
      fprintf (file, "\\x%02x", (unsigned) text[i]);
    else
      fputc (text[i], file);
  fputc ('"', file);
}

/* ---- Places. ---- */

/* The number that ends TEXT, of *LENGTH characters, after a colon; both are taken off.
   Zero: there is none. */
static uint32_t
last_number (const char *text, size_t *length)
{
  size_t at = *length;
  assert (text[*length] == 0 || strchr (":\n\r", text[*length]));
  while (at > 0 && isdigit ((unsigned char) text[at - 1]))
    at--;
  if (at == *length || at < 2 || text[at - 1] != ':' || *length - at > 9)
    return 0;
  *length = at - 1;
  return (uint32_t) strtoul (text + at, NULL, 10);
}

/* A place in another file than the text is a line of it: file:line:column. */
static struct waypoint_place
place_of (const struct ir_subject *subject, const struct witness_task *task,
          uint32_t offset)
{
  struct source_place place = source_place (&subject->source, offset);
  struct span line = source_line (&subject->source, place.line);
  const char *text = subject->source.text + line.begin;
  size_t length = line.end - line.begin;
  assert (line.begin <= line.end && line.end <= subject->source.length);
  uint32_t column = last_number (text, &length);
  uint32_t number = column ? last_number (text, &length) : 0;
  if (number && !memchr (text, ' ', length))
    return (struct waypoint_place){ text, length, number, column };
  return (struct waypoint_place){ task->path, strlen (task->path), place.line,
                                  place.column };
}

static bool
is_word_character (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* The word that ends before END, and blanks: `if' or `while'?  Where it begins;
   UINT32_MAX: it is neither. */
static uint32_t
branching_word (const struct source *source, uint32_t end)
{
  static const char *const words[] = { "if", "while" };
  assert (end <= source->length);
  while (end > 0 && isspace ((unsigned char) source->text[end - 1]))
    end--;
  uint32_t begin = end;
  while (begin > 0 && is_word_character (source->text[begin - 1]))
    begin--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (end - begin == strlen (words[i])
        && strncmp (source->text + begin, words[i], end - begin) == 0)
      return begin;
  return UINT32_MAX;
}

/* The condition in the parenthesis at OPEN is decided at once, and goes as it says: no
   &&, || or ?:, of which a branch decides a part, and no `!', which LLVM takes away by
   exchanging the ways.  Where it ends; 0: it is not so. */
static uint32_t
end_of_condition (const struct source *source, uint32_t open)
{
  uint32_t depth = 0;
  assert (source->text[open] == '(');
  for (uint32_t at = open; at < source->length; at++)
    {
      const char *text = source->text + at;
      depth += *text == '(';
      depth -= *text == ')';
      if (depth == 0)
        return at;
      if (strchr ("?;{\"'", *text) || (*text == '!' && text[1] != '=')
          || strncmp (text, "&&", 2) == 0 || strncmp (text, "||", 2) == 0)
        return 0;
    }
  return 0;
}

/* A branch whose debug data lead to OFFSET is that of an `if' or `while' as a whole:
   where that statement begins; UINT32_MAX: it is not.  Debug data have the condition or,
   of a loop, its first character. */
static uint32_t
statement_of_condition (const struct source *source, uint32_t offset)
{
  uint32_t open = offset;
  assert (offset < source->length);
  while (is_word_character (source->text[open]))
    open++;
  uint32_t begin = branching_word (source, open);
  if (begin == offset)
    {
      while (isspace ((unsigned char) source->text[open]))
        open++;
      return source->text[open] == '(' && end_of_condition (source, open) ? begin
                                                                          : UINT32_MAX;
    }
  /* Back over what the condition begins with, up to its parenthesis. */
  for (open = offset; open > 0 && !strchr (";{}", source->text[open]); open--)
    if (source->text[open] == '('
        && (begin = branching_word (source, open)) != UINT32_MAX)
      return end_of_condition (source, open) > offset ? begin : UINT32_MAX;
  return UINT32_MAX;
}

/* The text at OFFSET is a call of a __VERIFIER_nondet function: its last character;
   UINT32_MAX: it is not. */
static uint32_t
end_of_nondet (const struct source *source, uint32_t offset)
{
  static const char prefix[] = "__VERIFIER_nondet_";
  assert (offset <= source->length);
  if (strncmp (source->text + offset, prefix, sizeof prefix - 1) != 0)
    return UINT32_MAX;
  const char *close = strchr (source->text + offset, ')');
  return close ? (uint32_t) (close - source->text) : UINT32_MAX;
}

/* ---- Waypoints, each in a segment of its own. ---- */

static void
print_waypoint (FILE *file, const char *type, const struct waypoint_place *place,
                const char *value, const char *format)
{
  assert (place->line > 0 && place->column > 0 && (value || !format));
  fprintf (file,
           "    - segment:\n"
           "        - waypoint:\n"
           "            type: \"%s\"\n"
           "            action: \"follow\"\n",
           type);
  if (value)
    fprintf (file, "            constraint:\n              value: \"%s\"\n", value);
  if (format)
    fprintf (file, "              format: \"%s\"\n", format);
  fputs ("            location:\n              file_name: ", file);
  print_quoted (file, place->file, place->file_length);
  fprintf (file, "\n              line: %u\n              column: %u\n",
           (unsigned) place->line, (unsigned) place->column);
}

/* Is STEP in the text itself?  Its position then names the line where it is. */
static bool
is_inside (const struct ir_subject *subject, const struct witness_step *step)
{
  if (step->position.index == NAME_NONE.index)
    return false;
  const char *position = names_text (&subject->names, step->position);
  size_t length = strlen (position);
  return last_number (position, &length)
         == source_place (&subject->source, step->offset).line;
}

static void
print_step (FILE *file, const struct ir_subject *subject, const struct witness_task *task,
            const struct witness_step *step)
{
  uint32_t at = UINT32_MAX;
  char value[40];
  assert (step->action < WITNESS_ACTIONS);
  if (!step->has_value || !is_inside (subject, step))
    return;
  if (step->action == WITNESS_BRANCH && step->is_bool
      && (at = statement_of_condition (&subject->source, step->offset)) != UINT32_MAX)
    {
      struct waypoint_place place = place_of (subject, task, at);
      print_waypoint (file, "branching", &place, step->value ? "true" : "false", NULL);
    }
  else if (step->action == WITNESS_CHOOSE
           && (at = end_of_nondet (&subject->source, step->offset)) != UINT32_MAX)
    {
      struct waypoint_place place = place_of (subject, task, at);
      snprintf (value, sizeof value, "\\\\result == %lld", (long long) step->value);
      print_waypoint (file, "function_return", &place, value, "acsl_expression");
    }
}

/* ---- The entry. ---- */

static bool
hash_file (const char *path, struct arena *arena, char hex[SHA256_HEX_SIZE])
{
  FILE *file = fopen (path, "rb");
  VEC (char) bytes = VEC_EMPTY;
  assert (path && *path);
  if (!file)
    return false;
  for (int c; (c = getc (file)) != EOF;)
    *vec_push (arena, &bytes) = (char) c;
  bool fine = !ferror (file);
  fclose (file);
  if (fine)
    sha256_hex (bytes.at, bytes.count, hex);
  return fine;
}

/* The time of the witness; SOURCE_DATE_EPOCH is for who wants the same bytes again. */
static void
print_time (FILE *file)
{
  const char *epoch = getenv ("SOURCE_DATE_EPOCH");
  time_t now = epoch ? (time_t) strtoll (epoch, NULL, 10) : time (NULL);
  struct tm tm;
  char text[40] = "1970-01-01T00:00:00Z";
  if (gmtime_r (&now, &tm))
    strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
  fprintf (file, "    creation_time: \"%s\"\n", text);
}

bool
witness_yaml_print (FILE *file, const struct witness *witness,
                    const struct ir_subject *subject, const struct witness_task *task)
{
  char hex[SHA256_HEX_SIZE];
  struct arena arena;
  assert (witness->steps.count > 0 && strlen (task->id) == 32);
  arena_init (&arena, subject->arena.quota);
  bool fine = hash_file (task->path, &arena, hex);
  arena_clear (&arena);
  if (!fine)
    return false;
  fputs ("- entry_type: \"violation_sequence\"\n"
         "  metadata:\n"
         "    format_version: \"2.0\"\n",
         file);
  /* A UUID of version 8: ours to choose but for two digits. */
  fprintf (file, "    uuid: \"%.8s-%.4s-8%.3s-8%.3s-%.12s\"\n", task->id, task->id + 8,
           task->id + 13, task->id + 17, task->id + 20);
  print_time (file);
  fprintf (file,
           "    producer:\n"
           "      name: \"phaselock\"\n"
           "      version: \"%s\"\n"
           "    task:\n"
           "      input_files:\n"
           "        - ",
           PACKAGE_VERSION);
  print_quoted (file, task->path, strlen (task->path));
  fputs ("\n      input_file_hashes:\n        ", file);
  print_quoted (file, task->path, strlen (task->path));
  fprintf (file, ": \"%s\"\n      specification: ", hex);
  print_quoted (file, task->specification, strlen (task->specification));
  fprintf (file,
           "\n      data_model: \"%s\"\n"
           "      language: \"C\"\n"
           "  content:\n",
           task->is_32_bit ? "ILP32" : "LP64");
  for (uint32_t i = 0; i + 1 < witness->steps.count; i++)
    print_step (file, subject, task, &witness->steps.at[i]);
  struct waypoint_place last
    = place_of (subject, task, witness->steps.at[witness->steps.count - 1].offset);
  print_waypoint (file, "target", &last, NULL, NULL);
  return !ferror (file);
}
