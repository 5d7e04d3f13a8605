/* edits.c -- see edits.h.
 *
 * A model is a list of tokens.  Bodies are cut into statements, one inside of another,
 * by their braces and semicolons; an edit moves, copies, removes or inserts some of the
 * tokens, and then everything is cut anew.  What does not fit where it lands is no model,
 * and the reader of models says so. */
#include <config.h>

#include "edits.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "models/families/chance.h"

#define MOST_TOKENS 4000
#define MOST_STATEMENTS 1000
#define MOST_NAMES 40

struct token
{
  const char *at;
  uint32_t length;
};

/* The tokens of a text, which stays with its owner. */
struct tokens
{
  struct token list[MOST_TOKENS];
  uint32_t count;
};

struct statement
{
  uint32_t begin, end; /* tokens */
  uint32_t body;       /* number of the process or procedure */
  uint32_t block;      /* where its block begins: siblings have the same */
};

struct names
{
  struct token list[MOST_NAMES];
  uint32_t count;
};

struct draft
{
  struct chance chance;
  struct tokens tokens;
  struct tokens spare; /* to be inserted */
  struct statement statements[MOST_STATEMENTS];
  uint32_t count, bodies;
  uint32_t fields_at; /* where a declaration can stand */
  struct names ints, arrays, plain, locks, slots, processes;
};

static bool
percent (struct draft *d, uint32_t n)
{
  return chance_percent (&d->chance, n);
}

static uint32_t
below (struct draft *d, uint32_t n)
{
  return chance_below (&d->chance, n);
}

/* ---- Tokens. ---- */

static bool
is (const struct draft *d, uint32_t i, const char *word)
{
  assert (word);
  return i < d->tokens.count && strlen (word) == d->tokens.list[i].length
         && memcmp (word, d->tokens.list[i].at, d->tokens.list[i].length) == 0;
}

static bool
equals (struct token a, struct token b)
{
  return a.length == b.length && memcmp (a.at, b.at, a.length) == 0;
}

/* The length of the token at TEXT. */
static uint32_t
token_length (const char *text)
{
  static const char *const signs[]
    = { "<<=", ">>=", "<<", ">>", "==", "!=", "<=", ">=", "&&",
        "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=" };
  uint32_t length = 1;
  if (*text == '"')
    {
      const char *end = strchr (text + 1, '"');
      return end ? (uint32_t) (end - text) + 1 : (uint32_t) strlen (text);
    }
  if (isalnum ((unsigned char) *text) || *text == '_')
    {
      while (isalnum ((unsigned char) text[length]) || text[length] == '_')
        length++;
      return length;
    }
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strncmp (text, signs[i], strlen (signs[i])) == 0)
      return (uint32_t) strlen (signs[i]);
  return 1;
}

static void
tokens_read (struct tokens *tokens, const char *text)
{
  tokens->count = 0;
  while (*text && tokens->count < MOST_TOKENS)
    if (isspace ((unsigned char) *text))
      text++;
    else if (strncmp (text, "//", 2) == 0)
      text += strcspn (text, "\n");
    else
      {
        uint32_t length = token_length (text);
        tokens->list[tokens->count++] = (struct token){ text, length };
        text += length;
      }
}

/* Before token AT. */
static void
insert (struct draft *d, uint32_t at, const struct token *list, uint32_t count)
{
  struct tokens *tokens = &d->tokens;
  assert (at <= tokens->count);
  if (tokens->count + count > MOST_TOKENS)
    return;
  memmove (&tokens->list[at + count], &tokens->list[at],
           (tokens->count - at) * sizeof *tokens->list);
  memcpy (&tokens->list[at], list, count * sizeof *list);
  tokens->count += count;
}

static void
erase (struct draft *d, uint32_t begin, uint32_t end)
{
  struct tokens *tokens = &d->tokens;
  assert (begin <= end && end <= tokens->count);
  memmove (&tokens->list[begin], &tokens->list[end],
           (tokens->count - end) * sizeof *tokens->list);
  tokens->count -= end - begin;
}

/* ---- Statements and names. ---- */

/* Past what opens at AT, which is there or not. */
static uint32_t
skip_pair (const struct draft *d, uint32_t at, const char *open, const char *close)
{
  if (!is (d, at, open))
    return at;
  for (uint32_t depth = 0; at < d->tokens.count; at++)
    {
      depth += is (d, at, open);
      depth -= is (d, at, close);
      if (depth == 0)
        return at + 1;
    }
  return at;
}

static uint32_t
find (const struct draft *d, uint32_t at, const char *word)
{
  while (at < d->tokens.count && !is (d, at, word))
    at++;
  return at;
}

