/* syntax_error.c -- what to say about a token that does not fit.
 *
 * The parser knows which tokens would have fitted; a person wants one short
 * sentence.  So all the words that begin a statement become "a statement",
 * and what people typically meant is said in a note.
 */
#include <config.h>

#include "syntax.h"

#include <string.h>

#include "base/suggest.h"

static const char *const keywords[]
  = { "model", "field",  "lock",     "atomicset", "proc",   "process",
      "sync",  "unit",   "read",     "write",     "call",   "if",
      "else",  "while",  "loop",     "choose",    "or",     "break",
      "continue", "return", "skip",  "goto",      "label",  "unlock" };

const char *
eml_keyword (unsigned index)
{
  return index < sizeof keywords / sizeof *keywords ? keywords[index] : NULL;
}

static bool
is_name_character (char c, bool first)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$'
         || (!first && ((c >= '0' && c <= '9') || c == '.'));
}

bool
eml_name_is_plain (const char *name)
{
  for (unsigned i = 0; eml_keyword (i); i++)
    if (strcmp (name, eml_keyword (i)) == 0)
      return false;
  if (!is_name_character (name[0], true))
    return false;
  for (const char *c = name; *c; c++)
    if (!is_name_character (*c, false))
      return false;
  return true;
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
  else if (strcmp (token, "a quoted name") == 0 && error->name)
    return;
  else if (strcmp (token, "'lock'") == 0)
    return; /* a statement or a declaration, and never alone */
  else if (error->others < sizeof error->other / sizeof *error->other)
    error->other[error->others++] = token;
}

/* "a statement or '}'", "';', ',' or '@'" ... */
static void
list_expected (const struct eml_syntax_error *error, char *text, size_t size)
{
  const char *items[12];
  unsigned count = 0;
  if (error->declaration)
    items[count++] = "a declaration";
  if (error->statement)
    items[count++] = "a statement";
  if (error->name)
    items[count++] = "a name";
  for (unsigned i = 0; i < error->others; i++)
    {
      /* A statement may be a block, and a position may stand anywhere: true,
         but no help. */
      bool noise = (error->statement && strcmp (error->other[i], "'{'") == 0)
                   || (error->others > 1 && strcmp (error->other[i], "'@'") == 0);
      if (!noise)
        items[count++] = error->other[i];
    }
  size_t length = 0;
  text[0] = 0;
  for (unsigned i = 0; i < count && length < size; i++)
    {
      const char *glue = i == 0 ? "" : i + 1 == count ? " or " : ", ";
      int wrote = snprintf (text + length, size - length, "%s%s", glue, items[i]);
      length += wrote > 0 ? (size_t) wrote : 0;
    }
}

static bool
expects (const struct eml_syntax_error *error, const char *token)
{
  for (unsigned i = 0; i < error->others; i++)
    if (strcmp (error->other[i], token) == 0)
      return true;
  return false;
}

/* The text of the token, for the message; long ones are cut. */
static const char *
token_text (struct eml_parser *parser, const struct eml_syntax_error *error)
{
  uint32_t length = error->span.end - error->span.begin;
  const uint32_t most = 40;
  uint32_t shown = length < most ? length : most;
  while (shown < length
         && ((unsigned char) parser->source->text[error->span.begin + shown] & 0xC0) == 0x80)
    shown++;
  return arena_copy (parser->arena, parser->source->text + error->span.begin, shown);
}

/* A word where a statement or declaration should begin: which one was meant? */
static const char *
meant_keyword (const struct eml_syntax_error *error, const char *word)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (unsigned i = 0; eml_keyword (i); i++)
    suggest_offer (&suggest, eml_keyword (i));
  return error->statement || error->declaration ? suggest.best : NULL;
}

static void
add_advice (struct eml_parser *parser, const struct eml_syntax_error *error,
            const char *text)
{
  bool is_keyword = false;
  for (unsigned i = 0; eml_keyword (i); i++)
    is_keyword |= strcmp (text, eml_keyword (i)) == 0;
  if (error->at_end && parser->braces.count > 0)
    diag_note (parser->diags, parser->braces.at[parser->braces.count - 1],
               "this '{' is not closed");
  else if (error->name && is_keyword)
    diag_note (parser->diags, error->span,
               "'%s' is a keyword; in quotes it is a name: \"%s\"", text, text);
  else if (expects (error, "'*'"))
    diag_note (parser->diags, error->span,
               "a model has no data: every condition is a free choice, "
               "written (*)");
  else if (expects (error, "'{'") && strcmp (text, ";") == 0)
    diag_note (parser->diags, error->span, "a body in braces is missing here");
}

void
eml_report_syntax_error (struct eml_parser *parser,
                         const struct eml_syntax_error *error)
{
  char expected[256];
  list_expected (error, expected, sizeof expected);
  const char *text = token_text (parser, error);
  struct span span = error->span;

  /* What is missing at the end of a line is shown there, not on the next. */
  if (expects (error, "';'") && parser->last.end > 0
      && memchr (parser->source->text + parser->last.end, '\n',
                 span.begin - parser->last.end))
    {
      diag_error (parser->diags, "syntax",
                  (struct span){ parser->last.end, parser->last.end + 1 },
                  "expected %s at the end of this line", expected);
      return;
    }
  const char *word = error->found && strcmp (error->found, "a name") == 0
                       ? meant_keyword (error, text)
                       : NULL;
  if (error->at_end)
    diag_error (parser->diags, "syntax", span,
                "expected %s, but the file ends here", expected);
  else if (word)
    diag_error (parser->diags, "syntax", span,
                "expected %s, found '%s'; did you mean '%s'?", expected, text, word);
  else
    diag_error (parser->diags, "syntax", span, "expected %s, found '%s'", expected,
                text);
  add_advice (parser, error, text);
}
