/* format_tokens.c -- see format_tokens.h. */
#include <config.h>

#include "eml/format_tokens.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "eml/parse.h"
#include "eml/parser.h"

/* Is KIND one of these characters? */
static bool
is_one_of (int kind, const char *characters)
{
  return 0 < kind && kind < 128 && strchr (characters, kind);
}

static uint32_t
count_newlines (const struct source *source, uint32_t from, uint32_t to)
{
  assert (from <= to && to <= source->length);
  uint32_t count = 0;
  for (uint32_t i = from; i < to; i++)
    count += source->text[i] == '\n';
  return count;
}

uint32_t
format_byte_width (const char *byte)
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
        return FORMAT_WIDTH + 1;
      width += format_byte_width (source->text + i);
    }
  return width;
}

/* Set the kind of a sign by its meaning: `-' and `*' after an operand, which sets
   IS_AFTER, are binary operators, and `:' after `label NAME' ends the label.  BEFORE: the
   kinds of the two tokens before it. */
static void
tell_apart (struct format_token *token, bool *is_after, const int before[2])
{
  assert (token->kind > 0 && !token->is_binary);
  bool was_after = *is_after;
  *is_after = false;
  switch (token->kind)
    {
    case TOKEN_COMMENT: *is_after = was_after; break;
    case TOKEN_NAME:
    case TOKEN_QUOTED:
    case TOKEN_NUMBER:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_SELF:
    case ')':
    case ']': *is_after = true; break;
    case '*':
      token->is_binary = was_after;
      *is_after = !was_after;
      break;
    case '-':
      token->is_binary = was_after;
      token->kind = was_after ? '-' : FORMAT_MINUS;
      break;
    case ':':
      token->is_binary = before[1] != TOKEN_LABEL;
      token->kind = before[1] == TOKEN_LABEL ? FORMAT_LABEL_END : ':';
      break;
    case '?':
    case '|':
    case '^':
    case '&':
    case '<':
    case '>':
    case '+':
    case '/':
    case '%':
    case TOKEN_OR_ELSE:
    case TOKEN_AND_THEN:
    case TOKEN_EQUAL:
    case TOKEN_NOT_EQUAL:
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER_EQUAL:
    case TOKEN_SHIFT_LEFT:
    case TOKEN_SHIFT_RIGHT: token->is_binary = true; break;
    default: break;
    }
}

void
format_read_tokens (struct format_tokens *tokens, const struct source *source,
                    struct arena *arena)
{
  assert (tokens->count == 0 && source->text);
  /* The text has been parsed, so the scanner will report nothing, and the names
     are not used; but it needs both tables. */
  struct names names;
  struct diags diags;
  struct eml_parser parser;
  names_init (&names, arena);
  diags_init (&diags, arena, source);
  eml_parser_init (&parser, arena, source, &names, &diags, NULL);
  parser.keep_comments = true;
  void *scanner = eml_scanner_new (&parser);

  VEC (uint32_t) open = VEC_EMPTY;
  uint32_t last_end = 0;
  bool is_after = false;
  uint32_t nesting = 0;
  int before[2] = { 0, 0 };
  for (;;)
    {
      EML_YYSTYPE value;
      struct format_token token = { .match = FORMAT_NO_TOKEN };
      token.kind = eml_scan (&value, &token.span, scanner);
      if (token.kind == 0)
        break;
      const char *text = source->text + token.span.begin;
      assert (last_end <= token.span.begin && token.span.begin < token.span.end);
      token.newlines = count_newlines (source, last_end, token.span.begin);
      last_end = token.span.end;
      token.is_line_comment = token.kind == TOKEN_COMMENT && text[1] == '/';
      while (token.is_line_comment
             && strchr (" \t\r\v\f", source->text[token.span.end - 1]))
        token.span.end--;
      tell_apart (&token, &is_after, before);
      if (token.kind != TOKEN_COMMENT)
        {
          before[1] = before[0];
          before[0] = token.kind;
        }
      nesting += token.kind == '(' || token.kind == '[';
      nesting -= nesting > 0 && (token.kind == ')' || token.kind == ']');
      token.nesting = nesting;
      token.width = token_width (source, token.span);
      if (token.kind == '{')
        *vec_push (arena, &open) = tokens->count;
      if (token.kind == '}' && open.count > 0)
        {
          token.match = open.at[--open.count];
          tokens->at[token.match].match = tokens->count;
        }
      *vec_push (arena, tokens) = token;
    }
  assert (diags.errors == 0 && open.count == 0);
}

bool
format_needs_blank (const struct format_token *a, const struct format_token *b)
{
  assert (a->kind > 0 && b->kind > 0 && a->span.end <= b->span.begin);
  if (a->kind == TOKEN_COMMENT || b->kind == TOKEN_COMMENT)
    return true;
  if (a->kind == FORMAT_MINUS || a->kind == '!' || a->kind == '~')
    return a->kind == FORMAT_MINUS && b->kind == FORMAT_MINUS; /* `--' is one token */
  if (a->kind == '(' || a->kind == '[' || a->kind == '@')
    return false;
  if (b->kind == '(')
    return a->kind != TOKEN_NAME && a->kind != TOKEN_QUOTED && a->kind != TOKEN_INT;
  return !is_one_of (b->kind, ";,)][") && b->kind != FORMAT_LABEL_END
         && !(a->kind == '{' && b->kind == '}');
}
