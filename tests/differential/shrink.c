/* shrink.c -- see shrink.h: the model, and both in turn.
 *
 * The tokens of the model stand in a table; an edit marks some as gone and may
 * put tokens in the place of others.  Where a statement begins and which braces
 * belong together is all the grammar that is needed: whatever an edit breaks,
 * the test refuses.
 */
#include <config.h>

#include "shrink.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "eml/eml.h"
#include "eml/format.h"

struct token
{
  const char *text;
  uint32_t length;
};

typedef VEC (struct token) token_list;

struct shrinker
{
  struct arena *arena;
  const char *automata;
  shrink_test *test;
  void *context;
  uint32_t *tests;
  token_list tokens; /* that passed the test last */
  bool *gone;        /* by token: removed by the current edit */
};

/* ---- Tokens. ---- */

static const char *
skip_space (const char *text)
{
  for (;;)
    {
      text += strspn (text, " \t\n\v\f\r");
      if (text[0] == '/' && text[1] == '/')
        text += strcspn (text, "\n");
      else if (text[0] == '/' && text[1] == '*')
        {
          const char *end = strstr (text + 2, "*/");
          text = end ? end + 2 : text + strlen (text);
        }
      else
        return text;
    }
}

static uint32_t
token_length (const char *text)
{
  if (*text == '"')
    {
      const char *end = text + 1;
      while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
      return (uint32_t) (end - text) + (*end == '"');
    }
  uint32_t length = 0;
  while (isalnum ((unsigned char) text[length])
         || (text[length] && strchr ("_$.", text[length])))
    length++;
  return length > 0 ? length : 1;
}

static void
tokenize (token_list *tokens, const char *text, struct arena *arena)
{
  for (text = skip_space (text); *text; text = skip_space (text))
    {
      struct token token = { text, token_length (text) };
      *vec_push (arena, tokens) = token;
      text += token.length;
    }
}

static bool
is_word (const struct shrinker *s, uint32_t i, const char *word)
{
  if (i >= s->tokens.count)
    return false;
  const struct token *token = &s->tokens.at[i];
  return token->length == strlen (word) && memcmp (token->text, word, token->length) == 0;
}

static bool
is_one_of (const struct shrinker *s, uint32_t i, const char *marks)
{
  return i < s->tokens.count && s->tokens.at[i].length == 1
         && strchr (marks, s->tokens.at[i].text[0]);
}

static bool
is_name (const struct shrinker *s, uint32_t i)
{
  return i < s->tokens.count && !ispunct ((unsigned char) s->tokens.at[i].text[0]);
}

/* The brace that closes the one at OPEN. */
static uint32_t
matching (const struct shrinker *s, uint32_t open)
{
  uint32_t depth = 0;
  for (uint32_t i = open; i < s->tokens.count; i++)
    {
      depth += is_one_of (s, i, "{");
      depth -= is_one_of (s, i, "}");
      if (depth == 0)
        return i;
    }
  return s->tokens.count - 1;
}

/* Does a statement, a declaration, or an arm of a block begin at I? */
static bool
starts_statement (const struct shrinker *s, uint32_t i)
{
  return i == 0 || is_one_of (s, i - 1, ";{}:");
}

/* Its first brace or its end, whichever comes first. */
static uint32_t
head_end (const struct shrinker *s, uint32_t i)
{
  while (i + 1 < s->tokens.count && !is_one_of (s, i, "{};:"))
    i++;
  return i;
}

/* ---- Testing. ---- */

static char *
join (const token_list *tokens, const bool *gone)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  for (uint32_t i = 0; i < tokens->count; i++)
    {
      if (gone && gone[i])
        continue;
      fwrite (tokens->at[i].text, 1, tokens->at[i].length, out);
      char last = tokens->at[i].text[tokens->at[i].length - 1];
      fputc (strchr (";{}:", last) ? '\n' : ' ', out);
    }
  if (fclose (out) != 0)
    abort ();
  return text;
}

static bool
passes (struct shrinker *s, const token_list *tokens, const bool *gone)
{
  char *text = join (tokens, gone);
  ++*s->tests;
  bool fine = s->test (text, s->automata, s->context);
  free (text);
  return fine;
}

