/* syntax_error.c -- reports a token that does not fit.
 *
 * The parser knows which tokens would have fitted; a person wants one short
 * sentence.  So all the words that begin a statement become "a statement",
 * and a note says what a person who makes this mistake typically means.
 */
#include <config.h>

#include "eml/syntax.h"

#include <assert.h>
#include <string.h>

#include "base/expect.h"
#include "base/suggest.h"

static const struct
{
  const char *word;
  unsigned kind;
} keywords[] = { { "model", EML_DECLARATION },
                 { "field", EML_DECLARATION },
                 { "lock", EML_STATEMENT | EML_DECLARATION },
                 { "atomicset", EML_DECLARATION },
                 { "proc", EML_DECLARATION },
                 { "process", EML_DECLARATION },
                 { "sync", EML_STATEMENT },
                 { "unit", EML_STATEMENT },
                 { "read", EML_STATEMENT },
                 { "write", EML_STATEMENT },
                 { "call", EML_STATEMENT },
                 { "if", EML_STATEMENT },
                 { "else", EML_MIDDLE },
                 { "while", EML_STATEMENT },
                 { "loop", EML_STATEMENT },
                 { "choose", EML_STATEMENT },
                 { "or", EML_MIDDLE },
                 { "break", EML_STATEMENT },
                 { "continue", EML_STATEMENT },
                 { "return", EML_STATEMENT },
                 { "skip", EML_STATEMENT },
                 { "goto", EML_STATEMENT },
                 { "label", EML_STATEMENT },
                 { "unlock", EML_STATEMENT },
                 { "start", EML_STATEMENT },
                 { "join", EML_STATEMENT },
                 { "wait", EML_STATEMENT },
                 { "notify", EML_STATEMENT },
                 { "notifyall", EML_STATEMENT },
                 { "volatile", EML_MIDDLE },
                 { "class", EML_DECLARATION },
                 { "object", EML_DECLARATION },
                 { "exclusive", EML_DECLARATION },
                 { "when", EML_MIDDLE },
                 { "assume", EML_STATEMENT },
                 { "assert", EML_STATEMENT },
                 { "atomic", EML_STATEMENT },
                 { "int", EML_TYPE },
                 { "bool", EML_TYPE },
                 { "true", EML_OPERAND },
                 { "false", EML_OPERAND },
                 { "self", EML_OPERAND } };
#define KEYWORDS (sizeof keywords / sizeof *keywords)

unsigned
eml_keyword_kind (const char *word, size_t length)
{
  assert (word);
  for (size_t i = 0; i < KEYWORDS; i++)
    if (strlen (keywords[i].word) == length
        && strncmp (keywords[i].word, word, length) == 0)
      return keywords[i].kind;
  return EML_NO_KEYWORD;
}

/* Is TOKEN an operator?  These are not listed: what ends the expression helps more. */
static bool
is_operator (const char *token)
{
  static const char operators[]
    = "'?' '||' '&&' '|' '^' '&' '==' '!=' '<' '>' '<=' '>=' '<<' '>>' '+' '-' '*' '/' "
      "'%' '!' '~' ";
  const char *found = strstr (operators, token);
  return found && found[strlen (token)] == ' ';
}

void
eml_expect (struct eml_syntax_error *error, const char *token)
{
  size_t length = strlen (token);
  unsigned kind
    = token[0] == '\'' ? eml_keyword_kind (token + 1, length - 2) : EML_NO_KEYWORD;
  assert (error->others <= sizeof error->other / sizeof *error->other);
  if (kind & (EML_STATEMENT | EML_DECLARATION))
    {
      /* `lock' fits only where other statements or declarations do. */
      error->statement |= kind == EML_STATEMENT;
      error->declaration |= kind == EML_DECLARATION;
    }
  else if (kind & EML_TYPE)
    error->type = true;
  else if (kind & EML_OPERAND)
    error->expression = true;
  else if (strcmp (token, "a name") == 0)
    error->name = true;
  else if (strcmp (token, "a number") == 0)
    error->number = true;
  else if (strcmp (token, "a quoted name") == 0)
    error->position = true; /* unless any name is expected */
  else if (strcmp (token, "'+='") == 0)
    error->assignment = true;
  else if (is_operator (token))
    error->operator|= strcmp (token, "'?'") == 0; /* other operators may begin operands */
  else if (strcmp (token, "end of file") != 0     /* the alternatives help more */
           && error->others < sizeof error->other / sizeof *error->other)
    error->other[error->others++] = token;
}

bool
eml_expects (const struct eml_syntax_error *error, const char *token)
{
  for (unsigned i = 0; i < error->others; i++)
    if (strcmp (error->other[i], token) == 0)
      return true;
  return false;
}

