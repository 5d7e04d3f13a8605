/* format.c -- see format.h.
 *
 * The formatter works on tokens, not on the tree: so it loses nothing and need
 * not know what a statement means.  Each token is printed after the one before
 * it with nothing, a blank, or a line break between them.
 *
 * Each statement has a line of its own.  A block is flat, on the line of its head, if the
 * writer put it on one line, it fits there, and neither it nor a block in it holds more
 * than one statement; any other block is broken, with its braces at the ends of lines.
 * The alternatives of an `if' or `choose' are all flat or all broken.  A position that
 * does not fit behind its statement goes to the next line, as does an operator that does
 * not fit with its operand.  The body of a procedure or process that was on one line and
 * now is not stands between empty lines.
 *
 * Why formatting twice is formatting once.  The tokens stay the same, only the
 * line breaks between them change.  A decision depends on the output so far, on
 * the writer's line breaks before the token, and on those inside the statement
 * or block that starts here, with its alternatives.  If there is one inside, a break
 * is made: before the statement, or before the closing brace.  So a statement or block
 * that is broken in the output is broken for a reason that the output shows again, or
 * has a break inside now; and one that is not broken had no break inside.  By induction
 * over the tokens all decisions are the same the second time.
 *
 * Cost: linear, since nothing is measured further than the width of a line,
 * and neither the indentation nor the column of comments exceeds it.
 */
#include <config.h>

#include "eml/format.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "eml/format_tokens.h"
#include "eml/parse.h"

#define WIDTH FORMAT_WIDTH
#define INDENT 2
#define DEEPEST 40     /* levels; deeper blocks are indented no further */
#define CONTINUATION 4 /* additional indentation of a statement's second line */
#define NONE FORMAT_NO_TOKEN

/* A finished line: code, and the comment that ends it. */
struct line
{
  uint32_t begin, end; /* in `code' */
  struct span comment; /* in the source; empty if there is none */
};

/* The place of the next token, judging by the tokens before it, comments aside. */
enum place
{
  AT_START,    /* of a statement or declaration, or of the file */
  AT_MEMBER,   /* at a member of an atomic set, which may start a line, too */
  AFTER_BLOCK, /* a statement starts, or the last one goes on: else, or, @ */
  INSIDE,      /* inside a statement */
};

struct formatter
{
  struct arena *arena;
  const struct source *source;
  struct format_tokens tokens;
  VEC (char) code;
  VEC (struct line) lines;
  uint32_t column;
  uint32_t depth;
  uint32_t flat_end;    /* the tokens before this one belong to a flat block */
  int before[3];        /* kinds of the last tokens that are no comments */
  bool in_set;          /* between the braces of an atomic set */
  bool has_code;        /* there is more than comments on this line */
  bool continued;       /* this line continues a statement */
  struct span trailing; /* the comment that ends this line, empty if none yet */
};

/* ---- Measuring. ---- */

/* Does a token of KIND after a block continue the statement of the block? */
static bool
goes_on (int kind)
{
  return kind == TOKEN_ELSE || kind == TOKEN_OR || kind == '@';
}

static enum place
current_place (const struct formatter *f)
{
  const int *before = f->before;
  switch (before[0])
    {
    case '{':
    case ',': return f->in_set ? AT_MEMBER : before[0] == '{' ? AT_START : INSIDE;
    case 0:
    case ';':
    case FORMAT_LABEL_END: return AT_START;
    case '}': return AFTER_BLOCK;
    case TOKEN_QUOTED:
      /* The quoted text is the position of the end of a block. */
      return before[1] == '@' && before[2] == '}' ? AT_START : INSIDE;
    default: return INSIDE;
    }
}

/* Advance past a token of KIND, no comment. */
static void
pass_token (struct formatter *f, int kind)
{
  assert (kind > 0 && kind != TOKEN_COMMENT);
  if (kind == '{')
    f->in_set = f->before[1] == TOKEN_ATOMICSET;
  if (kind == '}')
    f->in_set = false;
  f->before[2] = f->before[1];
  f->before[1] = f->before[0];
  f->before[0] = kind;
}