/* Make the current edit, if the test allows it. */
static bool
try_edit (struct shrinker *s)
{
  bool fine = passes (s, &s->tokens, s->gone);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->tokens.count; i++)
    if (!fine || !s->gone[i])
      s->tokens.at[kept++] = s->tokens.at[i];
  memset (s->gone, 0, s->tokens.count * sizeof *s->gone);
  s->tokens.count = kept;
  return fine;
}

static void
mark (struct shrinker *s, uint32_t first, uint32_t last)
{
  assert (first <= last && last < s->tokens.count);
  for (uint32_t i = first; i <= last; i++)
    s->gone[i] = true;
}

static bool
try_without (struct shrinker *s, uint32_t first, uint32_t last)
{
  mark (s, first, last);
  return try_edit (s);
}

/* ---- Edits at a token. ---- */

/* A whole statement or declaration. */
static bool
drop_statement (struct shrinker *s, uint32_t i)
{
  if (!starts_statement (s, i) || is_one_of (s, i, "}"))
    return false;
  uint32_t end = head_end (s, i);
  if (is_one_of (s, end, "}"))
    return false;
  if (is_one_of (s, end, "{"))
    end = matching (s, end);
  return try_without (s, i, end);
}

/* `{ .. } else' or `{ .. } or': the other arm stays. */
static bool
drop_arm (struct shrinker *s, uint32_t i)
{
  if (!is_one_of (s, i, "{"))
    return false;
  uint32_t end = matching (s, i) + 1;
  return (is_word (s, end, "else") || is_word (s, end, "or")) && try_without (s, i, end);
}

/* The head of a block: what is in it stays. */
static bool
drop_head (struct shrinker *s, uint32_t i)
{
  if (!starts_statement (s, i) || is_one_of (s, i, "{}"))
    return false;
  uint32_t end = head_end (s, i);
  return is_one_of (s, end, "{") && try_without (s, i, end - 1);
}

/* Both braces. */
static bool
drop_braces (struct shrinker *s, uint32_t i)
{
  if (!is_one_of (s, i, "{"))
    return false;
  s->gone[i] = s->gone[matching (s, i)] = true;
  return try_edit (s);
}

/* A pair of `lock' and `unlock': neither can go alone. */
static bool
drop_lock_pair (struct shrinker *s, uint32_t i)
{
  if (!is_word (s, i, "lock") || !is_one_of (s, i + 2, ";"))
    return false;
  for (uint32_t k = i + 3; k + 2 < s->tokens.count; k++)
    if (is_word (s, k, "unlock") && is_one_of (s, k + 2, ";"))
      {
        mark (s, i, i + 2);
        mark (s, k, k + 2);
        if (try_edit (s))
          return true;
      }
  return false;
}

/* Small things: a name in a list, a count, a position, parentheses, a keyword. */
static bool
drop_small (struct shrinker *s, uint32_t i)
{
  if (is_one_of (s, i, "@") && i + 1 < s->tokens.count)
    return try_without (s, i, i + 1);
  if (is_one_of (s, i, "(") && is_one_of (s, i + 1, ")"))
    return try_without (s, i, i + 1);
  if (is_one_of (s, i, "[") && is_one_of (s, i + 2, "]"))
    return try_without (s, i, i + 2);
  if (is_one_of (s, i, ",") && i + 1 < s->tokens.count && try_without (s, i, i + 1))
    return true;
  if (is_one_of (s, i + 1, ",") && try_without (s, i, i + 1))
    return true;
  return is_name (s, i) && is_one_of (s, i + 1, "{") && try_without (s, i, i);
}