/* Is the token TOKEN, which would fit, of no help to a person?  A statement may be a
   block, a process may be one of its copies, a field may be volatile or an array and may
   have an initial value, a procedure a result, and a position may stand anywhere. */
static bool
is_noise (const struct eml_syntax_error *error, const char *token)
{
  if (strcmp (token, "'{'") == 0)
    return error->statement;
  if (strcmp (token, "'('") == 0)
    return error->expression || error->name;
  if (strcmp (token, "'volatile'") == 0)
    return error->name;
  if (strcmp (token, "'@'") == 0)
    return error->others > 1;
  if (strcmp (token, "':'") == 0)
    return eml_expects (error, "'{'");
  if (strcmp (token, "'['") == 0 || strcmp (token, "'='") == 0)
    return eml_expects (error, "';'") || eml_expects (error, "'{'")
           || eml_expects (error, "')'") || eml_expects (error, "']'");
  return false;
}

/* The items that a person wants to read, from the tokens that fit. */
static struct expect
list_expected (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  struct expect expect
    = { .span = error->span, .last = parser->last, .at_end = error->at_end };
  assert (!(error->expression && error->statement));
  bool is_param = error->declaration && error->name; /* `lock l', or an object */
  if (error->declaration)
    expect_add (&expect, is_param ? "a parameter" : "a declaration");
  if (error->statement)
    expect_add (&expect, "a statement");
  if (error->expression)
    expect_add (&expect, "an expression");
  else if (error->number)
    expect_add (&expect, "a number");
  if (error->name && !is_param && !error->statement && !error->expression)
    expect_add (&expect, "a name");
  else if (error->type && !error->name && !error->statement)
    expect_add (&expect, "a type");
  else if (error->position && !error->name)
    expect_add (&expect, parser->source->text[parser->last.begin] == '@'
                           ? "a position"
                           : "a quoted text");
  for (unsigned i = 0; i < error->others; i++)
    if (!is_noise (error, error->other[i]))
      expect_add (&expect, error->other[i]);
  return expect;
}

/* The keyword that WORD, where a statement or declaration should begin, was probably
   meant to be; or null. */
static const char *
meant_keyword (const struct eml_syntax_error *error, const char *word)
{
  struct suggest suggest;
  assert (word[0]);
  suggest_init (&suggest, word);
  for (size_t i = 0; i < KEYWORDS; i++)
    if ((keywords[i].kind & EML_DECLARATION && error->declaration)
        || (keywords[i].kind != EML_DECLARATION && error->statement))
      suggest_offer (&suggest, keywords[i].word);
  return suggest.best;
}

/* Add a note on which brace is not closed: the innermost open one; but if an earlier
   block ends in another column than it begins in, then that block lacks its brace and
   took that of the block around it. */
void
eml_note_open_brace (struct eml_parser *parser)
{
  assert (parser->braces.count > 0);
  if (parser->odd_open.end > 0)
    {
      struct source_place close = source_place (parser->source, parser->odd_close.begin);
      diag_note (parser->diags, parser->odd_open,
                 "probably this '{' is not closed: the '}' at %u:%u is indented "
                 "differently",
                 (unsigned) close.line, (unsigned) close.column);
    }
  else
    diag_note (parser->diags, parser->braces.at[parser->braces.count - 1],
               "this '{' is not closed");
}

/* Is this error only a consequence of an earlier one? */
static bool
is_follow_up (const struct eml_parser *parser, const struct eml_syntax_error *error,
              const char *text)
{
  assert (!parser->held || parser->diags->errors > 0);
  if (parser->held)
    return true; /* blocks that were left open are being closed */
  if (parser->refused_end > parser->last.begin)
    return true; /* the text right before it is no token */
  if (parser->foreign_end > error->span.begin)
    return true; /* it is in the parentheses of a `for' */
  if (!parser->lost)
    return false;
  if (error->at_end && parser->braces.count == 0 && parser->class != TREE_NO_CLASS)
    return true; /* what came before it was not understood to be in a class */
  if (error->statement && (strcmp (text, "else") == 0 || strcmp (text, "or") == 0))
    return true; /* its `if' or `choose' was not understood */
  if (error->statement
      && (strcmp (text, ";") == 0 || strcmp (text, ")") == 0
          || strcmp (text, "catch") == 0 || strcmp (text, "finally") == 0))
    return true; /* what is left of `for (;;)' or `try' */
  /* What is left of a declaration that was not understood; a name, a type or `atomic' at
     the start of a line is likely to be a new mistake. */
  bool is_word = strcmp (error->found, "a name") == 0 || strcmp (text, "atomic") == 0
                 || eml_keyword_kind (text, strlen (text)) == EML_TYPE;
  return error->declaration && !error->at_end
         && (!is_word
             || eml_indent_of (parser->source, error->span.begin, true) == UINT32_MAX);
}

