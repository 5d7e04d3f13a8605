/* syntax_error.c -- what to say about a token that does not fit.
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
#include "eml/advice.h"

/* What a keyword begins.  `lock' begins a statement or a declaration. */
enum keyword_kind
{
  NO_KEYWORD = 0,
  MIDDLE = 1, /* it is inside a statement */
  STATEMENT = 2,
  DECLARATION = 4,
};

static const struct
{
  const char *word;
  unsigned kind;
} keywords[]
  = { { "model", DECLARATION },  { "field", DECLARATION },
      { "lock", STATEMENT | DECLARATION }, { "atomicset", DECLARATION },
      { "proc", DECLARATION },   { "process", DECLARATION }, { "sync", STATEMENT },
      { "unit", STATEMENT },     { "read", STATEMENT },      { "write", STATEMENT },
      { "call", STATEMENT },     { "if", STATEMENT },        { "else", MIDDLE },
      { "while", STATEMENT },    { "loop", STATEMENT },      { "choose", STATEMENT },
      { "or", MIDDLE },          { "break", STATEMENT },     { "continue", STATEMENT },
      { "return", STATEMENT },   { "skip", STATEMENT },      { "goto", STATEMENT },
      { "label", STATEMENT },    { "unlock", STATEMENT },    { "start", STATEMENT },
      { "join", STATEMENT },     { "wait", STATEMENT },      { "notify", STATEMENT },
      { "notifyall", STATEMENT }, { "volatile", MIDDLE },    { "class", DECLARATION },
      { "object", DECLARATION } };
#define KEYWORDS (sizeof keywords / sizeof *keywords)

/* What the word of LENGTH bytes begins. */
static unsigned
kind_of (const char *word, size_t length)
{
  for (size_t i = 0; i < KEYWORDS; i++)
    if (strlen (keywords[i].word) == length
        && strncmp (keywords[i].word, word, length) == 0)
      return keywords[i].kind;
  return NO_KEYWORD;
}

void
eml_expect (struct eml_syntax_error *error, const char *token)
{
  size_t length = strlen (token);
  unsigned kind = token[0] == '\'' ? kind_of (token + 1, length - 2) : NO_KEYWORD;
  assert (error->others <= sizeof error->other / sizeof *error->other);
  if (kind & (STATEMENT | DECLARATION))
    {
      /* `lock' fits only where other statements or declarations do. */
      error->statement |= kind == STATEMENT;
      error->declaration |= kind == DECLARATION;
    }
  else if (strcmp (token, "a name") == 0)
    error->name = true;
  else if (strcmp (token, "a quoted name") == 0)
    error->position = true; /* unless any name would do */
  else if (strcmp (token, "end of file") != 0 /* the alternatives are of more help */
           && error->others < sizeof error->other / sizeof *error->other)
    error->other[error->others++] = token;
}

static bool
expects (const struct eml_syntax_error *error, const char *token)
{
  for (unsigned i = 0; i < error->others; i++)
    if (strcmp (error->other[i], token) == 0)
      return true;
  return false;
}

/* The items that a person wants to read, from the tokens that fit. */
static struct expect
list_expected (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  struct expect expect
    = { .span = error->span, .last = parser->last, .at_end = error->at_end };
  bool is_param = error->declaration && error->name; /* `lock l', or an object */
  if (error->declaration)
    expect_add (&expect, is_param ? "a parameter" : "a declaration");
  if (error->statement)
    expect_add (&expect, "a statement");
  if (error->name && !is_param)
    expect_add (&expect, "a name");
  else if (error->position)
    expect_add (&expect, "a position");
  for (unsigned i = 0; i < error->others; i++)
    {
      /* A statement may be a block, a process may be one of its copies, a field may
         be volatile, and a position may stand anywhere: true, but no help. */
      bool noise = (error->statement && strcmp (error->other[i], "'{'") == 0)
                   || (error->name && strcmp (error->other[i], "'volatile'") == 0)
                   || (expects (error, "';'") && strcmp (error->other[i], "'['") == 0)
                   || (error->others > 1 && strcmp (error->other[i], "'@'") == 0);
      if (!noise)
        expect_add (&expect, error->other[i]);
    }
  return expect;
}