/* Does a token of KIND start a statement here?  One that has a label starts with it. */
static bool
starts_statement (const struct formatter *f, int kind)
{
  enum place place = current_place (f);
  return kind != '}' && f->before[0] != FORMAT_LABEL_END
         && (place == AT_START || (place == AFTER_BLOCK && !goes_on (kind)));
}

/* Find the blocks that hold more than one statement. */
static void
count_statements (struct formatter *f)
{
  struct block
  {
    uint32_t open;       /* its opening brace */
    uint32_t statements; /* in it so far */
  };
  VEC (struct block) blocks = VEC_EMPTY;
  for (uint32_t at = 0; at < f->tokens.count; at++)
    {
      struct format_token *token = &f->tokens.at[at];
      if (token->kind == TOKEN_COMMENT)
        continue;
      if (blocks.count > 0 && starts_statement (f, token->kind)
          && ++blocks.at[blocks.count - 1].statements > 1)
        f->tokens.at[blocks.at[blocks.count - 1].open].several = true;
      if (token->kind == '{')
        *vec_push (f->arena, &blocks) = (struct block){ at, 0 };
      if (token->kind == '}')
        {
          assert (blocks.count > 0 && blocks.at[blocks.count - 1].open == token->match);
          blocks.count--;
          token->is_body = blocks.count == 0 && !f->in_set;
          if (blocks.count > 0 && f->tokens.at[token->match].several)
            f->tokens.at[blocks.at[blocks.count - 1].open].several = true;
        }
      pass_token (f, token->kind);
    }
  assert (blocks.count == 0);
  memset (f->before, 0, sizeof f->before);
}

/* The columns of tokens FIRST to LAST on one line; more than WIDTH: they need several. */
static uint32_t
flat_width (const struct formatter *f, uint32_t first, uint32_t last)
{
  assert (first <= last && last < f->tokens.count);
  uint32_t width = 0;
  for (uint32_t i = first; i <= last && width <= WIDTH; i++)
    {
      const struct format_token *token = &f->tokens.at[i];
      if ((i > first && token->newlines > 0) || token->is_line_comment || token->several)
        return WIDTH + 1;
      width += token->width;
      if (i > first)
        width += format_needs_blank (token - 1, token);
    }
  return width;
}

/* The first token from AT on that is no comment. */
static uint32_t
skip_comments (const struct formatter *f, uint32_t at)
{
  assert (at <= f->tokens.count);
  while (at < f->tokens.count && f->tokens.at[at].kind == TOKEN_COMMENT)
    at++;
  return at;
}

/* The last token of the statement that starts at FIRST, or NONE if the statement has
   more tokens than a line has columns. */
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
      if (kind == FORMAT_LABEL_END && i + 1 < f->tokens.count
          && (f->tokens.at[i + 1].kind == '}' || f->tokens.at[i + 1].newlines > 0))
        return i;
      if (kind == '{')
        {
          i = f->tokens.at[i].match;
          uint32_t next = skip_comments (f, i + 1);
          if (next == f->tokens.count || !goes_on (f->tokens.at[next].kind))
            return i;
          if (f->tokens.at[next].kind == '@')
            return skip_comments (f, next + 1);
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
  assert (begin <= f->code.count);
  *vec_push (f->arena, &f->lines) = (struct line){ begin, f->code.count, f->trailing };
  f->trailing = (struct span){ 0, 0 };
  f->column = 0;
}

static void
put_token (struct formatter *f, const struct format_token *token)
{
  for (uint32_t i = token->span.begin; i < token->span.end; i++)
    {
      const char *byte = f->source->text + i;
      f->column = *byte == '\n' ? 0 : f->column + format_byte_width (byte);
      if (*byte != '\r')
        put (f, *byte);
    }
}

enum gap
{
  GAP_NONE,
  GAP_BLANK,
  GAP_LINE,       /* a new line at the depth of statements */
  GAP_EMPTY_LINE, /* a new line, with an empty line before it */
  GAP_CONTINUED,  /* a new line in the middle of a statement */
};

/* Did the writer put the block that opens at OPEN on one line? */
static bool
is_one_line (const struct formatter *f, uint32_t open)
{
  uint32_t close = f->tokens.at[open].match;
  assert (close != NONE && close > open);
  while (close > open && f->tokens.at[close].newlines == 0)
    close--;
  return close == open;
}

