/* ignore_marks.c -- see ignore_marks.h. */
#include <config.h>

#include "explain/ignore_marks.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* A bracket that is open: what ends with it. */
struct block
{
  const char *type;   /* whose body it is, or null */
  const char *field;  /* whose value it is in, or null */
  uint32_t from, end; /* the marks that cover it: a range of `declared' */
};

struct scan
{
  const char *at, *end;
  uint32_t line;
  uint32_t code_line; /* the last with something on it but blanks and comments */
  struct arena *arena;
  struct ignore_marks marks;
  uint32_t waiting;  /* a comment that the next statement belongs to; else NO_MARK */
  uint32_t covering; /* ... and whose statement has begun */
  /* Since the last `;', `{' or `}': a declaration, perhaps. */
  VEC (uint32_t) declared; /* its marks, after those of blocks that are open */
  const char *name;        /* the last word before its first `(' or `=' */
  const char *type;        /* it declares a type of that name, or null */
  bool is_type;            /* the next word is that name */
  bool has_parameters, has_value;
  uint32_t depth; /* of round brackets */
  VEC (struct block) blocks;
};

#define NO_MARK UINT32_MAX

static bool
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (unsigned char) c >= 0x80;
}

static bool
begins (const struct scan *scan, const char *text)
{
  size_t length = strlen (text);
  assert (scan->at <= scan->end);
  return (size_t) (scan->end - scan->at) >= length
         && memcmp (scan->at, text, length) == 0;
}

static void
step (struct scan *scan)
{
  assert (scan->at < scan->end);
  scan->line += *scan->at++ == '\n';
}

/* ---- Comments and texts. ---- */

/* LENGTH bytes at TEXT without blanks around them; null if nothing is left. */
static const char *
trim (const char *text, size_t length, struct arena *arena)
{
  while (length > 0 && isspace ((unsigned char) *text))
    text++, length--;
  while (length > 0 && isspace ((unsigned char) text[length - 1]))
    length--;
  return length > 0 ? arena_copy (arena, text, length) : NULL;
}

static uint32_t
add_mark (struct scan *scan, const char *questions, const char *reason)
{
  *vec_push (scan->arena, &scan->marks.list) = (struct ignore_mark){
    .line = scan->line, .questions = questions, .reason = reason
  };
  return scan->marks.list.count - 1;
}

/* A comment up to the end of its line, of which TEXT is what comes after the slashes. */
static void
take_mark (struct scan *scan, const char *text)
{
  static const char head[] = "phaselock:", verb[] = "ignore";
  const char *end = scan->at;
  while (text < end && isspace ((unsigned char) *text))
    text++;
  if ((size_t) (end - text) < sizeof head - 1
      || memcmp (text, head, sizeof head - 1) != 0)
    return;
  text += sizeof head - 1;
  while (text < end && *text == ' ')
    text++;
  if ((size_t) (end - text) < sizeof verb - 1
      || memcmp (text, verb, sizeof verb - 1) != 0)
    return;
  text += sizeof verb - 1;
  const char *dash = text;
  while (dash < end
         && !(*dash == '-' && isspace ((unsigned char) dash[-1])
              && (dash + 1 == end || isspace ((unsigned char) dash[1]))))
    dash++;
  const char *questions = trim (text, (size_t) (dash - text), scan->arena);
  const char *reason
    = dash < end ? trim (dash + 1, (size_t) (end - dash - 1), scan->arena) : NULL;
  uint32_t mark = add_mark (scan, questions, reason);
  if (scan->code_line == scan->line)
    scan->marks.list.at[mark].first = scan->marks.list.at[mark].last = scan->line;
  else
    scan->waiting = mark;
}

static void
take_comment (struct scan *scan)
{
  assert (begins (scan, "//") || begins (scan, "/*"));
  const char *text = scan->at + 2;
  if (begins (scan, "//"))
    {
      while (scan->at < scan->end && *scan->at != '\n')
        scan->at++;
      take_mark (scan, text);
      return;
    }
  scan->at += 2;
  while (scan->at < scan->end && !begins (scan, "*/"))
    step (scan);
  scan->at += begins (scan, "*/") ? 2 : 0;
}