/* The keyword that WORD, where a statement or declaration should begin, was probably
   meant to be; or null. */
static const char *
meant_keyword (const struct eml_syntax_error *error, const char *word)
{
  struct suggest suggest;
  suggest_init (&suggest, word);
  for (size_t i = 0; i < KEYWORDS; i++)
    if ((keywords[i].kind & DECLARATION && error->declaration)
        || (keywords[i].kind != DECLARATION && error->statement))
      suggest_offer (&suggest, keywords[i].word);
  return suggest.best;
}

static uint32_t
skip_blanks (const struct eml_parser *parser, uint32_t offset)
{
  assert (offset <= parser->source->length);
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

static bool
last_word_is (const struct eml_parser *parser, const char *word)
{
  size_t length = strlen (word);
  return parser->last.end - parser->last.begin == length
         && strncmp (parser->source->text + parser->last.begin, word, length) == 0;
}

/* Is the last token the first name of a declaration of objects? */
static bool
is_after_object (const struct eml_parser *parser)
{
  static const char word[] = "object";
  const char *text = parser->source->text;
  uint32_t end = parser->last.begin;
  assert (end <= parser->source->length);
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
    end--;
  return end >= strlen (word) && end < parser->last.begin
         && strncmp (text + end - strlen (word), word, strlen (word)) == 0;
}

/* Does TEXT end a `wait', `notify' or `notifyall' that names no lock: `wait;' or, if it
   is the parenthesis, `wait ()'? */
static bool
is_lock_missing (const struct eml_parser *parser, const struct eml_syntax_error *error,
                 const char *text)
{
  if (!last_word_is (parser, "wait") && !last_word_is (parser, "notify")
      && !last_word_is (parser, "notifyall"))
    return false;
  return strcmp (text, ";") == 0
         || (strcmp (text, "(") == 0
             && parser->source->text[skip_blanks (parser, error->span.end)] == ')');
}

/* Is TEXT the name of a class that was declared before? */
static bool
is_class (const struct eml_parser *parser, const char *text)
{
  for (uint32_t d = 0; d < parser->tree->decls.count; d++)
    if (parser->tree->decls.at[d].kind == TREE_CLASS
        && strcmp (names_text (parser->names, parser->tree->decls.at[d].name.name), text)
             == 0)
      return true;
  return false;
}

/* The end of the parentheses that follow the word that ends at OFFSET; OFFSET if there
   are none. */
static uint32_t
parentheses_end (const struct eml_parser *parser, uint32_t offset)
{
  const struct source *source = parser->source;
  uint32_t at = skip_blanks (parser, offset), depth = 0;
  for (; at < source->length && !strchr ("{}", source->text[at]); at++)
    {
      depth += source->text[at] == '(';
      depth -= depth > 0 && source->text[at] == ')';
      if (depth == 0)
        return source->text[at] == ')' ? at + 1 : offset;
    }
  return offset;
}

/* Say which brace is not closed.  The innermost open one, as far as the parser
   knows; but if an earlier block ends in another column than it begins, then that
   block lacks its brace and took the brace of the block around it. */
static void
note_open_brace (struct eml_parser *parser)
{
  assert (parser->braces.count > 0);
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

/* The mark that follows a name where a statement should begin, if that shows what was
   meant: '=' for x = 1, '+' for x += 1 and x++, '?' for x == 1, ':' or '('; otherwise
   0. */
static char
mark_after (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  const char *text = parser->source->text;
  uint32_t next = skip_blanks (parser, error->span.end);
  if (!error->statement || strcmp (error->found, "a name") != 0 || !text[next])
    return 0;
  if (text[next] == '(')
    return text[skip_blanks (parser, next + 1)] == '*' ? 0 : '(';
  if (text[next] == ':')
    return ':';
  if (text[next] == '=')
    return text[next + 1] == '=' ? '?' : '=';
  return strchr ("+-*/%&|^", text[next])
           && (text[next + 1] == '=' || text[next + 1] == text[next]) ? '+' : 0;
}

/* How a person who brings words from another language says this in EML; or null. */
static const char *
foreign_word (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  struct span span = error->span;
  unsigned place = (error->statement ? ADVICE_STATEMENT : 0u)
                   | (error->declaration ? ADVICE_DECLARATION : 0u);
  if (strcmp (error->found, "a name") != 0)
    return NULL;
  if (!place && expects (error, "','"))
    {
      /* "field volatile x;": the word before the name is the foreign one. */
      span = parser->last;
      place = ADVICE_DECLARATION;
    }
  assert (span.begin < span.end);
  return place ? advice_about (parser->source, span, place, parser->arena) : NULL;
}

static bool
is_one_of_these (const char *text, const char *a, const char *b)
{
  return strcmp (text, a) == 0 || strcmp (text, b) == 0;
}

/* A process, class or object in a class: perhaps because the class is not closed. */
static void
note_open_class (struct eml_parser *parser, const struct eml_syntax_error *error,
                 const char *text)
{
  struct span class = parser->tree->decls.at[parser->class].name.span;
  uint32_t here = eml_indent_of (parser->source, error->span.begin, true);
  uint32_t there = eml_indent_of (parser->source, class.begin, false);
  if (here != UINT32_MAX && there != UINT32_MAX && here <= there)
    diag_note (parser->diags, class, "this class is not closed");
  else
    diag_note (parser->diags, error->span,
               "a class has fields, locks, atomic sets and procedures; a '%s' stands "
               "outside of it", text);
}

/* Add a note about what a person who writes the token TEXT here typically means; MARK
   (or 0) follows the token.  FOREIGN, if not null, is what to say about it as a word of
   another language. */
static void
add_advice (struct eml_parser *parser, const struct eml_syntax_error *error, char mark,
            const char *text, const char *foreign)
{
  unsigned kind = kind_of (text, strlen (text));
  bool is_statement = kind != NO_KEYWORD && !(kind & DECLARATION);
  const char *advice = NULL;
  if (foreign)
    advice = foreign;
  else if (mark == '=')
    diag_note (parser->diags, error->span,
               "a model has no data: an assignment is written 'write %s;', after a "
               "'read' of each field on its right", text);
  else if (mark == '+')
    diag_note (parser->diags, error->span,
               "a model has no data: this is written 'read %s; write %s;'", text, text);
  else if (mark == '?')
    diag_note (parser->diags, error->span,
               "a model has no data: a comparison is written 'read %s;'", text);
  else if (mark == '(')
    diag_note (parser->diags, error->span, "a call is written 'call %s;'", text);
  else if (mark == ':')
    diag_note (parser->diags, error->span, "a label is written 'label %s:'", text);
  else if (error->at_end)
    {
      if (parser->braces.count > 0)
        note_open_brace (parser);
      else if (parser->class != TREE_NO_CLASS)
        diag_note (parser->diags, parser->tree->decls.at[parser->class].name.span,
                   "this class is not closed");
    }
  else if (strcmp (text, "volatile") == 0 && (error->declaration || error->statement))
    advice = "a volatile field is declared by 'field volatile NAME;'";
  else if (error->name && kind != NO_KEYWORD)
    diag_note (parser->diags, error->span,
               "'%s' is a keyword; in quotes it is a name: \"%s\"", text, text);
  else if (error->name && is_lock_missing (parser, error, text))
    diag_note (parser->diags, error->span, "say which lock: '%.*s LOCK;'",
               (int) (parser->last.end - parser->last.begin),
               parser->source->text + parser->last.begin);
  else if (error->name && strcmp (text, "(") == 0)
    advice = "names stand without parentheses: 'sync m { ... }', 'read x;'";
  else if (expects (error, "'*'")
           || (expects (error, "')'") && last_token_is (parser, '*'))
           || (expects (error, "'('") && !expects (error, "'{'")
               && !expects (error, "';'")))
    advice = "a model has no data: every condition is a free choice, written (*)";
  else if (error->name && is_after_object (parser))
    advice = "the class comes first: 'object CLASS NAME, NAME;'";
  else if (error->name && !error->statement && is_one_of_these (text, ")", ",")
           && !last_token_is (parser, ',') && !last_token_is (parser, '('))
    advice = "a parameter is an object, a lock or a field: 'CLASS NAME', 'lock NAME', "
             "'field NAME'";
  else if (expects (error, "')'")
           && (last_token_is (parser, '(') || last_token_is (parser, ',')))
    advice = "a model has no data: parameters and arguments are objects, locks and "
             "fields";
  else if (expects (error, "';'") && strcmp (text, "(") == 0)
    advice = "names stand without parentheses: 'start P;', 'read x;'";
  else if (error->declaration && is_class (parser, text))
    {
      const char *name = parser->source->text + skip_blanks (parser, error->span.end);
      int length = (int) strspn (name, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
      diag_note (parser->diags, error->span,
                 "an object of this class is declared by 'object %s %.*s;'", text,
                 length > 0 ? length : 4, length > 0 ? name : "NAME");
    }
  else if (expects (error, "';'") && strcmp (text, ",") == 0)
    advice = "one name a statement; only goto, unit and declarations take several";
  else if (expects (error, "'{'") && is_one_of_these (text, "extends", "implements"))
    advice = "classes do not inherit from each other: write what they share in each of "
             "them, or in a procedure with parameters";
  else if (expects (error, "'{'") && strcmp (text, ";") == 0)
    advice = "a body in braces is missing here";
  else if (expects (error, "'{'") && is_statement && !error->statement)
    diag_note (parser->diags, error->span, "a body stands in braces: { %s ... }", text);
  else if (error->position && !error->name)
    advice = "a position stands in quotes: @\"Stack.java:42\"";
  else if (error->statement && strcmp (text, "else") == 0)
    advice = "an 'else' comes right after the '}' of an 'if'";
  else if (error->statement && strcmp (text, "or") == 0)
    advice = "an 'or' comes right after the '}' of a 'choose'";
  else if (error->is_declaration && error->declaration && parser->braces.count == 0
           && parser->class != TREE_NO_CLASS)
    note_open_class (parser, error, text);
  else if (error->is_declaration && parser->braces.count > 0)
    advice = "declarations stand outside of bodies";
  else if (error->declaration && is_statement)
    advice = "statements stand in the body of a proc or process";
  if (advice)
    diag_note (parser->diags, error->span, "%s", advice);
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
  if (strcmp (text, "else") == 0 || strcmp (text, "or") == 0)
    return true; /* its `if' or `choose' was not understood */
  if (error->statement
      && (strcmp (text, ";") == 0 || strcmp (text, ")") == 0
          || strcmp (text, "catch") == 0 || strcmp (text, "finally") == 0))
    return true; /* what is left of `for (;;)' or `try' */
  /* What is left of a declaration that was not understood; a name at the
     start of a line is likely to be a new mistake. */
  return error->declaration && !error->at_end
         && (strcmp (error->found, "a name") != 0
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

/* Supply the tokens that are missing before this one, so that the following text is
   understood as it was meant: the parser skips this token, then reads the
   missing ones, at which it recovers, and then this token again. */
static void
supply (struct eml_parser *parser, const struct eml_syntax_error *error,
        bool semicolon, uint32_t braces)
{
  if (error->has_value || error->at_end)
    return;
  assert (!parser->held && parser->current_token);
  assert (semicolon || braces > 0);
  parser->owed_semicolon = semicolon;
  parser->owed = braces;
  parser->held = parser->current_token;
  parser->held_span = error->span;
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
  assert (error->span.begin <= error->span.end && error->found);
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
  char mark = mark_after (parser, error);
  bool assigns = mark == '=' || mark == '+' || mark == '?';
  const char *foreign = assigns ? NULL : foreign_word (parser, error);
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
      note_open_brace (parser);
      supply (parser, error, expects (error, "';'"), parser->braces.count);
      return;
    }
  if (place == EXPECT_TOKEN && error->declaration && strcmp (text, "}") == 0)
    diag_error (parser->diags, "syntax", error->span,
                "this '}' closes nothing: no block is open");
  else
    {
      expect_report (&expect, parser->diags, word);
      if (place == EXPECT_TOKEN && !word && expects (error, "';'")
          && kind_of (text, strlen (text)) != NO_KEYWORD)
        supply (parser, error, true, 0);
    }
  add_advice (parser, error, mark, text, foreign);
  if (foreign && strcmp (text, "for") == 0)
    parser->foreign_end = parentheses_end (parser, error->span.end);
}