/* Is token AT, which starts a line, the first token after a body that was on one line and
   now is not, or the first of a procedure or process with such a body? */
static bool
is_beside_unfolded (const struct formatter *f, uint32_t at)
{
  assert (at > 0 && at < f->tokens.count);
  const struct format_token *token = &f->tokens.at[at], *last = token - 1;
  if (f->depth > 0)
    return false;
  if (last->is_body && !f->tokens.at[last->match].flat && is_one_line (f, last->match))
    return true;
  if ((token->kind != TOKEN_PROC && token->kind != TOKEN_PROCESS
       && token->kind != TOKEN_CLASS)
      || last->kind == TOKEN_COMMENT)
    return false;
  while (f->tokens.at[at].kind != '{')
    {
      at++;
      assert (at < f->tokens.count);
    }
  return f->tokens.at[at].several && is_one_line (f, at);
}

/* The gap before a comment, which starts a line if it does so in the source. */
static enum gap
gap_before_comment (const struct formatter *f, uint32_t at)
{
  assert (at > 0);
  const struct format_token *token = &f->tokens.at[at], *last = token - 1;
  if (token->newlines == 0)
    return GAP_BLANK;
  if (current_place (f) == INSIDE && !f->in_set)
    return GAP_CONTINUED;
  return (token->newlines > 1 && last->kind != '{') || is_beside_unfolded (f, at)
           ? GAP_EMPTY_LINE
           : GAP_LINE;
}

/* The gap before the first token of a statement or of a member of an atomic set. */
static enum gap
gap_before_start (const struct formatter *f, uint32_t at)
{
  assert (at > 0);
  const struct format_token *token = &f->tokens.at[at], *last = token - 1;
  if ((token->newlines > 1 && last->kind != '{') || is_beside_unfolded (f, at))
    return GAP_EMPTY_LINE;
  if (token->newlines > 0 || last->kind == '{')
    return GAP_LINE;
  if (!f->in_set && f->before[0] != FORMAT_LABEL_END && f->has_code)
    return GAP_LINE;
  if (last->kind == TOKEN_COMMENT)
    return GAP_BLANK;
  uint32_t end = f->in_set ? at : statement_end (f, at);
  uint32_t room = f->in_set ? 2 : 1; /* for a blank, and the next comma */
  bool fits = end != NONE && (f->in_set || !f->continued)
              && f->column + room + flat_width (f, at, end) <= WIDTH;
  return fits ? GAP_BLANK : GAP_LINE;
}

/* The indentation of statements. */
static uint32_t
indentation (const struct formatter *f)
{
  return (f->depth < DEEPEST ? f->depth : DEEPEST) * INDENT;
}

/* Should the position whose `@' is AT be on a line of its own, since it does not fit here
   and fits better there? */
static bool
breaks_position (const struct formatter *f, uint32_t at)
{
  assert (f->tokens.at[at].kind == '@' && at > 0);
  uint32_t next = at + 1 < f->tokens.count ? at + 1 : at;
  uint32_t width = 2 + f->tokens.at[next].width; /* a blank, and the `@' */
  if (next + 1 < f->tokens.count)
    width += f->tokens.at[next + 1].kind == '{' ? 2 : 1; /* or a semicolon */
  return f->column + width > WIDTH && f->column > indentation (f) + 2 * CONTINUATION;
}

/* Should the operator AT be on a line of its own with its operand, since they do not fit
   here?  The operand ends before the next operator in no more parentheses. */
static bool
breaks_operator (const struct formatter *f, uint32_t at)
{
  const struct format_token *token = &f->tokens.at[at];
  assert (token->is_binary);
  uint32_t column = f->column + 1 + token->width;
  for (uint32_t i = at + 1; i < f->tokens.count && column <= WIDTH; i++)
    {
      const struct format_token *next = &f->tokens.at[i];
      if (next->kind == TOKEN_COMMENT || next->kind == ';' || next->kind == '@'
          || ((next->is_binary || next->kind == ',') && next->nesting <= token->nesting))
        break;
      column += next->width + format_needs_blank (next - 1, next);
    }
  return column > WIDTH && f->column > indentation (f) + CONTINUATION;
}

