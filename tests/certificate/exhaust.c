/* exhaust.c -- the relation with which the checker proves invariants, against the
 * referee.
 *
 * What the checker takes for the steps of a model, and for what must not happen in it,
 * is executed (concrete.h): all states of small random models are found, and each query
 * is asked in all of them.  The referee, which executes the syntax tree and shares
 * nothing with the checker but the parser, must say the same.
 *
 *     exhaust [FROM COUNT]      these seeds
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/tap.h"
#include "answers.h"
#include "execution.h"
#include "models/families/chance.h"
#include "phaseauto/read_automata.h"

#define MOST_STATES 1500
/* Patterns of a model that are asked. */
#define MOST_PATTERNS 2

struct tally
{
  uint32_t models, small, queries, violations, wrong;
  uint32_t kinds[QUERY_KINDS];
};

struct subject
{
  struct quota quota;
  struct ir_subject model;
  struct eml eml; /* its text */
  struct pa pa;
  struct arena scratch;
  struct referee referee;
  struct queries queries;
  uint64_t seed;
  struct tally *tally;
};

static void
compare (struct subject *s, const struct query *query, bool found)
{
  bool expected = answers_of (&s->referee, &s->eml, query);
  s->tally->queries++;
  s->tally->kinds[query->kind]++;
  s->tally->violations += found;
  if (found == expected)
    return;
  s->tally->wrong++;
  printf ("# seed %" PRIu64 ": %s %s: the checker's relation says %s, the referee %s\n",
          s->seed, query_kind_word (query->kind), query->automaton->name,
          found ? "violation" : "safe", expected ? "violation" : "safe");
}

/* ---- Patterns: for each choice of processes another automaton goes along. ---- */

struct casting
{
  struct subject *subject;
  const struct query *query;
  process_id chosen[PA_SIZE_LIMIT];
  bool found, all;
};

static void
cast_from (struct casting *c, uint32_t thread)
{
  struct subject *s = c->subject;
  const struct pds *pds = &s->model.projection.pds;
  uint32_t threads = c->query->automaton->threads.count;
  assert (threads <= PA_SIZE_LIMIT && thread <= threads);
  if (thread < threads && thread < PA_SIZE_LIMIT)
    {
      for (process_id p = { 0 }; p.index < pds->processes.count && !c->found; p.index++)
        {
          bool taken = false;
          for (uint32_t t = 0; t < thread; t++)
            taken |= process_equal (c->chosen[t], p);
          c->chosen[thread] = p;
          if (!taken)
            cast_from (c, thread + 1);
        }
      return;
    }
  struct arena arena;
  arena_init (&arena, &s->quota);
  const struct part **parts = arena_calloc (&arena, pds->processes.count, sizeof *parts);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      struct part *part = arena_alloc (&arena, sizeof *part);
      part_init (part, pds, c->query, t, &arena);
      parts[c->chosen[t.index].index] = part;
    }
  struct execution e;
  c->all &= execution_run (&e, &s->model.projection, c->query->automaton->steps.count,
                           parts, 4 * MOST_STATES, &arena, &s->scratch);
  c->found |= e.last;
  arena_clear (&arena);
}

static void
ask_pattern (struct subject *s, const struct query *query)
{
  struct casting casting = { .subject = s, .query = query, .all = true };
  cast_from (&casting, 0);
  if (casting.found || casting.all)
    compare (s, query, casting.found);
}

/* ---- A model. ---- */

static void
ask_all (struct subject *s)
{
  struct execution e;
  struct arena arena;
  arena_init (&arena, &s->quota);
  if (execution_run (&e, &s->model.projection, 0, NULL, MOST_STATES, &arena, &s->scratch))
    {
      uint32_t patterns = 0, all = 0;
      s->tally->small++;
      for (uint32_t q = 0; q < s->queries.list.count; q++)
        all += s->queries.list.at[q].kind == QUERY_PATTERN;
      for (uint32_t q = 0; q < s->queries.list.count; q++)
        {
          const struct query *query = &s->queries.list.at[q];
          struct fault fault = { .query = query };
          if (query->kind != QUERY_PATTERN)
            compare (s, query, execution_finds (&e, &fault));
          else if (e.count <= MOST_STATES / 4 && patterns < MOST_PATTERNS
                   && (q + s->seed) % (all / MOST_PATTERNS + 1) == 0)
            {
              patterns++;
              ask_pattern (s, query);
            }
        }
    }
  arena_clear (&arena);
}