/* A text or character in quotation marks; what stands between them is in the result,
   unless it is null. */
static const char *
take_text (struct scan *scan, bool is_kept)
{
  const char *quotes = begins (scan, "\"\"\"") ? "\"\"\"" : *scan->at == '"' ? "\"" : "'";
  bool one_line = quotes[1] == 0;
  scan->at += strlen (quotes);
  const char *text = scan->at;
  while (scan->at < scan->end && !begins (scan, quotes)
         && !(one_line && *scan->at == '\n'))
    {
      if (*scan->at == '\\' && scan->at + 1 < scan->end)
        step (scan);
      step (scan);
    }
  size_t length = (size_t) (scan->at - text);
  scan->at += begins (scan, quotes) ? strlen (quotes) : 0;
  assert (scan->at <= scan->end);
  return is_kept ? arena_copy (scan->arena, text, length) : NULL;
}

static const char *
take_word (struct scan *scan)
{
  const char *word = scan->at;
  assert (is_word (*word));
  while (scan->at < scan->end && is_word (*scan->at))
    scan->at++;
  return arena_copy (scan->arena, word, (size_t) (scan->at - word));
}

static void
skip_blanks (struct scan *scan)
{
  while (scan->at < scan->end)
    if (begins (scan, "//") || begins (scan, "/*"))
      take_comment (scan);
    else if (isspace ((unsigned char) *scan->at))
      step (scan);
    else
      return;
}

/* ---- Declarations. ---- */

/* How many marks belong to blocks that are open. */
static uint32_t
taken_marks (const struct scan *scan)
{
  return scan->blocks.count ? scan->blocks.at[scan->blocks.count - 1].end : 0;
}

static void
start_declaration (struct scan *scan)
{
  assert (scan->declared.count >= taken_marks (scan));
  scan->declared.count = taken_marks (scan);
  scan->name = scan->type = NULL;
  scan->is_type = scan->has_parameters = scan->has_value = false;
  scan->depth = 0;
}

/* "phaselock:race" in the arguments of an annotation. */
static void
take_argument (struct scan *scan, const char *text)
{
  static const char head[] = "phaselock";
  if (strncmp (text, head, sizeof head - 1) != 0)
    return;
  text += sizeof head - 1;
  if (*text == 0 || *text == ':')
    *vec_push (scan->arena, &scan->declared) = add_mark (
      scan, *text ? trim (text + 1, strlen (text + 1), scan->arena) : NULL, NULL);
}

/* After `@': a name, and arguments in brackets.  True: it is `@interface'. */
static bool
take_annotation (struct scan *scan)
{
  const char *name = "";
  while (scan->at < scan->end && (is_word (*scan->at) || *scan->at == '.'))
    if (*scan->at == '.')
      scan->at++;
    else
      name = take_word (scan);
  if (strcmp (name, "interface") == 0)
    return true;
  skip_blanks (scan);
  bool is_ours = strcmp (name, "SuppressWarnings") == 0;
  uint32_t depth = 0;
  if (scan->at == scan->end || *scan->at != '(')
    return false;
  while (scan->at < scan->end)
    {
      skip_blanks (scan);
      if (scan->at == scan->end)
        return false;
      char c = *scan->at;
      if (c == '"' || c == '\'')
        {
          const char *text = take_text (scan, is_ours);
          if (text)
            take_argument (scan, text);
          continue;
        }
      depth += c == '(';
      depth -= c == ')';
      step (scan);
      if (depth == 0)
        return false;
    }
  return false;
}

static bool
declares_type (const char *word)
{
  return strcmp (word, "class") == 0 || strcmp (word, "interface") == 0
         || strcmp (word, "enum") == 0 || strcmp (word, "record") == 0;
}

/* WORD of a declaration, or of a statement, which looks the same so far. */
static void
note_word (struct scan *scan, const char *word, bool after_dot)
{
  if (scan->is_type && !scan->type)
    scan->type = word;
  else if (declares_type (word) && !after_dot && !scan->has_value && scan->depth == 0)
    {
      skip_blanks (scan);
      scan->is_type |= scan->at < scan->end && is_word (*scan->at);
    }
  if (!scan->has_parameters && !scan->has_value && scan->depth == 0)
    scan->name = word;
}