/* The gap before a token that continues a statement. */
static enum gap
gap_inside (const struct formatter *f, uint32_t at)
{
  assert (at > 0);
  const struct format_token *token = &f->tokens.at[at], *last = token - 1;
  enum gap same = format_needs_blank (last, token) ? GAP_BLANK : GAP_NONE;
  if (token->kind == '}')
    return GAP_LINE;
  bool starts_line
    = token->kind == TOKEN_ELSE || token->kind == TOKEN_OR || token->kind == '{';
  if (last->kind == TOKEN_COMMENT)
    return token->newlines == 0 ? same : starts_line ? GAP_LINE : GAP_CONTINUED;
  if (last->kind == '}' && starts_line)
    {
      /* After a broken block it is on the line of the brace. */
      bool keeps = f->tokens.at[last->match].flat;
      return keeps && token->newlines > 0 ? GAP_LINE : GAP_BLANK;
    }
  if (token->kind == '@' && last->kind != '}' && breaks_position (f, at))
    return GAP_CONTINUED;
  if (token->is_binary && breaks_operator (f, at))
    return GAP_CONTINUED;
  if (last->kind == ',' && (token->newlines > 0 || f->column + 2 + token->width > WIDTH))
    return GAP_CONTINUED;
  return same;
}

/* The gap between token AT and the one before it. */
static enum gap
gap_before (const struct formatter *f, uint32_t at)
{
  const struct format_token *token = &f->tokens.at[at];
  if (at == 0)
    return GAP_NONE;
  if (at < f->flat_end)
    return format_needs_blank (token - 1, token) ? GAP_BLANK : GAP_NONE;
  if (token->kind == TOKEN_COMMENT)
    return gap_before_comment (f, at);
  enum place place = current_place (f);
  if (place == INSIDE || token->kind == '}'
      || (place == AFTER_BLOCK && goes_on (token->kind)))
    return gap_inside (f, at);
  return gap_before_start (f, at);
}

static void
put_gap (struct formatter *f, enum gap gap)
{
  assert (gap <= GAP_CONTINUED && (f->column > 0 || gap != GAP_BLANK));
  if (gap <= GAP_BLANK)
    {
      put_blanks (f, gap == GAP_BLANK ? 1 : 0);
      return;
    }
  end_line (f);
  if (gap == GAP_EMPTY_LINE)
    end_line (f);
  f->has_code = false;
  f->continued = gap == GAP_CONTINUED;
  put_blanks (f, indentation (f) + (f->continued ? CONTINUATION : 0));
}

/* The brace of the next alternative after the block that ends at CLOSE; NONE: there is
   none.  *COLUMN, where the block ends, becomes the column of that brace, or of the end
   of the block's position, which must fit, too. */
static uint32_t
next_alternative (const struct formatter *f, uint32_t close, uint32_t *column)
{
  assert (f->tokens.at[close].kind == '}');
  uint32_t next = skip_comments (f, close + 1);
  if (next == f->tokens.count || !goes_on (f->tokens.at[next].kind))
    return NONE;
  bool is_position = f->tokens.at[next].kind == '@';
  for (uint32_t at = close + 1; at < f->tokens.count; at++)
    {
      const struct format_token *token = &f->tokens.at[at], *last = token - 1;
      bool may_break = (last->kind == '}' && token->kind != '@')
                       || last->kind == TOKEN_COMMENT || token->kind == TOKEN_COMMENT;
      *column = may_break && token->newlines > 0
                  ? indentation (f)
                  : *column + format_needs_blank (last, token);
      if (token->kind == '{')
        return at;
      *column += token->is_line_comment ? 0 : token->width;
      if (is_position && token->kind == TOKEN_QUOTED)
        break;
    }
  return NONE;
}