/* Is this a declaration in a body only because the body is not closed?  Probably, if
   it is indented no more than the line where the body begins. */
static bool
leaves_body (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  if (!error->is_declaration || parser->braces.count == 0 || error->name)
    return false;
  uint32_t here = eml_indent_of (parser->source, error->span.begin, true);
  uint32_t there = eml_indent_of (parser->source, parser->braces.at[0].begin, false);
  return here != UINT32_MAX && there != UINT32_MAX && here <= there;
}

/* Supply the missing tokens before this one, so that the following text is understood as
   it was meant: the parser skips this token, reads the missing ones, at which it
   recovers, and then this token again. */
static void
supply (struct eml_parser *parser, const struct eml_syntax_error *error, bool semicolon,
        uint32_t braces)
{
  if (error->has_value || error->at_end)
    return;
  assert (!parser->held && parser->current_token);
  assert (semicolon || braces > 0);
  parser->owed_semicolon = semicolon;
  parser->owed = braces;
  parser->held = parser->current_token;
  parser->held_span = parser->current;
}

/* The name that begins a statement is not followed by an assignment: report that the name
   should have been something else. */
static void
step_back (struct eml_parser *parser, struct eml_syntax_error *error)
{
  assert (error->assignment && error->others > 0);
  char first = parser->source->text[parser->last.begin];
  if (first == ']' && parser->last.end == parser->last.begin + 1)
    return;
  *error = (struct eml_syntax_error){ .span = parser->last,
                                      .found = first == '"' ? "a quoted name" : "a name",
                                      .has_value = error->has_value,
                                      .statement = true,
                                      .other = { "'}'" },
                                      .others = 1 };
  parser->last = parser->earlier;
  assert (parser->last.end <= error->span.begin);
}

bool
eml_has_enough_errors (struct eml_parser *parser, struct span span)
{
  assert (span.begin <= span.end && span.end <= parser->source->length);
  if (parser->diags->errors < DIAG_MOST)
    return false;
  if (!parser->held)
    diag_error (parser->diags, "syntax", span, "one more syntax error");
  parser->skipping = true;
  return true;
}

void
eml_report_syntax_error (struct eml_parser *parser, struct eml_syntax_error *error)
{
  assert (error->span.begin <= error->span.end && error->found);
  if (error->assignment)
    step_back (parser, error);
  if (error->expression)
    error->statement = false; /* only a `call' */
  if (error->statement)
    error->name = error->position = false; /* a statement may begin with a name */
  struct expect expect = list_expected (parser, error);
  const char *text = expect_token_text (&expect, parser->diags);
  bool follow_up = is_follow_up (parser, error, text);
  parser->lost = parser->skipping = true;
  if (follow_up)
    {
      assert (parser->diags->errors > 0);
      return;
    }

  enum expect_place place = expect_place (&expect, parser->diags);
  bool is_name = strcmp (error->found, "a name") == 0;
  char mark = eml_mark_after (parser, error);
  bool assigns = mark && mark != '(' && mark != ':';
  const char *foreign = assigns ? NULL : eml_foreign_word (parser, error);
  const char *word = is_name && !mark && !foreign ? meant_keyword (error, text) : NULL;
  if (place == EXPECT_LINE_END)
    {
      expect_report (&expect, parser->diags, NULL);
      supply (parser, error, true,
              leaves_body (parser, error) ? parser->braces.count : 0);
      return;
    }
  if (place == EXPECT_TOKEN && leaves_body (parser, error))
    {
      diag_error (parser->diags, "syntax", error->span,
                  "expected '}' before this '%s': the body around it is not closed",
                  text);
      eml_note_open_brace (parser);
      supply (parser, error, eml_expects (error, "';'"), parser->braces.count);
      return;
    }
  if (place == EXPECT_TOKEN && error->declaration && strcmp (text, "}") == 0)
    diag_error (parser->diags, "syntax", error->span,
                "this '}' closes nothing: no block is open");
  else
    {
      expect_report (&expect, parser->diags, word);
      if (place == EXPECT_TOKEN && !word && eml_expects (error, "';'")
          && eml_keyword_kind (text, strlen (text)) != EML_NO_KEYWORD)
        supply (parser, error, true, 0);
    }
  eml_add_advice (parser, error, mark, text, foreign);
  if (foreign && strcmp (text, "for") == 0)
    parser->foreign_end = eml_parentheses_end (parser, error->span.end);
}
