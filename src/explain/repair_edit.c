/* repair_edit.c -- see repair_edit.h.
 *
 * The declaration of a Java method is found without a parser: it is the last place in
 * front of the method's first statement where the name of the method is followed by a
 * list of parameters and `{', and preceded by a word.  Comments and literals are blanked
 * before.  What looks different is not edited.
 */
#include <config.h>

#include "explain/repair_edit.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "explain/program_source.h"

#define LARGEST_SOURCE (1L << 22)

/* ---- Java. ---- */

static bool
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (unsigned char) c > 127;
}

/* The end of the comment or literal that begins at C; C itself if none does. */
static char *
skip_opaque (char *c)
{
  bool block = c[0] == '/' && c[1] == '*', line = c[0] == '/' && c[1] == '/';
  const char *end = block                           ? "*/"
                    : line                          ? "\n"
                    : strncmp (c, "\"\"\"", 3) == 0 ? "\"\"\""
                    : *c == '"'                     ? "\""
                    : *c == '\''                    ? "'"
                                                    : NULL;
  if (!end)
    return c;
  c += block || line ? 2 : strlen (end);
  while (*c && strncmp (c, end, strlen (end)) != 0)
    c += !block && !line && *c == '\\' && c[1] ? 2 : 1;
  return *c && !line ? c + strlen (end) : c;
}

static void
blank_opaque (char *text)
{
  for (char *c = text; *c;)
    {
      char *end = skip_opaque (c);
      for (char *at = c; at < end; at++)
        *at = *at == '\n' ? '\n' : ' ';
      c = end > c ? end : c + 1;
    }
}

static const char *
skip_blanks (const char *c)
{
  return c + strspn (c, " \t\r\n\f");
}

/* After the parenthesis that closes the one at C; null: none does. */
static const char *
skip_parentheses (const char *c)
{
  uint32_t depth = 0;
  assert (*c == '(');
  do
    depth += *c == '(' ? 1 : *c == ')' ? (uint32_t) -1 : 0;
  while (*c++ && depth > 0 && *c);
  return depth == 0 ? c : NULL;
}

/* Is the word at NAME, LENGTH bytes of TEXT, that of a method with a body which is
   declared here? */
static bool
is_declared (const char *text, const char *name, size_t length)
{
  const char *c = skip_blanks (name + length), *before = name;
  if ((name > text && is_word (name[-1])) || is_word (name[length]) || *c != '(')
    return false;
  while (before > text && strchr (" \t\r\n\f", before[-1]))
    before--;
  if (before == text || !(is_word (before[-1]) || strchr (">]", before[-1])))
    return false;
  const char *word = before;
  while (word > text && is_word (word[-1]))
    word--;
  if ((before - word == 3 && strncmp (word, "new", 3) == 0)
      || (before - word == 6 && strncmp (word, "return", 6) == 0)
      || (before - word == 5 && strncmp (word, "throw", 5) == 0)
      || (before - word == 4 && strncmp (word, "else", 4) == 0))
    return false;
  c = skip_parentheses (c);
  c = c ? skip_blanks (c) : "";
  if (strncmp (c, "throws", 6) == 0 && !is_word (c[6]))
    c += strcspn (c, "{;=()");
  return *c == '{';
}

/* After the annotation at C. */
static const char *
skip_annotation (const char *c)
{
  assert (*c == '@');
  c = skip_blanks (c + 1);
  while (is_word (*c) || *c == '.')
    c++;
  const char *next = skip_blanks (c);
  const char *end = *next == '(' ? skip_parentheses (next) : c;
  return end ? end : c + strlen (c);
}

/* Behind the annotations and modifiers of the declaration that begins at C; null: it has
   a word that does not go with `synchronized', or that it has already. */
static const char *
skip_modifiers (const char *c)
{
  static const char *const words[]
    = { "public", "protected", "private", "static", "final", "strictfp" };
  static const char *const others[] = { "synchronized", "abstract", "native", "default" };
  for (c = skip_blanks (c);; c = skip_blanks (c))
    {
      size_t length = 0, w = 0;
      while (is_word (c[length]))
        length++;
      for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen (others[i]) == length && strncmp (others[i], c, length) == 0)
          return NULL;
      while (w < sizeof words / sizeof *words
             && (strlen (words[w]) != length || strncmp (words[w], c, length) != 0))
        w++;
      if (*c == '@' && strncmp (c, "@interface", 10) != 0)
        c = skip_annotation (c);
      else if (w < sizeof words / sizeof *words)
        c += length;
      else
        return c;
    }
}

size_t
repair_edit_find_method (char *text, const char *name, size_t length, uint32_t line)
{
  const char *found = NULL;
  uint32_t at = 1;
  assert (length > 0 && line > 0);
  blank_opaque (text);
  for (const char *c = text; *c && at <= line; at += *c++ == '\n')
    if (strncmp (c, name, length) == 0 && is_declared (text, c, length))
      found = c;
  if (!found)
    return SIZE_MAX;
  const char *begin = found;
  while (begin > text && !strchr (";{}", begin[-1]))
    begin--;
  const char *place = skip_modifiers (begin);
  return place && place < found ? (size_t) (place - text) : SIZE_MAX;
}