/* What random models rarely have. */
static const char *const models[] = {
  "field int(2) a, b;\n"
  "process P { assume (a == 0 || b == 0); }\nprocess Q { b = 1; }\n",
  "field int(2) a, b;\n"
  "process P { assume (a == 1 && b == 0); }\nprocess Q { b = 1; }\n",
  "field int x = 1, y = 20;\nprocess P { x = x << y; assert (x == 1048576); }\n",
  "field int(2) x;\nlock l;\nprocess P { atomic { x = 1; sync l { x = 2; } } }\n"
  "process Q { sync l { assert (x != 1); } }\n",
  "field int(2) x;\nproc one () : int(2) { return 1; }\n"
  "process P { int(2) v; v = call one (); assert (v == 1); x = v; }\n",
  "field int(2) x;\nprocess P[2] { atomic { x = 1; } }\n",
  "field int(2) a[2];\nprocess P { a[0] = 1; }\nprocess Q { a[1] = 1; }\n",
  "field int x = -9, y = 2;\n"
  "process P { assert (x % y == -1 && x / y == -4 && x >> 1 == -5); }\n",
  "field int(2) x, y;\nexclusive x when (1 / y > 0);\nprocess P { x = 1; }\n",
  "field int(1) i;\nlock l[2];\nprocess P[2] { sync l[i & 1] { sync l[i & 1] { } } }\n",
  "field int(2) x;\nlock l;\n"
  "process P { sync l { atomic { sync l { x = 1; } } } }\nprocess Q { read x; }\n"
};
#define MODELS (sizeof models / sizeof *models)

static void
ask_model (uint64_t seed, const char *text, struct tally *tally)
{
  struct subject *s = calloc (1, sizeof *s);
  if (!s)
    abort ();
  quota_init (&s->quota);
  ir_subject_init (&s->model, &s->quota);
  s->eml.subject = &s->model;
  pa_init (&s->pa, &s->quota);
  arena_init (&s->scratch, &s->quota);
  if (quota_checkpoint (&s->quota))
    abort ();
  s->seed = seed;
  s->tally = tally;
  tally->models++;
  if (pa_read_shipped (&s->pa, "strict")
      && eml_check (&s->eml, eml_parse_text (&s->eml, "seed", text, strlen (text)))
      && referee_explore (&s->referee, &s->eml.tree, &s->model.arena, MOST_STATES))
    {
      struct query_filter filter = { .race = true,
                                     .deadlock = true,
                                     .claims = s->model.flow.claims.count,
                                     .exclusive = s->model.flow.exclusive };
      queries_list (&s->queries, &s->pa.set, &s->model.projection.pds, &filter,
                    &s->model.arena);
      ask_all (s);
    }
  arena_clear (&s->scratch);
  pa_clear (&s->pa);
  ir_subject_clear (&s->model);
  free (s);
}

static void
ask_seed (uint64_t seed, struct tally *tally)
{
  char *text = answers_text_of_seed (seed);
  ask_model (seed, text, tally);
  free (text);
}

/* ---- Words: the arithmetic against that of src/ir/value.c. ---- */

static int64_t
value_of (struct word a)
{
  uint64_t value = 0;
  for (uint32_t i = 0; i < 64; i++)
    value |= (uint64_t) gate_equal (a.at[i < a.width ? i : a.width - 1], GATE_TRUE) << i;
  return (int64_t) value;
}