static uint32_t read_statement (struct draft *d, uint32_t at, uint32_t block);

/* The statements of the block that opens at AT. */
static uint32_t
read_block (struct draft *d, uint32_t at)
{
  uint32_t block = at;
  if (!is (d, at, "{"))
    return at;
  for (at++; at < d->tokens.count && !is (d, at, "}");)
    at = read_statement (d, at, block);
  return at < d->tokens.count ? at + 1 : at;
}

static uint32_t
read_statement (struct draft *d, uint32_t at, uint32_t block)
{
  static const char *const words[]
    = { "if", "while", "loop", "sync", "unit", "atomic", "choose", "{" };
  uint32_t begin = at;
  bool is_compound = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    is_compound |= is (d, at, words[i]);
  if (is_compound)
    {
      at = read_block (d, find (d, at, "{"));
      while (is (d, at, "else") || is (d, at, "or"))
        at = read_block (d, find (d, at, "{"));
    }
  else
    at = find (d, at, ";") + 1;
  if (at > d->tokens.count)
    at = d->tokens.count;
  assert (at > begin);
  if (d->count < MOST_STATEMENTS)
    d->statements[d->count++] = (struct statement){ begin, at, d->bodies, block };
  return at;
}

static void
add_name (struct names *names, struct token name)
{
  if (names->count < MOST_NAMES)
    names->list[names->count++] = name;
}

/* The names of the declaration at AT, which ends in a semicolon: SCALARS, or ARRAYS. */
static uint32_t
read_names (struct draft *d, uint32_t at, struct names *scalars, struct names *arrays)
{
  while (at < d->tokens.count)
    {
      bool is_array = is (d, at + 1, "[");
      add_name (is_array ? arrays : scalars, d->tokens.list[at]);
      while (at < d->tokens.count && !is (d, at, ",") && !is (d, at, ";"))
        at++;
      if (is (d, at, ";"))
        return at + 1;
      at++;
    }
  return at;
}

static uint32_t
read_fields (struct draft *d, uint32_t at)
{
  at += is (d, at, "volatile");
  if (is (d, at, "bool"))
    return find (d, at, ";");
  if (!is (d, at, "int"))
    return read_names (d, at, &d->plain, &d->plain);
  at = skip_pair (d, at + 1, "(", ")");
  return read_names (d, at, &d->ints, &d->arrays);
}

/* Cut the tokens into bodies and statements, and see which names there are. */
static void
cut (struct draft *d)
{
  d->count = d->bodies = d->fields_at = 0;
  d->ints.count = d->arrays.count = d->plain.count = d->locks.count = d->slots.count = 0;
  d->processes.count = 0;
  for (uint32_t at = 0; at < d->tokens.count;)
    if (is (d, at, "process") || is (d, at, "proc"))
      {
        d->bodies++;
        if (is (d, at, "process") && at + 1 < d->tokens.count)
          add_name (&d->processes, d->tokens.list[at + 1]);
        at = read_block (d, find (d, at, "{"));
      }
    else if (is (d, at, "field"))
      at = read_fields (d, at + 1);
    else if (is (d, at, "lock"))
      at = read_names (d, at + 1, &d->locks, &d->slots);
    else if (is (d, at, "model"))
      at = d->fields_at = find (d, at, ";") + 1;
    else
      at++;
  if (d->fields_at > d->tokens.count)
    d->fields_at = 0;
}

/* ---- New statements. ---- */

/* What may be inserted: F is a field of ints, A an array, U a field without values, L a
   lock, S an array of locks, P a process, N a small number. */
static const char *const statements[] = {
  "F = N;",
  "F = N;",
  "A[N] = N;",
  "A[F] = N;",
  "F = F + N;",
  "F = *;",
  "F = A[F];",
  "read F;",
  "write F;",
  "assume (F == N);",
  "assume (F == N);",
  "assume (F != N && F == N);",
  "assume (F == N || A[F] == N);",
  "assert (F != N);",
  "assert (F == N);",
  "assert (F != N || F != N);",
  "if (F == N) { F = N; }",
  "if (*) { F = N; }",
  "sync L { F = N; }",
  "sync L { assume (F == N); }",
  "sync S[F] { F = N; }",
  "sync S[N] { A[N] = F; }",
  "sync L { sync L { F = N; } }",
  "lock L;",
  "unlock L;",
  "wait L;",
  "start P;",
  "join P;",
  "start P; join P;",
  "F = N / F;",
  "F = N << F;",
  "return;",
  "while (F == N) { }",
  "while (*) { F = N; }",
  "while (F != N) { F = N; }",
  "loop { F = N; }",
  "atomic { F = N; assume (F == N); }",
  "atomic { F = N; sync L { F = N; } }",
  "atomic { F = N; sync S[F] { F = N; } }",
  "atomic { sync L { F = N; } F = N; }",
  "atomic { F = N; join P; F = N; }",
  "atomic { start P; F = N; }",
  "atomic { F = N; start P; F = N; }",
  "atomic { F = F + N; assert (F == N); }",
  "atomic { if (F == N) { F = N; } }",
  "atomic { F = N; while (F == N) { } }",
  "atomic { F = N; F = N / F; }",
  "atomic { lock L; F = N; }",
  "atomic { F = N; unlock L; }",
  "read U;",
  "write U;",
  "atomic { read U; write U; }",
  "unit { atomic { read U; write U; } }",
  "sync L { write U; }",
};