/* The innermost type that is open. */
static const char *
type_around (const struct scan *scan)
{
  for (uint32_t i = scan->blocks.count; i > 0; i--)
    if (scan->blocks.at[i - 1].type)
      return scan->blocks.at[i - 1].type;
  return NULL;
}

/* `{': the body of a type or method, or another one. */
static void
open_block (struct scan *scan)
{
  uint32_t from = taken_marks (scan), end = scan->declared.count;
  assert (from <= end);
  /* In the value of a field the declaration goes on after it. */
  const char *field = scan->has_value ? scan->name : NULL;
  if (field)
    from = end;
  for (uint32_t i = from; i < end; i++)
    scan->marks.list.at[scan->declared.at[i]].first
      = scan->marks.list.at[scan->declared.at[i]].line;
  *vec_push (scan->arena, &scan->blocks) = (struct block){ scan->type, field, from, end };
  start_declaration (scan);
}

static void
close_block (struct scan *scan)
{
  if (scan->blocks.count == 0)
    return;
  const struct block block = scan->blocks.at[--scan->blocks.count];
  assert (block.end <= scan->declared.count);
  for (uint32_t i = block.from; i < block.end; i++)
    scan->marks.list.at[scan->declared.at[i]].last = scan->line;
  start_declaration (scan);
  if (!block.field)
    return;
  scan->declared.count = block.end;
  scan->name = block.field;
  scan->has_value = true;
}

/* `;': of a field, whose name is known, or of something else. */
static void
end_declaration (struct scan *scan)
{
  const char *type = type_around (scan);
  for (uint32_t i = taken_marks (scan); i < scan->declared.count; i++)
    {
      struct ignore_mark *mark = &scan->marks.list.at[scan->declared.at[i]];
      if (!scan->has_parameters && scan->name && type)
        mark->field = arena_format (scan->arena, "%s.%s", type, scan->name);
    }
  start_declaration (scan);
}

/* The statement below a comment begins, or goes on, or ends here. */
static void
cover (struct scan *scan, char c)
{
  if (scan->waiting != NO_MARK)
    {
      scan->marks.list.at[scan->waiting].first = scan->line;
      scan->covering = scan->waiting;
      scan->waiting = NO_MARK;
    }
  if (scan->covering == NO_MARK)
    return;
  scan->marks.list.at[scan->covering].last = scan->line;
  if (scan->depth == 0 && (c == ';' || c == '{' || c == '}'))
    scan->covering = NO_MARK;
}

static void
take (struct scan *scan)
{
  char c = *scan->at;
  scan->code_line = scan->line;
  cover (scan, c);
  if (c == '"' || c == '\'')
    {
      take_text (scan, false);
      return;
    }
  if (is_word (c))
    {
      bool after_dot = scan->at[-1] == '.';
      note_word (scan, take_word (scan), after_dot);
      return;
    }
  scan->at++;
  switch (c)
    {
    case '@': scan->is_type |= take_annotation (scan); return;
    case '(': scan->has_parameters |= scan->depth++ == 0 && !scan->has_value; return;
    case ')': scan->depth -= scan->depth > 0; return;
    case '=': scan->has_value |= scan->depth == 0; return;
    case '{': open_block (scan); return;
    case '}': close_block (scan); return;
    case ';':
      if (scan->depth == 0)
        end_declaration (scan);
      return;
    default: return;
    }
}

struct ignore_marks
ignore_marks_scan (const char *text, size_t length, struct arena *arena)
{
  static const char first[] = "\n";
  struct scan scan
    = { .line = 1, .arena = arena, .waiting = NO_MARK, .covering = NO_MARK };
  assert (text || length == 0);
  /* There is always a character before the first. */
  char *copy = arena_alloc (arena, length + 2);
  memcpy (copy, first, 1);
  memcpy (copy + 1, text, length);
  copy[length + 1] = 0;
  scan.at = copy + 1;
  scan.end = copy + 1 + length;
  while (skip_blanks (&scan), scan.at < scan.end)
    take (&scan);
  return scan.marks;
}
