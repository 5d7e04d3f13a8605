/* format.c -- see format.h.
 *
 * The formatter works on tokens, not on the tree: it can lose nothing and
 * needs no idea of what a statement means.  Each token is put behind the one
 * before it with nothing, a blank, or a line break between them.
 *
 * A block is flat if the writer put it on one line and it fits there; what is
 * not flat is broken, with its braces at the ends of lines.  Both decisions
 * depend only on the tokens of the block and the column where it starts, and
 * the output makes them the same way again: that is why formatting twice
 * changes nothing.
 *
 * Cost: linear, since nothing is measured further than the width of a line.
 */
#include <config.h>

#include "format.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "eml/parse.h"
#include "eml/parser.h"

#define WIDTH 80
#define INDENT 2
#define CONTINUATION 4 /* more for the second line of a statement */
#define DEEPEST 40     /* deeper blocks are indented no further: the output
                          must not be quadratic */
#define NONE UINT32_MAX

struct token
{
  int kind;
  struct span span;
  uint32_t newlines; /* before it in the source */
  uint32_t match;    /* of a brace: the other one */
  uint32_t before;   /* the last token that is no comment, or NONE */
  bool flat;         /* of an opening brace: its block stays on the line */
  bool is_line_comment;
};

/* A finished line: code, and the comment that ends it. */
struct line
{
  uint32_t begin, end;      /* in `code' */
  struct span comment;      /* in the source; empty if there is none */
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
  uint32_t flat_end; /* the tokens before this one belong to a flat block */
  bool in_set;       /* in the braces of an atomic set */
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
  uint32_t last_end = 0, before = NONE;
  for (;;)
    {
      EML_YYSTYPE value;
      struct token token = { .match = NONE, .before = before };
      token.kind = eml_scan (&value, &token.span, scanner);
      if (token.kind == 0)
        break;
      const char *text = f->source->text + token.span.begin;
      token.newlines = count_newlines (f->source, last_end, token.span.begin);
      last_end = token.span.end;
      token.is_line_comment = token.kind == TOKEN_COMMENT && text[1] == '/';
      while (token.kind == TOKEN_COMMENT && strchr (" \t\r\v\f", f->source->text[token.span.end - 1]))
        token.span.end--;
      if (token.kind == '{')
        *vec_push (f->arena, &open) = f->tokens.count;
      if (token.kind == '}' && open.count > 0)
        {
          token.match = open.at[--open.count];
          f->tokens.at[token.match].match = f->tokens.count;
        }
      if (token.kind != TOKEN_COMMENT)
        before = f->tokens.count;
      *vec_push (f->arena, &f->tokens) = token;
    }
  assert (diags.errors == 0 && open.count == 0);
}

static uint32_t
token_width (const struct token *token)
{
  return token->span.end - token->span.begin;
}

static bool
is_multi_line (const struct formatter *f, const struct token *token)
{
  return memchr (f->source->text + token->span.begin, '\n', token_width (token));
}

/* ---- Measuring. ---- */

/* Does a blank stand between tokens A and B on one line? */
static bool
needs_blank (const struct token *a, const struct token *b)
{
  if (a->kind == TOKEN_COMMENT || b->kind == TOKEN_COMMENT)
    return true;
  if (strchr (";,)]:", b->kind) && b->kind < 128)
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
      if (token->is_line_comment || is_multi_line (f, token))
        return WIDTH + 1;
      width += token_width (token);
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
  f->column = c == '\n' ? 0 : f->column + 1;
}

static void
end_line (struct formatter *f, struct span comment)
{
  uint32_t begin = f->lines.count ? f->lines.at[f->lines.count - 1].end : 0;
  *vec_push (f->arena, &f->lines) = (struct line){ begin, f->code.count, comment };
  f->column = 0;
}

static void
start_line (struct formatter *f, uint32_t indent)
{
  end_line (f, (struct span){ 0, 0 });
  for (uint32_t i = 0; i < indent; i++)
    put (f, ' ');
}

static void
put_token (struct formatter *f, const struct token *token)
{
  for (uint32_t i = token->span.begin; i < token->span.end; i++)
    if (f->source->text[i] != '\r')
      put (f, f->source->text[i]);
}

/* Is token AT the position behind a block, @"..."? */
static bool
ends_block (const struct formatter *f, uint32_t at)
{
  uint32_t sign = f->tokens.at[at].before;
  if (sign == NONE || f->tokens.at[at].kind != TOKEN_QUOTED
      || f->tokens.at[sign].kind != '@')
    return false;
  uint32_t brace = f->tokens.at[sign].before;
  return brace != NONE && f->tokens.at[brace].kind == '}';
}

/* Is token AT the first of a statement or declaration? */
static bool
starts_statement (const struct formatter *f, uint32_t at)
{
  uint32_t last = f->tokens.at[at].before;
  if (last == NONE || ends_block (f, last))
    return true;
  int before = f->tokens.at[last].kind;
  int here = f->tokens.at[at].kind;
  if (before == '}')
    return here != TOKEN_ELSE && here != TOKEN_OR && here != '@';
  return before == ';' || before == ':' || before == '{';
}

enum gap
{
  GAP_NONE,
  GAP_BLANK,
  GAP_LINE,       /* a new line at the depth of statements */
  GAP_EMPTY_LINE, /* with an empty line before it */
  GAP_CONTINUED,  /* a new line in the middle of a statement */
};

