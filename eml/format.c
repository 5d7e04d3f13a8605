/* format.c -- see format.h.
 *
 * The formatter works on tokens, not on the tree: it can lose nothing and
 * needs no idea of what a statement means.  Each token is put behind the one
 * before it with nothing, a blank, or a line break between them.
 *
 * A block is flat if the writer put it on one line and it fits there; what is
 * not flat is broken, with its braces at the ends of lines.
 *
 * Why formatting twice is formatting once.  The tokens stay the same, only the
 * line breaks between them change.  A decision looks at the output so far, at
 * the breaks of the writer before the token, and ahead at those inside the
 * statement or block that starts here.  Going ahead, a break found means that
 * one is made: before the statement, or before the closing brace.  So what is
 * broken in the output is broken for a reason that the output shows again, and
 * what is not was looked through and had no break inside; by induction over
 * the tokens the second time all decisions are the same.
 *
 * Cost: linear, since nothing is measured further than the width of a line,
 * and neither indentation nor the column of comments goes beyond it.
 */
#include <config.h>

#include "eml/format.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "eml/parse.h"
#include "eml/parser.h"

#define WIDTH 80
#define INDENT 2
#define DEEPEST 40     /* levels; deeper blocks are indented no further */
#define CONTINUATION 4 /* more for the second line of a statement */
#define NONE UINT32_MAX

struct token
{
  int kind;
  struct span span;
  uint32_t newlines; /* before it in the source */
  uint32_t width;    /* in columns; more than WIDTH if it has several lines */
  uint32_t match;    /* of a brace: the other one */
  bool flat;         /* of an opening brace: its block stays on the line */
  bool is_line_comment;
};

/* A finished line: code, and the comment that ends it. */
struct line
{
  uint32_t begin, end;      /* in `code' */
  struct span comment;      /* in the source; empty if there is none */
};

/* What the tokens so far, comments aside, say about the next one. */
enum place
{
  AT_START,     /* of a statement or declaration, or of the file */
  AT_LIST,      /* of the members of an atomic set, which start lines, too */
  BEHIND_BLOCK, /* a statement starts, or the one before goes on: else, or, @ */
  INSIDE,       /* a statement */
};

struct formatter
{
  struct arena *arena;
  const struct source *source;
  VEC (struct token) tokens;
  VEC (char) code;
  VEC (struct line) lines;
  uint32_t column;
  uint32_t depth;
  uint32_t flat_end;  /* the tokens before this one belong to a flat block */
  int before[3];      /* kinds of the last tokens that are no comments */
  bool in_set;        /* between the braces of an atomic set */
  struct span trailing; /* the comment that ends this line, empty if none yet */
};

/* ---- Reading tokens. ---- */

static uint32_t
count_newlines (const struct source *source, uint32_t from, uint32_t to)
{
  uint32_t count = 0;
  for (uint32_t i = from; i < to; i++)
    count += source->text[i] == '\n';
  return count;
}

/* Columns of the character that starts at BYTE; none if it is in the middle. */
static uint32_t
byte_width (const char *byte)
{
  uint32_t bytes;
  return text_starts_character (*byte) ? text_width (text_decode (byte, &bytes)) : 0;
}

static uint32_t
token_width (const struct source *source, struct span span)
{
  uint32_t width = 0;
  for (uint32_t i = span.begin; i < span.end; i++)
    {
      if (source->text[i] == '\n')
        return WIDTH + 1;
      width += byte_width (source->text + i);
    }
  return width;
}

