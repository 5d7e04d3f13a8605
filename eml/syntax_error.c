/* syntax_error.c -- what to say about a token that does not fit.
 *
 * The parser knows which tokens would have fitted; a person wants one short
 * sentence.  So all the words that begin a statement become "a statement",
 * and what people typically meant is said in a note.
 */
#include <config.h>

#include "eml/syntax.h"

#include <assert.h>
#include <string.h>

#include "base/expect.h"
#include "base/suggest.h"
#include "base/token.h"

static const char *const keywords[]
  = { "model",    "field",  "lock", "atomicset", "proc",  "process", "sync",
      "unit",     "read",   "write", "call",     "if",    "else",    "while",
      "loop",     "choose", "or",   "break",     "continue", "return", "skip",
      "goto",     "label",  "unlock", NULL };

static bool
is_keyword (const char *text)
{
  return token_is_keyword (keywords, text);
}

void
eml_expect (struct eml_syntax_error *error, const char *token)
{
  static const char *const statements[]
    = { "'read'", "'write'", "'call'", "'unlock'", "'goto'", "'skip'", "'break'",
        "'continue'", "'return'", "'label'", "'sync'", "'unit'", "'if'", "'while'",
        "'loop'", "'choose'" };
  static const char *const declarations[]
    = { "'field'", "'atomicset'", "'proc'", "'process'", "'model'" };
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    if (strcmp (token, statements[i]) == 0)
      {
        error->statement = true;
        return;
      }
  for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
    if (strcmp (token, declarations[i]) == 0)
      {
        error->declaration = true;
        return;
      }
  if (strcmp (token, "a name") == 0)
    error->name = true;
  else if (strcmp (token, "a quoted name") == 0)
    error->position = true; /* unless any name would do */
  else if (strcmp (token, "end of file") == 0)
    return; /* what may stand there is of more help */
  else if (strcmp (token, "'lock'") == 0)
    return; /* a statement or a declaration, and never alone */
  else if (error->others < sizeof error->other / sizeof *error->other)
    error->other[error->others++] = token;
}

/* What a person wants to read of the tokens that fit. */
static struct expect
list_expected (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  struct expect expect
    = { .span = error->span, .last = parser->last, .at_end = error->at_end };
  if (error->declaration)
    expect_add (&expect, "a declaration");
  if (error->statement)
    expect_add (&expect, "a statement");
  if (error->name)
    expect_add (&expect, "a name");
  else if (error->position)
    expect_add (&expect, "a position");
  for (unsigned i = 0; i < error->others; i++)
    {
      /* A statement may be a block, and a position may stand anywhere: true,
         but no help. */
      bool noise = (error->statement && strcmp (error->other[i], "'{'") == 0)
                   || (error->others > 1 && strcmp (error->other[i], "'@'") == 0);
      if (!noise)
        expect_add (&expect, error->other[i]);
    }
  return expect;
}

static bool
expects (const struct eml_syntax_error *error, const char *token)
{
  for (unsigned i = 0; i < error->others; i++)
    if (strcmp (error->other[i], token) == 0)
      return true;
  return false;
}

static const char *const declaring[]
  = { "model", "field", "lock", "atomicset", "proc", "process", NULL };

/* A word where a statement or declaration should begin: which one was meant? */
static const char *
meant_keyword (const struct eml_syntax_error *error, const char *word)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (unsigned i = 0; keywords[i]; i++)
    {
      bool declares = token_is_keyword (declaring, keywords[i]);
      bool is_lock = strcmp (keywords[i], "lock") == 0;
      if (declares ? error->declaration || (is_lock && error->statement)
                   : error->statement)
        suggest_offer (&suggest, keywords[i]);
    }
  return suggest.best;
}

static uint32_t
skip_blanks (const struct eml_parser *parser, uint32_t offset)
{
  const struct source *source = parser->source;
  while (offset < source->length
         && (source->text[offset] == ' ' || source->text[offset] == '\t'))
    offset++;
  return offset;
}

static bool
last_token_is (const struct eml_parser *parser, char c)
{
  return parser->last.end == parser->last.begin + 1
         && parser->source->text[parser->last.begin] == c;
}

/* Which brace is not closed?  The parser knows the innermost that is open, but
   if an earlier block ends in another column than it begins, that one lacks
   its brace and took the one of the block around it. */
static void
note_open_brace (struct eml_parser *parser)
{
  if (parser->odd_open.end > 0)
    {
      struct source_place close
        = source_place (parser->source, parser->odd_close.begin);
      diag_note (parser->diags, parser->odd_open,
                 "probably this '{' is not closed: the '}' at %u:%u is indented "
                 "differently",
                 (unsigned) close.line, (unsigned) close.column);
    }
  else
    diag_note (parser->diags, parser->braces.at[parser->braces.count - 1],
               "this '{' is not closed");
}

/* What stands behind a name where a statement should begin: '=', ':' or '(' if
   that says what was meant, else 0. */
static char
mark_behind (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  const char *text = parser->source->text;
  uint32_t behind = skip_blanks (parser, error->span.end);
  if (!error->statement || strcmp (error->found, "a name") != 0)
    return 0;
  if (text[behind] == '(')
    return text[skip_blanks (parser, behind + 1)] == '*' ? 0 : '(';
  if (text[behind] == ':')
    return ':';
  return text[behind] && strchr ("=+-", text[behind]) ? '=' : 0;
}