#define STATEMENTS (sizeof statements / sizeof *statements)

/* ... and after everything else. */
static const char *const predicates[]
  = { "exclusive F when (F == N);", "exclusive F when (F == self || F != N);",
      "exclusive A when (F == N && A[F] == N);", "exclusive U when (self == N);" };

#define PREDICATES (sizeof predicates / sizeof *predicates)

static const char *const numbers[] = { "0", "1", "2", "3", "0", "1", "1", "4", "8" };

#define NUMBERS (sizeof numbers / sizeof *numbers)

/* A name of NAMES for the token of a template. */
static void
fill (struct draft *d, struct token *token, char letter, const struct names *names)
{
  if (token->length == 1 && *token->at == letter && names->count > 0)
    *token = names->list[below (d, names->count)];
}

/* The statement TEMPLATE stands before token AT now. */
static void
put (struct draft *d, uint32_t at, const char *template)
{
  struct tokens *new = &d->spare;
  tokens_read (new, template);
  for (uint32_t i = 0; i < new->count; i++)
    {
      struct token *token = &new->list[i];
      fill (d, token, 'F', &d->ints);
      fill (d, token, 'A', &d->arrays);
      fill (d, token, 'U', &d->plain);
      fill (d, token, 'L', &d->locks);
      fill (d, token, 'S', &d->slots);
      fill (d, token, 'P', &d->processes);
      if (token->length == 1 && *token->at == 'N')
        *token = (struct token){ numbers[below (d, NUMBERS)], 1 };
    }
  insert (d, at, new->list, new->count);
}

/* ---- Edits. ---- */

/* Where a statement begins or ends. */
static uint32_t
some_place (struct draft *d)
{
  const struct statement *s = &d->statements[below (d, d->count)];
  return percent (d, 70) ? s->begin : s->end;
}

/* A copy of S; or it itself, if it MOVES. */
static void
copy (struct draft *d, const struct statement *s, bool moves)
{
  struct token *list = d->spare.list;
  uint32_t to = some_place (d), count = s->end - s->begin;
  if (to > s->begin && to < s->end)
    return;
  memcpy (list, &d->tokens.list[s->begin], count * sizeof *list);
  if (moves)
    {
      erase (d, s->begin, s->end);
      to -= to >= s->end ? count : 0;
    }
  insert (d, to, list, count);
}

/* S and the one after it, in the same block, change places. */
static void
swap (struct draft *d, const struct statement *s)
{
  struct token *list = d->spare.list;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->statements[i].begin == s->end && d->statements[i].block == s->block)
      {
        uint32_t count = s->end - s->begin;
        uint32_t to = d->statements[i].end - count;
        memcpy (list, &d->tokens.list[s->begin], count * sizeof *list);
        erase (d, s->begin, s->end);
        insert (d, to, list, count);
        return;
      }
}

/* Braces, with words before them, around S and maybe some that follow it. */
static void
wrap (struct draft *d, const struct statement *s)
{
  static const char *const heads[]
    = { "atomic {",      "atomic {",    "atomic {",    "sync L {",
        "sync L {",      "sync S[F] {", "sync S[N] {", "unit {",
        "if (F == N) {", "if (*) {",    "while (*) {", "loop {" };
  uint32_t end = s->end;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->statements[i].begin == end && d->statements[i].block == s->block
        && percent (d, 60))
      end = d->statements[i].end;
  put (d, end, "}");
  put (d, s->begin, heads[below (d, sizeof heads / sizeof *heads)]);
}

/* What is inside of S, without what is around it. */
static void
unwrap (struct draft *d, const struct statement *s)
{
  uint32_t open = find (d, s->begin, "{");
  if (open >= s->end || !is (d, s->end - 1, "}")
      || skip_pair (d, open, "{", "}") != s->end)
    return;
  erase (d, s->end - 1, s->end);
  erase (d, s->begin, open + 1);
}