static void
read_tokens (struct formatter *f)
{
  /* The text has been parsed, so the scanner has nothing to report and no
     name is looked at; the sinks are there for it to hold on to. */
  struct names names;
  struct diags diags;
  struct eml_parser parser;
  names_init (&names, f->arena);
  diags_init (&diags, f->arena, f->source);
  eml_parser_init (&parser, f->arena, f->source, &names, &diags, NULL);
  parser.keep_comments = true;
  void *scanner = eml_scanner_new (&parser);

  VEC (uint32_t) open = VEC_EMPTY;
  uint32_t last_end = 0;
  for (;;)
    {
      EML_YYSTYPE value;
      struct token token = { .match = NONE };
      token.kind = eml_scan (&value, &token.span, scanner);
      if (token.kind == 0)
        break;
      const char *text = f->source->text + token.span.begin;
      token.newlines = count_newlines (f->source, last_end, token.span.begin);
      last_end = token.span.end;
      token.is_line_comment = token.kind == TOKEN_COMMENT && text[1] == '/';
      while (token.is_line_comment
             && strchr (" \t\r\v\f", f->source->text[token.span.end - 1]))
        token.span.end--;
      token.width = token_width (f->source, token.span);
      if (token.kind == '{')
        *vec_push (f->arena, &open) = f->tokens.count;
      if (token.kind == '}' && open.count > 0)
        {
          token.match = open.at[--open.count];
          f->tokens.at[token.match].match = f->tokens.count;
        }
      *vec_push (f->arena, &f->tokens) = token;
    }
  assert (diags.errors == 0 && open.count == 0);
}

/* ---- Measuring. ---- */

/* Does a blank stand between tokens A and B on one line? */
static bool
needs_blank (const struct token *a, const struct token *b)
{
  if (a->kind == TOKEN_COMMENT || b->kind == TOKEN_COMMENT)
    return true;
  if (b->kind == ';' || b->kind == ',' || b->kind == ')' || b->kind == ']'
      || b->kind == ':')
    return false;
  if (a->kind == '(' || a->kind == '[' || a->kind == '@')
    return false;
  if (a->kind == '{' && b->kind == '}')
    return false;
  if (b->kind == '[')
    return false;
  if (b->kind == '(')
    return a->kind == TOKEN_IF || a->kind == TOKEN_WHILE;
  return true;
}

/* Columns that tokens FIRST to LAST take on one line, or more than WIDTH if
   they need several. */
static uint32_t
flat_width (const struct formatter *f, uint32_t first, uint32_t last)
{
  uint32_t width = 0;
  for (uint32_t i = first; i <= last && width <= WIDTH; i++)
    {
      const struct token *token = &f->tokens.at[i];
      if (i > first && token->newlines > 0)
        return WIDTH + 1;
      if (token->is_line_comment)
        return WIDTH + 1;
      width += token->width;
      if (i > first)
        width += needs_blank (token - 1, token);
    }
  return width;
}

/* The last token of the statement that starts at FIRST, if that is not further
   than a line is wide; else NONE. */
static uint32_t
statement_end (const struct formatter *f, uint32_t first)
{
  uint32_t most = first + WIDTH;
  for (uint32_t i = first; i < f->tokens.count && i < most; i++)
    {
      int kind = f->tokens.at[i].kind;
      if (kind == ';')
        return i;
      /* A label goes with its statement. */
      if (kind == ':' && i + 1 < f->tokens.count
          && (f->tokens.at[i + 1].kind == '}' || f->tokens.at[i + 1].newlines > 0))
        return i;
      if (kind == '{')
        {
          i = f->tokens.at[i].match;
          int next = i + 1 < f->tokens.count ? f->tokens.at[i + 1].kind : 0;
          if (next != TOKEN_ELSE && next != TOKEN_OR && next != '@')
            return i;
          if (next == '@')
            return i + 2;
        }
    }
  return NONE;
}

/* ---- Writing. ---- */

static void
put (struct formatter *f, char c)
{
  *vec_push (f->arena, &f->code) = c;
}

static void
put_blanks (struct formatter *f, uint32_t count)
{
  f->column += count;
  while (count-- > 0)
    put (f, ' ');
}

static void
end_line (struct formatter *f)
{
  uint32_t begin = f->lines.count ? f->lines.at[f->lines.count - 1].end : 0;
  *vec_push (f->arena, &f->lines) = (struct line){ begin, f->code.count, f->trailing };
  f->trailing = (struct span){ 0, 0 };
  f->column = 0;
}

static void
put_indent (struct formatter *f, uint32_t extra)
{
  uint32_t depth = f->depth < DEEPEST ? f->depth : DEEPEST;
  put_blanks (f, depth * INDENT + extra);
}

static void
put_token (struct formatter *f, const struct token *token)
{
  for (uint32_t i = token->span.begin; i < token->span.end; i++)
    {
      const char *byte = f->source->text + i;
      f->column = *byte == '\n' ? 0 : f->column + byte_width (byte);
      if (*byte != '\r')
        put (f, *byte);
    }
}

