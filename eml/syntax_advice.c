/* syntax_advice.c -- see syntax.h: notes on typical causes of syntax errors. */
#include <config.h>

#include "eml/syntax.h"

#include <assert.h>
#include <string.h>

#include "eml/advice.h"

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
  assert (parser->last.begin <= parser->last.end);
  return parser->last.end == parser->last.begin + 1
         && parser->source->text[parser->last.begin] == c;
}

static bool
last_word_is (const struct eml_parser *parser, const char *word)
{
  size_t length = strlen (word);
  assert (length > 0 && parser->last.end <= parser->source->length);
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

uint32_t
eml_parentheses_end (const struct eml_parser *parser, uint32_t offset)
{
  const struct source *source = parser->source;
  uint32_t at = skip_blanks (parser, offset), depth = 0;
  assert (offset <= at && at <= source->length);
  for (; at < source->length && !strchr ("{}", source->text[at]); at++)
    {
      depth += source->text[at] == '(';
      depth -= depth > 0 && source->text[at] == ')';
      if (depth == 0)
        return source->text[at] == ')' ? at + 1 : offset;
    }
  return offset;
}

/* See syntax.h: '+' in x++, '-' in x--, '?' in x == 1, '=' in x := 1; ':', '('. */
char
eml_mark_after (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  const char *text = parser->source->text;
  uint32_t next = skip_blanks (parser, error->span.end);
  assert (error->span.begin <= error->span.end && error->found);
  if (!error->statement || strcmp (error->found, "a name") != 0 || !text[next])
    return 0;
  char first = text[next], second = text[next + 1];
  if (first == '(')
    return text[skip_blanks (parser, next + 1)] == '*' ? 0 : '(';
  if (first == ':')
    return second == '=' ? '=' : ':';
  if (strchr ("=!<>", first) && (second == '=' || first == '<' || first == '>'))
    return '?';
  return (first == '+' || first == '-') && second == first ? first : 0;
}

const char *
eml_foreign_word (const struct eml_parser *parser, const struct eml_syntax_error *error)
{
  struct span span = error->span;
  unsigned place = (error->statement ? ADVICE_STATEMENT : 0u)
                   | (error->declaration ? ADVICE_DECLARATION : 0u);
  if (strcmp (error->found, "a name") != 0)
    return NULL;
  if (!place && eml_expects (error, "','"))
    {
      /* "field static x;": the word before the name is the foreign one. */
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

/* Note that a process, class or object is in a class, which may not be closed. */
static void
note_open_class (struct eml_parser *parser, const struct eml_syntax_error *error,
                 const char *text)
{
  assert (parser->class < parser->tree->decls.count);
  struct span class = parser->tree->decls.at[parser->class].name.span;
  uint32_t here = eml_indent_of (parser->source, error->span.begin, true);
  uint32_t there = eml_indent_of (parser->source, class.begin, false);
  if (here != UINT32_MAX && there != UINT32_MAX && here <= there)
    diag_note (parser->diags, class, "this class is not closed");
  else
    diag_note (parser->diags, error->span,
               "a class has fields, locks, atomic sets and procedures; a '%s' stands "
               "outside of it",
               text);
}

/* The name at OFFSET, and its length for printing; "NAME" if there is none. */
static const char *
name_at (const struct eml_parser *parser, uint32_t offset, int *length)
{
  assert (offset <= parser->source->length);
  const char *name = parser->source->text + offset;
  *length = (int) strspn (name, "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  if (*length > 0)
    return name;
  *length = 4;
  return "NAME";
}

/* Add a note about the name TEXT at the start of a statement, with MARK after it. */
static void
note_mark (struct eml_parser *parser, const struct eml_syntax_error *error, char mark,
           const char *text)
{
  struct span span = error->span;
  assert (error->statement && span.begin < span.end);
  switch (mark)
    {
    case '=':
      diag_note (parser->diags, span, "an assignment is written '%s = ...;'", text);
      break;
    case '+':
    case '-':
      diag_note (parser->diags, span, "this is written '%s %c= 1;'", text, mark);
      break;
    case '?':
      diag_note (parser->diags, span,
                 "a comparison is no statement: 'assume (%s ...);' waits for it, 'assert "
                 "(%s ...);' checks it, and an assignment is written with one '='",
                 text, text);
      break;
    case '(':
      diag_note (parser->diags, span, "a call is written 'call %s;'", text);
      break;
    default:
      assert (mark == ':');
      diag_note (parser->diags, span, "a label is written 'label %s:'", text);
    }
}

/* Add a note about a type at the start of a declaration. */
static void
note_type (struct eml_parser *parser, const struct eml_syntax_error *error,
           const char *text)
{
  const char *source = parser->source->text;
  uint32_t at = skip_blanks (parser, error->span.end);
  assert (eml_keyword_kind (text, strlen (text)) == EML_TYPE);
  if (source[at] == '(')
    at = skip_blanks (parser, eml_parentheses_end (parser, at));
  int length;
  const char *name = name_at (parser, at, &length);
  uint32_t after = name == source + at ? at + (uint32_t) length : at;
  if (after > at && source[skip_blanks (parser, after)] == '(')
    diag_note (parser->diags, error->span,
               "a procedure with a result is written 'proc %.*s(...) : %s { ... }'",
               length, name, text);
  else
    diag_note (parser->diags, error->span, "a field is declared by 'field %s %.*s;'",
               text, length, name);
}

/* Add a note about a token TEXT in or after an expression.  False: there is none. */
static bool
note_in_expression (struct eml_parser *parser, const struct eml_syntax_error *error,
                    const char *text)
{
  int length = (int) (parser->last.end - parser->last.begin);
  const char *last = parser->source->text + parser->last.begin;
  const char *advice = NULL;
  assert (length >= 0 && !(error->expression && error->statement));
  if (is_one_of_these (text, "++", "--"))
    advice = text[0] == '+' ? "an increment is a statement of its own: 'x += 1;'"
                            : "a decrement is a statement of its own: 'x -= 1;'";
  else if (strcmp (text, "=") == 0 && error->operator&& eml_expects (error, "')'"))
    advice = "a comparison is written with two '=': '=='";
  else if (strcmp (text, "=") == 0 && error->operator)
    advice = "one assignment a statement, and none in expressions";
  else if (strcmp (text, "call") == 0 && (error->expression || error->operator))
    advice = "a call is a statement of its own: 'x = call p(...);'";
  else if (error->operator&& is_one_of_these (text, "and", "or"))
    advice = text[0] == 'a' ? "this is written '&&'" : "this is written '||'";
  else if (error->operator&& last_word_is (parser, "not"))
    advice = "this is written '!'";
  else if (error->operator&& strcmp (text, "(") == 0 && length > 0
           && strchr ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$\"",
                      last[0]))
    diag_note (parser->diags, error->span,
               "a call is a statement of its own: 'x = call %.*s(...);'",
               length < 40 ? length : 40, last);
  else
    return false;
  if (advice)
    diag_note (parser->diags, error->span, "%s", advice);
  return true;
}

/* Has a condition no parentheses, or nothing in them, at the token TEXT? */
static bool
is_condition_missing (const struct eml_parser *parser,
                      const struct eml_syntax_error *error, const char *text)
{
  bool is_open = eml_expects (error, "'('") && !error->expression
                 && !eml_expects (error, "'{'") && !eml_expects (error, "';'")
                 && !error->name;
  return is_open
         || (error->expression && strcmp (text, ")") == 0 && last_token_is (parser, '('));
}

/* A sentence about the token TEXT, or null. */
static const char *
find_advice (const struct eml_parser *parser, const struct eml_syntax_error *error,
             const char *text)
{
  unsigned kind = eml_keyword_kind (text, strlen (text));
  bool is_statement = kind & (EML_STATEMENT | EML_MIDDLE) && !(kind & EML_DECLARATION);
  if (strcmp (text, "volatile") == 0 && (error->declaration || error->statement))
    return "a volatile field is declared by 'field volatile NAME;'";
  if (strcmp (text, "atomic") == 0 && error->declaration && !error->name)
    return "an atomic set is declared by 'atomicset NAME { FIELD, FIELD }'";
  if (error->name && !error->expression && strcmp (text, "(") == 0)
    return "names stand without parentheses: 'sync m { ... }', 'read x;'";
  if (is_condition_missing (parser, error, text))
    return "a condition stands in parentheses: (x < 3), or (*) if it may go either way";
  if (error->name && is_after_object (parser))
    return "the class comes first: 'object CLASS NAME, NAME;'";
  bool is_param = error->declaration && error->name;
  bool is_list = last_token_is (parser, '(') || last_token_is (parser, ',');
  if ((error->name && !error->statement && !error->expression
       && is_one_of_these (text, ")", ",") && !is_list)
      || (is_param && is_list))
    return "a parameter is a value, an object, a lock or a field: 'int NAME', "
           "'CLASS NAME', 'lock NAME', 'field NAME'";
  if (eml_expects (error, "';'") && eml_expects (error, "'='") && strcmp (text, "[") == 0)
    return "a local variable is no array; a field may be one: 'field int NAME[8];'";
  if (eml_expects (error, "';'")
      && !error->operator&& parser->braces.count> 0 && strcmp (text, "=") == 0)
    return "an assignment is written 'x = ...;', without a word before it";
  if (eml_expects (error, "';'") && strcmp (text, "(") == 0)
    return "names stand without parentheses: 'start P;', 'read x;'";
  if (eml_expects (error, "';'") && strcmp (text, ",") == 0)
    return "one name a statement; only goto, unit and declarations take several";
  if (eml_expects (error, "'{'") && is_one_of_these (text, "extends", "implements"))
    return "classes do not inherit from each other: write what they share in each of "
           "them, or in a procedure with parameters";
  if (eml_expects (error, "'{'") && eml_expects (error, "':'") && kind & EML_TYPE)
    return "the type of the result stands after a colon: 'proc NAME(...) : int'";
  if (eml_expects (error, "'{'") && strcmp (text, ";") == 0)
    return "a body in braces is missing here";
  if (error->position && !error->name)
    return last_token_is (parser, ',')
             ? "the text of an assert stands in quotes"
             : "a position stands in quotes: @\"Stack.java:42\"";
  if (error->statement && strcmp (text, "else") == 0)
    return "an 'else' comes right after the '}' of an 'if'";
  if (error->statement && strcmp (text, "or") == 0)
    return "an 'or' comes right after the '}' of a 'choose'";
  if (error->is_declaration && parser->braces.count > 0)
    return "declarations stand outside of bodies";
  if (error->declaration && is_statement)
    return "statements stand in the body of a proc or process";
  return NULL;
}

/* Add a note that needs more than a sentence.  False if there is none. */
static bool
add_note (struct eml_parser *parser, const struct eml_syntax_error *error,
          const char *text)
{
  unsigned kind = eml_keyword_kind (text, strlen (text));
  if (error->at_end)
    {
      if (parser->braces.count > 0)
        eml_note_open_brace (parser);
      else if (parser->class != TREE_NO_CLASS)
        diag_note (parser->diags, parser->tree->decls.at[parser->class].name.span,
                   "this class is not closed");
      return true;
    }
  if (kind & EML_TYPE && error->declaration && !error->name)
    note_type (parser, error, text);
  else if (error->name && kind != EML_NO_KEYWORD
           && !(error->declaration && strcmp (text, "volatile") == 0))
    diag_note (parser->diags, error->span,
               "'%s' is a keyword; in quotes it is a name: \"%s\"", text, text);
  else if (error->name && is_lock_missing (parser, error, text))
    diag_note (parser->diags, error->span, "say which lock: '%.*s LOCK;'",
               (int) (parser->last.end - parser->last.begin),
               parser->source->text + parser->last.begin);
  else if (error->declaration && is_class (parser, text))
    {
      int length;
      const char *name = name_at (parser, skip_blanks (parser, error->span.end), &length);
      diag_note (parser->diags, error->span,
                 "an object of this class is declared by 'object %s %.*s;'", text, length,
                 name);
    }
  else if (eml_expects (error, "'{'") && kind & EML_STATEMENT && !error->statement
           && !(kind & EML_DECLARATION))
    diag_note (parser->diags, error->span, "a body stands in braces: { %s ... }", text);
  else if (error->is_declaration && error->declaration && parser->braces.count == 0
           && parser->class != TREE_NO_CLASS)
    note_open_class (parser, error, text);
  else
    return false;
  return true;
}

void
eml_add_advice (struct eml_parser *parser, const struct eml_syntax_error *error,
                char mark, const char *text, const char *foreign)
{
  assert (error->span.begin <= error->span.end);
  const char *advice = foreign;
  if (!foreign)
    {
      if (mark)
        {
          note_mark (parser, error, mark, text);
          return;
        }
      if (note_in_expression (parser, error, text) || add_note (parser, error, text))
        return;
      advice = find_advice (parser, error, text);
    }
  if (advice)
    diag_note (parser->diags, error->span, "%s", advice);
}