/* Decide whether the block that opens here, at AT, and all alternatives are flat. */
static void
judge_blocks (struct formatter *f, uint32_t at)
{
  assert (f->tokens.at[at].kind == '{' && !f->tokens.at[at].judged);
  bool flat = !f->continued;
  uint32_t column = f->column;
  for (uint32_t open = at; open != NONE;)
    {
      uint32_t close = f->tokens.at[open].match;
      assert (close != NONE && close > open);
      flat = flat && (column += flat_width (f, open, close)) <= WIDTH;
      open = next_alternative (f, close, &column);
    }
  flat = flat && column <= WIDTH;
  for (uint32_t open = at; open != NONE;)
    {
      struct format_token *token = &f->tokens.at[open];
      bool is_empty = token->match == open + 1 && token[1].newlines == 0;
      token->judged = true;
      token->flat = flat || is_empty;
      open = next_alternative (f, token->match, &column);
    }
}

/* Token AT is the brace that opens a block: enter it. */
static void
open_block (struct formatter *f, uint32_t at)
{
  struct format_token *token = &f->tokens.at[at];
  assert (token->kind == '{' && token->match > at && token->match < f->tokens.count);
  if (at < f->flat_end)
    token->flat = true;
  else if (!token->judged)
    judge_blocks (f, at);
  if (token->flat && at >= f->flat_end)
    f->flat_end = token->match + 1;
  f->depth++;
}

static void
lay_out (struct formatter *f)
{
  for (uint32_t at = 0; at < f->tokens.count; at++)
    {
      const struct format_token *token = &f->tokens.at[at];
      enum gap gap = gap_before (f, at);
      assert (f->flat_end <= f->tokens.count);
      if (token->kind == '}')
        {
          assert (f->depth > 0);
          f->depth--;
        }
      if (token->is_line_comment && gap == GAP_BLANK)
        {
          /* A comment after code is aligned later with those of the lines around it.  The
             next token starts a new line. */
          f->trailing = token->span;
          continue;
        }
      assert (f->trailing.end == 0 || gap > GAP_BLANK);
      put_gap (f, gap);
      if (token->kind == '{')
        open_block (f, at);
      put_token (f, token);
      if (token->kind != TOKEN_COMMENT)
        {
          f->has_code = true;
          pass_token (f, token->kind);
        }
    }
  assert (f->depth == 0);
  if (f->tokens.count > 0)
    end_line (f);
}

/* ---- Comments after code, aligned. ---- */

static bool
has_comment (const struct line *line)
{
  return line->comment.end > line->comment.begin;
}

/* Columns of the code of LINE; of its last line, if a comment in it has several. */
static uint32_t
code_width (const struct formatter *f, const struct line *line)
{
  uint32_t width = 0;
  for (uint32_t i = line->begin; i < line->end; i++)
    width = f->code.at[i] == '\n' ? 0 : width + format_byte_width (f->code.at + i);
  return width;
}

/* The column for the comments of line FIRST and of the lines directly after it that have
   one; *END is the first line that has none.  Too wide code does not count. */
static uint32_t
comment_column (const struct formatter *f, uint32_t first, uint32_t *end)
{
  assert (has_comment (&f->lines.at[first]));
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
write_bytes (struct formatter *f, struct format_text *text, const char *bytes,
             uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    *vec_push (f->arena, &text->bytes) = bytes[i];
}

static void
write_lines (struct formatter *f, struct format_text *text)
{
  uint32_t group_end = 0; /* lines before it share the column */
  uint32_t column = 0;
  for (uint32_t i = 0; i < f->lines.count; i++)
    {
      const struct line *line = &f->lines.at[i];
      assert (line->begin <= line->end && line->end <= f->code.count);
      write_bytes (f, text, f->code.at + line->begin, line->end - line->begin);
      if (has_comment (line))
        {
          if (i >= group_end)
            column = comment_column (f, i, &group_end);
          for (uint32_t width = code_width (f, line); width < column; width++)
            write_bytes (f, text, " ", 1);
          write_bytes (f, text, "  ", 2);
          write_bytes (f, text, f->source->text + line->comment.begin,
                       line->comment.end - line->comment.begin);
        }
      write_bytes (f, text, "\n", 1);
    }
}

void
format_source (struct format_text *text, const struct source *source, struct arena *arena)
{
  assert (source->text && arena);
  struct formatter f = { .arena = arena, .source = source };
  *text = (struct format_text){ VEC_EMPTY };
  format_read_tokens (&f.tokens, source, arena);
  count_statements (&f);
  lay_out (&f);
  write_lines (&f, text);
}