/* Where are we in the text? */
static enum place
current_place (const struct formatter *f)
{
  const int *before = f->before;
  switch (before[0])
    {
    case '{':
    case ',':
      return f->in_set ? AT_LIST : before[0] == '{' ? AT_START : INSIDE;
    case 0:
    case ';':
    case ':':
      return AT_START;
    case '}':
      return BEHIND_BLOCK;
    case TOKEN_QUOTED:
      /* The position of the end of a block. */
      return before[1] == '@' && before[2] == '}' ? AT_START : INSIDE;
    default:
      return INSIDE;
    }
}

static bool
goes_on (int kind)
{
  return kind == TOKEN_ELSE || kind == TOKEN_OR || kind == '@';
}

enum gap
{
  GAP_NONE,
  GAP_BLANK,
  GAP_LINE,       /* a new line at the depth of statements */
  GAP_EMPTY_LINE, /* with an empty line before it */
  GAP_CONTINUED,  /* a new line in the middle of a statement */
};

/* Before a comment, which starts a line if the writer started one.  */
static enum gap
gap_before_comment (const struct formatter *f, uint32_t at)
{
  const struct token *token = &f->tokens.at[at], *last = token - 1;
  if (token->newlines == 0)
    return GAP_BLANK;
  if (current_place (f) == INSIDE && !f->in_set)
    return GAP_CONTINUED;
  return token->newlines > 1 && last->kind != '{' ? GAP_EMPTY_LINE : GAP_LINE;
}

/* Before the first token of a statement, or of a member of an atomic set. */
static enum gap
gap_before_start (const struct formatter *f, uint32_t at)
{
  const struct token *token = &f->tokens.at[at], *last = token - 1;
  if (token->newlines > 1 && last->kind != '{')
    return GAP_EMPTY_LINE;
  if (token->newlines > 0 || last->kind == '{')
    return GAP_LINE;
  if (last->kind == TOKEN_COMMENT)
    return GAP_BLANK;
  uint32_t end = f->in_set ? at : statement_end (f, at);
  uint32_t room = f->in_set ? 2 : 1; /* for a blank, and the next comma */
  bool fits = end != NONE && f->column + room + flat_width (f, at, end) <= WIDTH;
  return fits ? GAP_BLANK : GAP_LINE;
}

/* Before a token that continues a statement. */
static enum gap
gap_inside (const struct formatter *f, uint32_t at)
{
  const struct token *token = &f->tokens.at[at], *last = token - 1;
  enum gap same = needs_blank (last, token) ? GAP_BLANK : GAP_NONE;
  if (token->kind == '}')
    return GAP_LINE;
  bool starts_line = token->kind == TOKEN_ELSE || token->kind == TOKEN_OR
                     || token->kind == '{';
  if (last->kind == TOKEN_COMMENT)
    return token->newlines == 0 ? same : starts_line ? GAP_LINE : GAP_CONTINUED;
  if (last->kind == '}' && starts_line)
    {
      /* Behind a broken block on the line of its brace. */
      bool keeps = f->tokens.at[last->match].flat;
      return keeps && token->newlines > 0 ? GAP_LINE : GAP_BLANK;
    }
  if (last->kind == ','
      && (token->newlines > 0 || f->column + 2 + token->width > WIDTH))
    return GAP_CONTINUED;
  return same;
}

/* What stands between token AT and the one before it? */
static enum gap
gap_before (const struct formatter *f, uint32_t at)
{
  const struct token *token = &f->tokens.at[at];
  if (at == 0)
    return GAP_NONE;
  if (at < f->flat_end)
    return needs_blank (token - 1, token) ? GAP_BLANK : GAP_NONE;
  if (token->kind == TOKEN_COMMENT)
    return gap_before_comment (f, at);
  enum place place = current_place (f);
  if (place == INSIDE || token->kind == '}'
      || (place == BEHIND_BLOCK && goes_on (token->kind)))
    return gap_inside (f, at);
  return gap_before_start (f, at);
}