/* The body in place of a call. */
static bool
inline_call (struct shrinker *s, uint32_t i)
{
  if (!is_word (s, i, "call") || !is_one_of (s, i + 2, ";"))
    return false;
  const struct token *name = &s->tokens.at[i + 1];
  for (uint32_t k = 0; k + 2 < s->tokens.count; k++)
    {
      const struct token *other = &s->tokens.at[k + 1];
      if (!is_word (s, k, "proc") || other->length != name->length
          || memcmp (other->text, name->text, name->length) != 0)
        continue;
      uint32_t open = head_end (s, k), close = matching (s, open);
      if (open < i && i < close)
        return false; /* it calls itself */
      token_list tokens = VEC_EMPTY;
      for (uint32_t t = 0; t < s->tokens.count; t++)
        if (t < i || t > i + 2)
          *vec_push (s->arena, &tokens) = s->tokens.at[t];
        else if (t == i)
          for (uint32_t b = open; b <= close; b++)
            *vec_push (s->arena, &tokens) = s->tokens.at[b];
      /* Only where the model does not grow for good. */
      if (tokens.count > 2 * s->tokens.count || !passes (s, &tokens, NULL))
        return false;
      s->tokens = tokens;
      s->gone = arena_calloc (s->arena, tokens.count + (size_t) 1, sizeof *s->gone);
      return true;
    }
  return false;
}

/* Only where the procedure is called nowhere else, so that it can go next. */
static bool
inline_single_call (struct shrinker *s, uint32_t i)
{
  if (!is_word (s, i, "call"))
    return false;
  const struct token *name = &s->tokens.at[i + 1];
  uint32_t calls = 0;
  for (uint32_t k = 0; k + 1 < s->tokens.count; k++)
    {
      const struct token *other = &s->tokens.at[k + 1];
      calls += is_word (s, k, "call") && other->length == name->length
               && memcmp (other->text, name->text, name->length) == 0;
    }
  return calls == 1 && inline_call (s, i);
}

typedef bool edit (struct shrinker *s, uint32_t token);

/* From much to little. */
static edit *const edits[] = {
  drop_statement, drop_arm,   drop_head,          drop_lock_pair,
  drop_braces,    drop_small, inline_single_call,
};

/* Every edit at every token; true if one was made. */
static bool
shrink_once (struct shrinker *s)
{
  bool shrunk = false;
  for (size_t e = 0; e < sizeof edits / sizeof edits[0]; e++)
    for (uint32_t i = 0; i < s->tokens.count; i++)
      while (i < s->tokens.count && edits[e](s, i))
        shrunk = true;
  return shrunk;
}

char *
shrink_model (const char *model, const char *automata, shrink_test *test, void *context,
              uint32_t *tests)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  struct shrinker s = { .arena = &arena,
                        .automata = automata,
                        .test = test,
                        .context = context,
                        .tests = tests,
                        .tokens = VEC_EMPTY };
  tokenize (&s.tokens, model, &arena);
  s.gone = arena_calloc (&arena, s.tokens.count + (size_t) 1, sizeof *s.gone);
  while (shrink_once (&s))
    ;
  char *text = join (&s.tokens, NULL);
  arena_clear (&arena);
  return text;
}

struct shrunk
shrink (const char *model, const char *automata, shrink_test *test, void *context)
{
  struct shrunk shrunk = { strdup (model), strdup (automata), 0 };
  if (!shrunk.model || !shrunk.automata)
    abort ();
  size_t before, after;
  do
    {
      before = strlen (shrunk.model) + strlen (shrunk.automata);
      char *text
        = shrink_automata (shrunk.model, shrunk.automata, test, context, &shrunk.tests);
      free (shrunk.automata);
      shrunk.automata = text;
      text = shrink_model (shrunk.model, shrunk.automata, test, context, &shrunk.tests);
      free (shrunk.model);
      shrunk.model = text;
      after = strlen (shrunk.model) + strlen (shrunk.automata);
    }
  while (after < before);
  return shrunk;
}

char *
shrink_format (const char *model)
{
  struct quota quota;
  struct ir_subject subject;
  struct eml eml = { .subject = &subject };
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  char *copy;
  if (eml_parse_text (&eml, "model.eml", model, strlen (model)))
    {
      struct format_text text = { VEC_EMPTY };
      format_source (&text, &subject.source, &subject.arena);
      copy = strndup (text.bytes.at, text.bytes.count);
    }
  else
    copy = strdup (model);
  ir_subject_clear (&subject);
  if (!copy)
    abort ();
  return copy;
}