/* The file at PATH, in ARENA; null: it cannot be read, or is no text. */
static char *
read_java (const char *path, struct arena *arena)
{
  FILE *file = fopen (path, "re");
  if (!file)
    return NULL;
  long size = fseek (file, 0, SEEK_END) == 0 ? ftell (file) : -1;
  if (size < 0 || size > LARGEST_SOURCE || fseek (file, 0, SEEK_SET) != 0)
    {
      fclose (file);
      return NULL;
    }
  char *text = arena_alloc (arena, (size_t) size + 1);
  size_t length = fread (text, 1, (size_t) size, file);
  fclose (file);
  if (length != (size_t) size || memchr (text, 0, length))
    return NULL;
  text[length] = 0;
  return text;
}

/* "synchronized " for the method of PLACE. */
static bool
edit_method (struct repair_edits *edits, const struct finding *finding,
             const struct repair_place *place, struct arena *arena)
{
  const struct provenance *provenance = finding->subject->provenance;
  if (!repair_is_method (finding->repair, place, finding->subject) || !place->source)
    return false;
  const char *path
    = program_source_path (provenance, place->source, place->source_length, arena);
  const char *name = finding_body_name (finding, place->body);
  size_t end = strcspn (name, "("), begin = end;
  while (begin > 0 && name[begin - 1] != '.')
    begin--;
  assert (edits->count < REPAIR_EDITS);
  if (!path || begin == end || (edits->path && strcmp (edits->path, path) != 0))
    return false;
  char *text = read_java (path, arena);
  size_t offset = text ? repair_edit_find_method (text, name + begin, end - begin,
                                                  place->first_source_line)
                       : SIZE_MAX;
  if (offset == SIZE_MAX)
    return false;
  struct repair_edit edit = { 1, 1, "synchronized " };
  for (size_t i = 0; i < offset; i++)
    if (text[i] == '\n')
      {
        edit.line++;
        edit.column = 1;
      }
    else
      edit.column += (text[i] & 0xC0) != 0x80;
  edits->path = path;
  edits->at[edits->count++] = edit;
  return true;
}

/* ---- EML. ---- */

/* How LOCK is spelt where it is declared; null: it has another name there, as one of an
   array has. */
static const char *
spell (const struct ir_subject *subject, lock_id lock, struct arena *arena)
{
  const struct ir_lock *declared = &subject->model.locks.at[lock.index];
  struct span span = declared->name.span;
  const char *name = names_text (&subject->names, declared->name.name);
  const char *text = arena_format (arena, "%.*s", (int) (span.end - span.begin),
                                   subject->source.text + span.begin);
  return *text == '"' || strcmp (text, name) == 0 ? text : NULL;
}

static void
insert (struct repair_edits *edits, const struct ir_subject *subject, uint32_t offset,
        const char *text)
{
  struct source_place place = source_place (&subject->source, offset);
  assert (edits->count < REPAIR_EDITS);
  edits->path = subject->source.path;
  edits->at[edits->count++] = (struct repair_edit){ place.line, place.column, text };
}

/* `volatile' in the declaration of the only field of FINDING, if that declares no other
   field. */
static bool
edit_field (struct repair_edits *edits, const struct finding *finding)
{
  const struct ir_subject *subject = finding->subject;
  struct span name = subject->model.fields.at[finding->query->fields[0].index].name.span;
  const char *text = subject->source.text;
  uint32_t end = name.end, begin = name.begin;
  while (end < subject->source.length && strchr (" \t\r\n", text[end]))
    end++;
  while (begin > 0 && strchr (" \t\r\n", text[begin - 1]))
    begin--;
  if (end >= subject->source.length || text[end] != ';' || begin < 5
      || strncmp (text + begin - 5, "field", 5) != 0)
    return false;
  insert (edits, subject, name.begin, "volatile ");
  return true;
}

/* `sync LOCK { }' around PLACE. */
static bool
edit_range (struct repair_edits *edits, const struct finding *finding,
            const struct repair_place *place, struct arena *arena)
{
  const struct repair *repair = finding->repair;
  const struct ir_subject *subject = finding->subject;
  const char *lock = spell (subject, repair->lock, arena);
  const char *text = subject->source.text;
  uint32_t before = place->range.begin;
  while (before > 0 && strchr (" \t", text[before - 1]))
    before--;
  /* The statement of a declaration begins with the name, behind the type. */
  if (before > 0 && (is_word (text[before - 1]) || text[before - 1] == ')'))
    return false;
  if (!lock || repair_is_shared (&subject->model, place->body))
    return false;
  insert (edits, subject, place->range.begin, arena_format (arena, "sync %s { ", lock));
  insert (edits, subject, place->range.end, " }");
  return true;
}

struct repair_edits
repair_edits_of (const struct finding *finding, struct arena *arena)
{
  const struct repair *repair = finding->repair;
  const struct ir_subject *subject = finding->subject;
  struct repair_edits edits = { .count = 0 };
  bool fine = !subject->provenance || repair->count > 0;
  assert (repair && repair->count <= 2);
  if (!subject->provenance && strcmp (subject->source.path, "-") == 0)
    return edits;
  if (!subject->provenance && repair->kind == REPAIR_VOLATILE)
    fine = edit_field (&edits, finding);
  for (uint32_t i = 0; i < repair->count && fine; i++)
    fine = subject->provenance ? edit_method (&edits, finding, &repair->places[i], arena)
                               : edit_range (&edits, finding, &repair->places[i], arena);
  return fine ? edits : (struct repair_edits){ .count = 0 };
}