static void
put_gap (struct formatter *f, enum gap gap)
{
  switch (gap)
    {
    case GAP_NONE:
      break;
    case GAP_BLANK:
      put_blanks (f, 1);
      break;
    case GAP_EMPTY_LINE:
      end_line (f);
      end_line (f);
      put_indent (f, 0);
      break;
    case GAP_LINE:
      end_line (f);
      put_indent (f, 0);
      break;
    case GAP_CONTINUED:
      end_line (f);
      put_indent (f, CONTINUATION);
      break;
    }
}

/* Token AT is the brace that opens a block: enter it. */
static void
open_block (struct formatter *f, uint32_t at)
{
  struct token *token = &f->tokens.at[at];
  token->flat = at < f->flat_end
                || f->column + flat_width (f, at, token->match) <= WIDTH;
  if (token->flat && at >= f->flat_end)
    f->flat_end = token->match + 1;
  f->in_set = f->before[1] == TOKEN_ATOMICSET;
  f->depth++;
}

static void
remember (struct formatter *f, int kind)
{
  f->before[2] = f->before[1];
  f->before[1] = f->before[0];
  f->before[0] = kind;
}

static void
lay_out (struct formatter *f)
{
  for (uint32_t at = 0; at < f->tokens.count; at++)
    {
      const struct token *token = &f->tokens.at[at];
      enum gap gap = gap_before (f, at);
      if (token->kind == '}')
        {
          f->depth--;
          f->in_set = false;
        }
      if (token->is_line_comment && gap == GAP_BLANK)
        {
          /* Behind code: aligned with its neighbours later.  What follows
             starts a new line, and so ends this one. */
          f->trailing = token->span;
          continue;
        }
      assert (f->trailing.end == 0 || gap > GAP_BLANK);
      put_gap (f, gap);
      if (token->kind == '{')
        open_block (f, at);
      put_token (f, token);
      if (token->kind != TOKEN_COMMENT)
        remember (f, token->kind);
    }
  if (f->tokens.count > 0)
    end_line (f);
}

/* ---- Comments behind code, aligned. ---- */

static bool
has_comment (const struct line *line)
{
  return line->comment.end > line->comment.begin;
}

/* Columns of the code of LINE (the last of them, if it has line breaks). */
static uint32_t
code_width (const struct formatter *f, const struct line *line)
{
  uint32_t width = 0;
  for (uint32_t i = line->begin; i < line->end; i++)
    width = f->code.at[i] == '\n' ? 0 : width + byte_width (f->code.at + i);
  return width;
}

/* The column for the comments of the lines from FIRST on that have one, and in
   *END the first line that has none.  Lines that are too wide have no say. */
static uint32_t
comment_column (const struct formatter *f, uint32_t first, uint32_t *end)
{
  uint32_t column = 0, i = first;
  for (; i < f->lines.count && has_comment (&f->lines.at[i]); i++)
    {
      uint32_t width = code_width (f, &f->lines.at[i]);
      if (width <= WIDTH && width > column)
        column = width;
    }
  *end = i;
  return column;
}

static void
write_lines (struct formatter *f, struct format_text *text)
{
  struct arena *arena = f->arena;
  uint32_t group_end = 0; /* lines before it share the column */
  uint32_t column = 0;
  for (uint32_t i = 0; i < f->lines.count; i++)
    {
      const struct line *line = &f->lines.at[i];
      for (uint32_t k = line->begin; k < line->end; k++)
        *vec_push (arena, &text->bytes) = f->code.at[k];
      if (has_comment (line))
        {
          if (i >= group_end)
            column = comment_column (f, i, &group_end);
          uint32_t width = code_width (f, line);
          uint32_t blanks = 2 + (width < column ? column - width : 0);
          for (uint32_t k = 0; k < blanks; k++)
            *vec_push (arena, &text->bytes) = ' ';
          for (uint32_t k = line->comment.begin; k < line->comment.end; k++)
            *vec_push (arena, &text->bytes) = f->source->text[k];
        }
      *vec_push (arena, &text->bytes) = '\n';
    }
}

void
format_source (struct format_text *text, const struct source *source,
               struct arena *arena)
{
  struct formatter f = { .arena = arena, .source = source };
  memset (text, 0, sizeof *text);
  read_tokens (&f);
  lay_out (&f);
  write_lines (&f, text);
}