/* What stands between token AT and the one before it? */
static enum gap
gap_before (const struct formatter *f, uint32_t at)
{
  const struct token *token = &f->tokens.at[at], *last = token - 1;
  bool fresh = starts_statement (f, at);
  enum gap line = fresh && last->kind != '{' && token->newlines > 1 ? GAP_EMPTY_LINE
                  : fresh                                           ? GAP_LINE
                                                                    : GAP_CONTINUED;
  enum gap same = needs_blank (last, token) ? GAP_BLANK : GAP_NONE;

  if (at < f->flat_end)
    return same;
  if (token->kind == '}')
    return GAP_LINE;
  if (last->kind == TOKEN_COMMENT && (token->kind == TOKEN_ELSE || token->kind == TOKEN_OR))
    return last->is_line_comment || token->newlines > 0 ? GAP_LINE : GAP_BLANK;
  if (last->is_line_comment)
    return line;
  if (token->kind == TOKEN_COMMENT)
    return token->newlines > 0 ? line : GAP_BLANK;
  if (last->kind == TOKEN_COMMENT)
    return token->newlines > 0 ? line : GAP_BLANK;
  if (last->kind == '{')
    return GAP_LINE;
  if (token->kind == TOKEN_ELSE || token->kind == TOKEN_OR)
    {
      /* Behind a broken block on the line of its brace. */
      bool keeps = last->kind == '}' && f->tokens.at[last->match].flat;
      return keeps && token->newlines > 0 ? GAP_LINE : GAP_BLANK;
    }
  if (fresh)
    {
      if (token->newlines > 0)
        return line;
      uint32_t end = statement_end (f, at);
      bool fits = end != NONE && f->column + 1 + flat_width (f, at, end) <= WIDTH;
      return fits ? GAP_BLANK : GAP_LINE;
    }
  if (last->kind == ',' && (token->newlines > 0 || f->column + 2 + token_width (token) > WIDTH))
    return GAP_CONTINUED;
  return same;
}

static uint32_t
indent_of (const struct formatter *f)
{
  return (f->depth < DEEPEST ? f->depth : DEEPEST) * INDENT;
}

/* How much further a line in the middle of a statement is indented; the
   members of an atomic set stand below each other. */
static uint32_t
continuation (const struct formatter *f)
{
  return f->in_set ? 0 : CONTINUATION;
}

/* Does token AT, a brace, open the list of an atomic set? */
static bool
opens_set (const struct formatter *f, uint32_t at)
{
  uint32_t name = f->tokens.at[at].before;
  uint32_t word = name == NONE ? NONE : f->tokens.at[name].before;
  return word != NONE && f->tokens.at[word].kind == TOKEN_ATOMICSET;
}

static void
put_gap (struct formatter *f, enum gap gap)
{
  uint32_t indent = indent_of (f);
  switch (gap)
    {
    case GAP_NONE:
      break;
    case GAP_BLANK:
      put (f, ' ');
      break;
    case GAP_EMPTY_LINE:
      end_line (f, (struct span){ 0, 0 });
      start_line (f, indent);
      break;
    case GAP_LINE:
      start_line (f, indent);
      break;
    case GAP_CONTINUED:
      start_line (f, indent + continuation (f));
      break;
    }
}

static void
lay_out (struct formatter *f)
{
  bool pending_line = false; /* a trailing comment ended the line already */
  for (uint32_t at = 0; at < f->tokens.count; at++)
    {
      struct token *token = &f->tokens.at[at];
      enum gap gap = at == 0 ? GAP_NONE : gap_before (f, at);
      if (token->kind == '}')
        {
          f->depth--;
          f->in_set = false;
        }
      if (token->is_line_comment && gap == GAP_BLANK)
        {
          /* A comment behind code: aligned with its neighbours later. */
          end_line (f, token->span);
          pending_line = true;
          continue;
        }
      if (pending_line)
        {
          /* start_line would end one more: only indent. */
          uint32_t extra = gap == GAP_CONTINUED ? continuation (f) : 0;
          if (gap == GAP_EMPTY_LINE)
            end_line (f, (struct span){ 0, 0 });
          for (uint32_t i = 0; i < indent_of (f) + extra; i++)
            put (f, ' ');
          pending_line = false;
        }
      else
        put_gap (f, gap);
      if (token->kind == '{')
        {
          token->flat = at < f->flat_end
                        || f->column + flat_width (f, at, token->match) <= WIDTH;
          if (token->flat && at >= f->flat_end)
            f->flat_end = token->match + 1;
          f->depth++;
          f->in_set = opens_set (f, at);
        }
      put_token (f, token);
    }
  if (!pending_line && f->tokens.count > 0)
    end_line (f, (struct span){ 0, 0 });
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
    {
      uint32_t bytes;
      if (f->code.at[i] == '\n')
        width = 0;
      else if (text_starts_character (f->code.at[i]))
        width += text_width (text_decode (f->code.at + i, &bytes));
    }
  return width;
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
            {
              column = 0;
              for (group_end = i; group_end < f->lines.count
                                  && has_comment (&f->lines.at[group_end]); group_end++)
                {
                  uint32_t width = code_width (f, &f->lines.at[group_end]);
                  column = width > column ? width : column;
                }
              column += 2;
            }
          for (uint32_t k = code_width (f, line); k < column; k++)
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