static void
add_advice_on_mark (struct eml_parser *parser, const struct eml_syntax_error *error,
                    char mark, const char *text)
{
  if (mark == '=')
    diag_note (parser->diags, error->span,
               "a model has no data: an assignment is the fields that it reads and "
               "the one that it writes, 'write %s;'", text);
  else if (mark == '(')
    diag_note (parser->diags, error->span, "a call is written 'call %s;'", text);
  else
    diag_note (parser->diags, error->span, "a label is written 'label %s:'", text);
}

static void
add_advice (struct eml_parser *parser, const struct eml_syntax_error *error,
            const char *text)
{
  bool is_statement = is_keyword (text) && !token_is_keyword (declaring, text);
  if (error->at_end)
    {
      if (parser->braces.count > 0)
        note_open_brace (parser);
    }
  else if (error->name && is_keyword (text))
    diag_note (parser->diags, error->span,
               "'%s' is a keyword; in quotes it is a name: \"%s\"", text, text);
  else if (expects (error, "'*'") || (expects (error, "')'") && last_token_is (parser, '*'))
           || (expects (error, "'('") && !expects (error, "'{'") && !expects (error, "';'")))
    diag_note (parser->diags, error->span,
               "a model has no data: every condition is a free choice, written (*)");
  else if (expects (error, "')'") && last_token_is (parser, '('))
    diag_note (parser->diags, error->span,
               "a model has no data: procedures have no parameters");
  else if (expects (error, "';'") && strcmp (text, ",") == 0)
    diag_note (parser->diags, error->span,
               "one name a statement; only goto, unit and declarations take several");
  else if (expects (error, "'{'") && strcmp (text, ";") == 0)
    diag_note (parser->diags, error->span, "a body in braces is missing here");
  else if (expects (error, "'{'") && is_statement && !error->statement)
    diag_note (parser->diags, error->span, "a body stands in braces: { %s ... }", text);
  else if (error->position && !error->name)
    diag_note (parser->diags, error->span,
               "a position stands in quotes: @\"Stack.java:42\"");
  else if (error->statement && strcmp (text, "else") == 0)
    diag_note (parser->diags, error->span,
               "an 'else' stands right behind the '}' of an 'if'");
  else if (error->statement && strcmp (text, "or") == 0)
    diag_note (parser->diags, error->span,
               "an 'or' stands right behind the '}' of a 'choose'");
  else if (error->is_declaration && parser->braces.count > 0)
    diag_note (parser->diags, error->span,
               "declarations stand outside of bodies");
  else if (error->declaration && is_statement)
    diag_note (parser->diags, error->span,
               "statements stand in the body of a proc or process");
}

/* Is this error only a consequence of an earlier one? */
static bool
is_follow_up (const struct eml_parser *parser, const struct eml_syntax_error *error,
              const char *text)
{
  if (parser->held)
    return true; /* closing blocks that were left open */
  if (parser->refused_end > parser->last.begin)
    return true; /* a text right before that is no token */
  if (!parser->lost)
    return false;
  if (strcmp (text, "else") == 0 || strcmp (text, "or") == 0)
    return true; /* its `if' or `choose' was not understood */
  /* What is left of a declaration that was not understood; a name at the
     start of a line is likely to be a new mistake. */
  return error->declaration && !error->at_end
         && (strcmp (error->found, "a name") != 0
             || eml_indent_of (parser->source, error->span.begin, true) == UINT32_MAX);
}

/* Does a declaration stand in a body because the body is not closed?  It does
   if it stands as far to the left as the body begins. */
static bool
leaves_body (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  if (!error->is_declaration || parser->braces.count == 0 || error->name)
    return false;
  uint32_t here = eml_indent_of (parser->source, error->span.begin, true);
  uint32_t there = eml_indent_of (parser->source, parser->braces.at[0].begin, false);
  return here != UINT32_MAX && there != UINT32_MAX && here <= there;
}

/* Supply what is missing before this token, so that what follows is understood
   as it was meant: the parser skips the token, then finds the missing ones,
   where it recovers, and then the token again. */
static void
supply (struct eml_parser *parser, const struct eml_syntax_error *error,
        bool semicolon, uint32_t braces)
{
  if (error->has_value || error->at_end)
    return;
  assert (!parser->held);
  parser->owed_semicolon = semicolon;
  parser->owed = braces;
  parser->held = parser->current_token;
  parser->held_span = error->span;
}

static void
report_declaration_inside (struct eml_parser *parser,
                           const struct eml_syntax_error *error, const char *text)
{
  diag_error (parser->diags, "syntax", error->span,
              "expected '}' before this '%s': the body around it is not closed", text);
  note_open_brace (parser);
}

bool
eml_has_enough_errors (struct eml_parser *parser, struct span span)
{
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
  char mark = mark_behind (parser, error);
  const char *word = is_name && !mark ? meant_keyword (error, text) : NULL;
  if (place == EXPECT_LINE_END)
    {
      expect_report (&expect, parser->diags, NULL);
      supply (parser, error, true,
              leaves_body (parser, error) ? parser->braces.count : 0);
      return;
    }
  if (place == EXPECT_TOKEN && leaves_body (parser, error))
    {
      report_declaration_inside (parser, error, text);
      supply (parser, error, expects (error, "';'"), parser->braces.count);
      return;
    }
  if (place == EXPECT_TOKEN && error->declaration && strcmp (text, "}") == 0)
    diag_error (parser->diags, "syntax", error->span,
                "this '}' closes nothing: no block is open");
  else
    {
      expect_report (&expect, parser->diags, word);
      if (place == EXPECT_TOKEN && !word && expects (error, "';'") && is_keyword (text))
        supply (parser, error, true, 0);
    }
  if (mark)
    add_advice_on_mark (parser, error, mark, text);
  else
    add_advice (parser, error, text);
}