/* Another word of the same kind. */
static void
rename_token (struct draft *d, struct token *token)
{
  static const char *const comparisons[] = { "==", "!=", "<", "<=", ">", ">=" };
  const struct names *kinds[]
    = { &d->ints, &d->arrays, &d->locks, &d->slots, &d->processes };
  if (isdigit ((unsigned char) *token->at))
    *token = (struct token){ numbers[below (d, NUMBERS)], 1 };
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
    if (equals (*token,
                (struct token){ comparisons[i], (uint32_t) strlen (comparisons[i]) }))
      {
        const char *other = comparisons[below (d, 6)];
        *token = (struct token){ other, (uint32_t) strlen (other) };
        return;
      }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (uint32_t i = 0; i < kinds[k]->count; i++)
      if (equals (*token, kinds[k]->list[i]))
        {
          *token = kinds[k]->list[below (d, kinds[k]->count)];
          return;
        }
}

static void
rename_some (struct draft *d, const struct statement *s)
{
  for (uint32_t i = 0; i < 6; i++)
    {
      struct token *token = &d->tokens.list[s->begin + below (d, s->end - s->begin)];
      struct token before = *token;
      rename_token (d, token);
      if (!equals (before, *token))
        return;
    }
}

/* A second process with the same body: a copy, or one by another name. */
static void
double_process (struct draft *d)
{
  struct token *list = d->spare.list;
  uint32_t at = 0, number = below (d, d->processes.count ? d->processes.count : 1), end;
  for (at = find (d, 0, "process"); number > 0; number--)
    at = find (d, at + 1, "process");
  end = skip_pair (d, find (d, at, "{"), "{", "}");
  if (at + 2 > d->tokens.count || end > d->tokens.count || end <= at)
    return;
  if (is (d, at + 2, "{") && percent (d, 50))
    {
      put (d, at + 2, "[2]");
      return;
    }
  memcpy (list, &d->tokens.list[at], (end - at) * sizeof *list);
  list[1] = (struct token){ "Double", 6 };
  insert (d, d->tokens.count, list, end - at);
}

static void
edit (struct draft *d)
{
  struct statement s = d->statements[below (d, d->count)];
  uint32_t kind = below (d, 100);
  if (kind < 10)
    erase (d, s.begin, s.end);
  else if (kind < 20)
    swap (d, &s);
  else if (kind < 30)
    copy (d, &s, true);
  else if (kind < 35)
    copy (d, &s, false);
  else if (kind < 55)
    wrap (d, &s);
  else if (kind < 63)
    unwrap (d, &s);
  else if (kind < 75)
    rename_some (d, &s);
  else if (kind < 78)
    double_process (d);
  else if (kind < 80)
    put (d, d->tokens.count, predicates[below (d, PREDICATES)]);
  else
    put (d, some_place (d), statements[below (d, STATEMENTS)]);
  cut (d);
}

/* Before statements of BODY: FIRST, and later SECOND. */
static void
put_probe (struct draft *d, uint32_t body, const char *first, const char *second)
{
  uint32_t places[MOST_STATEMENTS], count = 0, a, b;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->statements[i].body == body)
      places[count++] = percent (d, 70) ? d->statements[i].begin : d->statements[i].end;
  if (count == 0)
    return;
  a = places[below (d, count)];
  b = places[below (d, count)];
  put (d, a > b ? a : b, second);
  put (d, a < b ? a : b, first);
  cut (d);
}

static void
probe (struct draft *d)
{
  uint32_t one, other;
  put (d, d->fields_at, "field volatile int(1) asked, answered;");
  cut (d);
  if (d->bodies == 0)
    return;
  one = 1 + below (d, d->bodies);
  other = 1 + below (d, d->bodies);
  put_probe (d, one, "asked = 1;", "assert (answered == 0);");
  put_probe (d, other, "assume (asked == 1);", "answered = 1;");
}

void
edits_write (FILE *out, const char *text, uint64_t seed)
{
  struct draft *d = calloc (1, sizeof *d);
  if (!d)
    abort ();
  d->chance = (struct chance){ seed };
  tokens_read (&d->tokens, text);
  cut (d);
  uint32_t edits = chance_between (&d->chance, 1, 4);
  for (uint32_t i = 0; i < edits && d->count > 0; i++)
    edit (d);
  if (percent (d, 60) && d->count > 0)
    probe (d);
  for (uint32_t i = 0; i < d->tokens.count; i++)
    fprintf (out, "%.*s%s", (int) d->tokens.list[i].length, d->tokens.list[i].at,
             is (d, i, ";") || is (d, i, "{") || is (d, i, "}") ? "\n" : " ");
  free (d);
}