static struct word
operate (struct gates *g, enum ir_expr_kind kind, struct word a, struct word b)
{
  struct word rest, whole;
  switch ((unsigned) kind)
    {
    case EXPR_ADD: return word_add (g, a, b);
    case EXPR_SUBTRACT: return word_subtract (g, a, b);
    case EXPR_MULTIPLY: return word_multiply (g, a, b);
    case EXPR_BIT_AND: return word_and (g, a, b);
    case EXPR_BIT_OR: return word_or (g, a, b);
    case EXPR_BIT_XOR: return word_xor (g, a, b);
    case EXPR_COMPLEMENT: return word_not (g, a);
    case EXPR_SHIFT_LEFT: return word_shift_left (g, a, b);
    case EXPR_SHIFT_RIGHT: return word_shift_right (g, a, b);
    case EXPR_LESS: return word_fit (g, word_of_bit (g, word_less (g, a, b)), 1);
    case EXPR_EQUAL: return word_of_bit (g, word_equal (g, a, b));
    default:
      whole = word_divide (g, a, b, &rest);
      return kind == EXPR_DIVIDE ? whole : rest;
    }
}

/* Of any size. */
static int64_t
any_number (struct chance *chance)
{
  uint64_t high = chance_below (chance, UINT32_MAX),
           low = chance_below (chance, UINT32_MAX);
  return (int64_t) ((high << 32 | low) >> chance_below (chance, 64));
}

static void
test_words (void)
{
  static const enum ir_expr_kind kinds[]
    = { EXPR_ADD,     EXPR_SUBTRACT,   EXPR_MULTIPLY,   EXPR_BIT_AND,     EXPR_BIT_OR,
        EXPR_BIT_XOR, EXPR_COMPLEMENT, EXPR_SHIFT_LEFT, EXPR_SHIFT_RIGHT, EXPR_LESS,
        EXPR_EQUAL,   EXPR_DIVIDE,     EXPR_REMAINDER };
  struct chance chance = { 5 };
  struct quota quota;
  struct arena arena;
  struct gates gates;
  struct gates_solver *none = NULL;
  uint32_t wrong = 0, count = 4000;
  quota_init (&quota);
  arena_init (&arena, &quota);
  gates_init (&gates, &none, &arena);
  for (uint32_t i = 0; i < count; i++)
    {
      enum ir_expr_kind kind = kinds[i % (sizeof kinds / sizeof *kinds)];
      bool shifts = kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
      bool tells = kind == EXPR_LESS || kind == EXPR_EQUAL;
      uint32_t width = i % 2 ? 32 : 64;
      struct ir_type type = { .width = (uint8_t) width }, truth = { true, 1 };
      int64_t a = ir_cut (type, any_number (&chance));
      int64_t b = ir_cut (type, any_number (&chance));
      if (i % 7 == 0)
        a = ir_cut (type, INT64_MIN >> (64 - width));
      if (i % 5 == 0)
        b = i % 3 ? -1 : a;
      if (shifts)
        b &= width - 1;
      int64_t expected, found;
      if (!ir_operate (kind, tells ? truth : type, width > 32, a, b, &expected))
        continue;
      found = value_of (operate (&gates, kind, word_constant (&gates, width, a),
                                 word_constant (&gates, width, b)));
      wrong += (tells ? found & 1 : found) != expected;
      arena_clear (&arena);
    }
  tap_ok (wrong == 0, "words: %u operations, %u wrong", (unsigned) count,
          (unsigned) wrong);
}

int
main (int argc, char **argv)
{
  uint64_t from = argc > 2 ? strtoull (argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull (argv[2], NULL, 10) : 60;
  struct tally tally = { .models = 0 };
  test_words ();
  struct tally few = { .models = 0 };
  for (size_t i = 0; i < MODELS; i++)
    ask_model (i, models[i], &few);
  tap_ok (few.small == MODELS && few.wrong == 0, "%u models, %u queries, %u differ",
          (unsigned) few.small, (unsigned) few.queries, (unsigned) few.wrong);
  for (uint64_t seed = from; seed < from + count; seed++)
    ask_seed (seed, &tally);
  for (uint32_t k = 0; k < QUERY_KINDS; k++)
    printf ("# %s: %u\n", query_kind_word ((enum query_kind) k),
            (unsigned) tally.kinds[k]);
  tap_ok (tally.small > 0 && tally.violations > 0 && tally.violations < tally.queries,
          "%u models, %u of them small, %u queries, %u violations",
          (unsigned) tally.models, (unsigned) tally.small, (unsigned) tally.queries,
          (unsigned) tally.violations);
  tap_ok (tally.wrong == 0, "the checker's relation is the referee's: %u differ",
          (unsigned) tally.wrong);
  return tap_done ();
}
