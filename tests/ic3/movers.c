/* movers.c -- movers and their conditions: fewer states, the same answers.
 *
 *     movers                        the cases of movers_cases.h, and some random models
 *     movers -s SEED COUNT          other random models
 *     movers -a SEED COUNT          ... with all combinations of words
 *     movers MODEL...               states and proofs of these models by reduction
 *
 * The referee is the search of all states (engine/explicit), without transactions.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "engine/explicit/search.h"
#include "engine/pdr/pdr.h"
#include "engine/blocks/block_relation.h"
#include "engine/sat/clauses.h"
#include "models/families/random_data.h"
#include "phaseauto/read_automata.h"
#include "tests/explicit/automata.h"
#include "tests/lib/tap.h"

#include "movers_cases.h"

static struct quota quota;

/* ---- Reductions. ---- */

struct manner
{
  const char *name;
  uint32_t reductions;
};

#define STATIC BLOCK_TRANSACTIONS
#define PHASES (BLOCK_TRANSACTIONS | BLOCK_PHASE)
#define ALL                                                                              \
  (PHASES | BLOCK_REACHABILITY | BLOCK_STATIC_POINTER | BLOCK_MONOTONIC_ATOMIC           \
   | BLOCK_LOCKS)

static const struct manner manners[] = {
  { "none", 0 },
  { "static", STATIC },
  { "phase", PHASES },
  { "reachability", PHASES | BLOCK_REACHABILITY },
  { "static-pointer", PHASES | BLOCK_STATIC_POINTER },
  { "monotonic-atomic", PHASES | BLOCK_MONOTONIC_ATOMIC },
  { "locks", PHASES | BLOCK_LOCKS },
  { "dynamic", ALL },
  { "no-phase", ALL & ~(uint32_t) BLOCK_PHASE },
};

#define MANNERS (sizeof manners / sizeof *manners)

/* ---- All states of a relation, by solving. ---- */

struct reached
{
  struct arena *arena;
  uint32_t bits;
  VEC (uint8_t *) list;
  uint32_t limit;
};

static bool
add_state (struct reached *states, const uint8_t *state)
{
  for (uint32_t i = 0; i < states->list.count; i++)
    if (memcmp (states->list.at[i], state, states->bits) == 0)
      return false;
  uint8_t *copy = arena_alloc (states->arena, states->bits + (size_t) 1);
  memcpy (copy, state, states->bits);
  *vec_push (states->arena, &states->list) = copy;
  return true;
}

/* The values of BITS, which the solver has found, are no solution any more while GUARD.
 */
static void
exclude (struct solver *solver, struct clauses *clauses, const aig_lit *bits,
         uint32_t count, int guard, uint8_t *values)
{
  VEC (int) clause = VEC_EMPTY;
  for (uint32_t b = 0; b < count; b++)
    {
      int yes = clauses_literal (clauses, bits[b]);
      values[b] = solver_value (solver, abs (yes)) == (yes > 0);
      *vec_push (clauses->arena, &clause) = values[b] ? -yes : yes;
    }
  solver_add (solver, -guard);
  for (uint32_t b = 0; b < count; b++)
    solver_add (solver, clause.at[b]);
  solver_add (solver, 0);
}

/* Add the states that SYSTEM can be in after one step from the one at FROM; UINT32_MAX:
   at the beginning. */
static void
expand (struct reached *states, const struct transition_system *system,
        struct arena *arena, uint32_t from)
{
  struct solver *solver = solver_new (&quota);
  struct clauses clauses;
  bool starts = from == UINT32_MAX;
  uint32_t bits = states->bits;
  const aig_lit *wanted = starts ? system->state.at : system->next.at;
  clauses_init (&clauses, system->aig, solver, arena);
  uint8_t *values = arena_calloc (arena, bits + (size_t) 1, 1);
  /* Both directions: what is found is what is so. */
  for (uint32_t b = 0; b < bits; b++)
    {
      clauses_literal (&clauses, wanted[b]);
      clauses_literal (&clauses, aig_not (wanted[b]));
      aig_lit first = system->initial.at[b];
      if (starts && aig_is_constant (first))
        clauses_require (&clauses, aig_equal (first, AIG_TRUE)
                                     ? system->state.at[b]
                                     : aig_not (system->state.at[b]));
      if (!starts)
        clauses_require (&clauses, states->list.at[from][b]
                                     ? system->state.at[b]
                                     : aig_not (system->state.at[b]));
    }
  if (!starts)
    clauses_require (&clauses, system->step);
  int guard = solver_variable (solver);
  while (states->list.count < states->limit)
    {
      solver_assume (solver, guard);
      if (solver_solve (solver, 0) != SOLVER_SAT)
        break;
      exclude (solver, &clauses, wanted, bits, guard, values);
      add_state (states, values);
    }
  solver_free (solver);
}

/* The number of states of R that can be reached; LIMIT if there are more. */
static uint32_t
count_states (const struct block_relation *r, uint32_t limit)
{
  struct arena arena;
  arena_init (&arena, &quota);
  struct reached states
    = { .arena = &arena, .bits = r->system.state.count, .limit = limit };
  expand (&states, &r->system, &arena, UINT32_MAX);
  for (uint32_t i = 0; i < states.list.count && states.list.count < limit; i++)
    expand (&states, &r->system, &arena, i);
  uint32_t count = states.list.count;
  arena_clear (&arena);
  return count;
}

/* ---- Asking. ---- */

struct outcome
{
  enum pdr_outcome outcome;
  uint32_t resting; /* places, of all processes */
  uint32_t states;
  uint64_t calls;
};

static struct outcome
ask (const struct question *question, uint32_t reductions, bool count, uint64_t budget)
{
  struct arena arena;
  struct block_relation r;
  struct outcome answer = { PDR_SPENT, 0, 0, 0 };
  arena_init (&arena, &quota);
  if (block_relation_init (&r, question, reductions, &arena))
    {
      struct solver *solver = NULL;
      struct pdr pdr
        = { .arena = &arena, .system = &r.system, .solver = &solver, .budget = budget };
      for (uint32_t p = 0; p < r.all.processes.count; p++)
        answer.resting += r.processes[p].places.resting.count - NUMBER_FIRST;
      if (count)
        answer.states = count_states (&r, 3000);
      if (budget)
        answer.outcome = pdr_prove (&pdr);
      answer.calls = pdr.calls;
    }
  arena_clear (&arena);
  return answer;
}

/* The referee. */
struct referee
{
  struct arena arena;
  struct search e;
  bool whole;
};

static void
referee_init (struct referee *referee, struct ir_subject *subject, uint32_t limit)
{
  arena_init (&referee->arena, &quota);
  const struct control *control = control_new (&subject->projection.pds, &referee->arena);
  struct data_model *model
    = data_model_new (&subject->projection, control, &referee->arena);
  search_init (&referee->e, &(struct search_options){ .control = control, .data = model },
               &referee->arena);
  bool more = true;
  while (more && states_count (&referee->e.states) < limit)
    more = search_goes_on (&referee->e);
  referee->whole = !more && !referee->e.sampled && !referee->e.cut;
}

static bool
referee_found (const struct referee *referee, const struct question *question)
{
  const struct violations *violations = &referee->e.violations;
  switch (question->goal)
    {
    case QUERY_ASSERT: return violations->claims[question->claim].found;
    case QUERY_RACE: return violations->races[question->field.index].found;
    case QUERY_EXCLUSIVE: return violations->exclusives[question->field.index].found;
    case QUERY_DEADLOCK: return violations->deadlock.found;
    case QUERY_PATTERN:
    case QUERY_STUCK: break;
    }
  abort ();
}

/* All questions about SUBJECT but patterns, one after the other, in a fixed order: number
   NUMBER; false: there are no more. */
static bool
question_of (const struct ir_subject *subject, uint32_t number, struct question *question,
             char what[80])
{
  const struct ir_model *model = &subject->model;
  *question = (struct question){ .lowering = &subject->projection };
  if (number < subject->flow.claims.count)
    {
      question->goal = QUERY_ASSERT;
      question->claim = number;
      snprintf (what, 80, "claim %u", (unsigned) number);
      return true;
    }
  number -= subject->flow.claims.count;
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (int exclusive = 0; exclusive < 2; exclusive++)
      {
        bool is = exclusive
                    ? subject->flow.exclusive && subject->flow.exclusive[f] != IR_NO_EXPR
                    : !model->fields.at[f].is_volatile;
        if (!is || number-- > 0)
          continue;
        question->goal = exclusive ? QUERY_EXCLUSIVE : QUERY_RACE;
        question->field = (field_id){ f };
        snprintf (what, 80, "%s %.60s", exclusive ? "exclusive" : "race",
                  ir_text (model, model->fields.at[f].name));
        return true;
      }
  question->goal = QUERY_DEADLOCK;
  snprintf (what, 80, "deadlock");
  return number == 0 && model->locks.count > 0;
}

/* ---- Models that are given, for people. ---- */

static void
show (const char *path)
{
  struct ir_subject subject;
  ir_subject_init (&subject, &quota);
  bool fine = eml_read (&subject, path);
  struct question question;
  char what[80];
  for (uint32_t n = 0; fine && question_of (&subject, n, &question, what); n++)
    for (size_t m = 0; m < MANNERS; m++)
      {
        struct outcome a = ask (&question, manners[m].reductions, true, 100000);
        static const char *const words[] = { "proved", "found", "spent" };
        printf ("# %-14s %-17s %4u places %5u states %7llu calls %s\n", what,
                manners[m].name, (unsigned) a.resting, (unsigned) a.states,
                (unsigned long long) a.calls, words[a.outcome]);
      }
  tap_ok (fine, "%s", path);
  ir_subject_clear (&subject);
}

/* ---- Random models. ---- */

struct tally
{
  uint32_t models, large, questions, found, spent, wrong;
};

static void
compare (const char *name, const char *what, const struct question *question, bool found,
         uint32_t reductions, const char *manner, struct tally *tally)
{
  struct outcome a = ask (question, reductions, false, 20000);
  tally->spent += a.outcome == PDR_SPENT;
  if (a.outcome == PDR_SPENT || (a.outcome == PDR_FOUND) == found)
    return;
  tally->wrong++;
  printf ("# %s: %s: %s by the referee, %s with %s\n", name, what,
          found ? "found" : "proved", a.outcome == PDR_FOUND ? "found" : "proved",
          manner);
}

/* QUESTION with some combinations of words, or with EVERY one. */
static void
compare_manners (const char *name, const char *what, const struct question *question,
                 bool found, uint64_t seed, bool every, struct tally *tally)
{
  static const uint32_t words[] = { BLOCK_PHASE, BLOCK_REACHABILITY, BLOCK_STATIC_POINTER,
                                    BLOCK_MONOTONIC_ATOMIC, BLOCK_LOCKS };
  tally->questions++;
  tally->found += found;
  for (size_t m = 0; !every && m < MANNERS; m++)
    if (manners[m].reductions == ALL || seed % MANNERS == m)
      compare (name, what, question, found, manners[m].reductions, manners[m].name,
               tally);
  for (uint32_t mask = 0; every && mask < 32; mask++)
    {
      uint32_t reductions = BLOCK_TRANSACTIONS;
      char manner[20];
      for (uint32_t w = 0; w < 5; w++)
        reductions |= mask >> w & 1 ? words[w] : 0;
      snprintf (manner, sizeof manner, "mask %u", (unsigned) mask);
      compare (name, what, question, found, reductions, manner, tally);
    }
}

/* Can an automaton, chosen by SEED, be made by processes of SUBJECT? */
static void
compare_pattern (struct ir_subject *subject, const char *name, const struct pa_set *set,
                 uint64_t seed, bool every, struct tally *tally)
{
  const struct pds *pds = &subject->projection.pds;
  const struct pa_automaton *automaton = &set->automata.at[seed % set->automata.count];
  uint32_t first = (uint32_t) (seed / 7 % 60);
  if (automaton->threads.count > pds->processes.count
      || automaton->parameters.count > pds->fields.count)
    return;
  field_id fields[2]
    = { { first % pds->fields.count }, { (first + 1) % pds->fields.count } };
  process_id cast[3];
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    cast[t] = (process_id){ (first + t) % pds->processes.count };
  struct pa_instance instance
    = { automaton, fields, pds->fields.at[fields[0].index].set, pds->idsets };
  struct question question = { .lowering = &subject->projection,
                               .goal = QUERY_PATTERN,
                               .instance = &instance,
                               .processes = cast,
                               .threads = automaton->threads.count };
  struct arena arena;
  arena_init (&arena, &quota);
  const struct control *control = control_new (pds, &arena);
  struct data_model *model = data_model_new (&subject->projection, control, &arena);
  struct search *e = arena_alloc (&arena, sizeof *e);
  search_init (
    e,
    &(struct search_options){
      .control = control, .data = model, .instance = &instance, .players = cast },
    &arena);
  bool more = true;
  while (more && !e->violations.pattern.found && states_count (&e->states) < 20000)
    more = search_goes_on (e);
  bool found = e->violations.pattern.found;
  if (found || (!more && !e->sampled && !e->cut))
    compare_manners (name, "pattern", &question, found, seed, every, tally);
  arena_clear (&arena);
}

/* EVERY: all combinations of words. */
static void
compare_random (uint64_t seed, const struct pa_set *set, bool every, struct tally *tally)
{
  char *text = NULL, name[32], what[80];
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  struct ir_subject subject;
  struct question question;
  random_data_write (out, seed);
  fclose (out);
  snprintf (name, sizeof name, "seed %llu", (unsigned long long) seed);
  ir_subject_init (&subject, &quota);
  bool fine = eml_read_text (&subject, name, text, length);
  struct referee *referee = malloc (sizeof *referee);
  tally->models++;
  if (!fine || !referee)
    abort ();
  referee_init (referee, &subject, 20000);
  tally->large += !referee->whole;
  for (uint32_t n = 0; referee->whole && question_of (&subject, n, &question, what); n++)
    compare_manners (name, what, &question, referee_found (referee, &question), seed + n,
                     every, tally);
  compare_pattern (&subject, name, set, seed, every, tally);
  arena_clear (&referee->arena);
  free (referee);
  ir_subject_clear (&subject);
  free (text);
}

static void
compare_seeds (uint64_t first, uint32_t count, bool every)
{
  struct tally t = { 0 };
  struct pa pa;
  pa_init (&pa, &quota);
  if (!pa_read_text (&pa, "test.pa", test_automata, sizeof test_automata - 1))
    abort ();
  for (uint32_t i = 0; i < count; i++)
    compare_random (first + i, &pa.set, every, &t);
  pa_clear (&pa);
  tap_ok (t.wrong == 0 && t.questions > t.found && t.found > 0,
          "%u random models, %u of them too large, %u questions, %u found, %u times the "
          "budget was spent: all agree",
          (unsigned) t.models, (unsigned) t.large, (unsigned) t.questions,
          (unsigned) t.found, (unsigned) t.spent);
}

/* ---- Cases. ---- */

static uint32_t
manner_named (const char *name)
{
  for (size_t m = 0; m < MANNERS; m++)
    if (strcmp (manners[m].name, name) == 0)
      return manners[m].reductions;
  abort ();
}

static void
check_case (const struct movers_case *c)
{
  struct ir_subject subject;
  struct question question;
  char what[80];
  ir_subject_init (&subject, &quota);
  if (!eml_read_text (&subject, "case.eml", c->text, strlen (c->text)))
    {
      diags_render (&subject.diags, stdout, false);
      tap_ok (false, "%s: can be read", c->name);
      ir_subject_clear (&subject);
      return;
    }
  struct referee *referee = malloc (sizeof *referee);
  if (!referee)
    abort ();
  referee_init (referee, &subject, 100000);
  struct tally t = { 0 };
  for (uint32_t n = 0; question_of (&subject, n, &question, what); n++)
    for (size_t m = 0; m < MANNERS; m++)
      if (m == 1 || manners[m].reductions == ALL)
        compare (c->name, what, &question, referee_found (referee, &question),
                 manners[m].reductions, manners[m].name, &t);
  if (!tap_ok (referee->whole && t.wrong == 0 && t.spent == 0, "%s: the same answers",
               c->name))
    printf ("# %u wrong, %u times the budget was spent\n", (unsigned) t.wrong,
            (unsigned) t.spent);
  if (c->less && question_of (&subject, 0, &question, what))
    {
      uint32_t more = ask (&question, manner_named (c->more), true, 0).states;
      uint32_t less = ask (&question, manner_named (c->less), true, 0).states;
      if (!tap_ok (less < more, "%s: fewer states with %s than with %s", c->name, c->less,
                   c->more))
        printf ("# %u and %u\n", (unsigned) less, (unsigned) more);
    }
  arena_clear (&referee->arena);
  free (referee);
  ir_subject_clear (&subject);
}

/* What an automaton watches is seen, whatever it is. */
static void
check_watched (void)
{
  static const char text[] = "model A; field a; field int(2) x;"
                             "process U { unit { read a; write a; } x = 1; }"
                             "process V { write a; }";
  struct tally t = { 0 };
  struct ir_subject subject;
  struct pa pa;
  ir_subject_init (&subject, &quota);
  pa_init (&pa, &quota);
  if (!eml_read_text (&subject, "watched.eml", text, sizeof text - 1)
      || !pa_read_text (&pa, "test.pa", test_automata, sizeof test_automata - 1))
    abort ();
  compare_pattern (&subject, "watched", &pa.set, 0, true, &t);
  tap_ok (t.found == 1 && t.wrong == 0, "steps of an automaton are no movers");
  pa_clear (&pa);
  ir_subject_clear (&subject);
}

int
main (int count, char **arguments)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  if (count == 1)
    {
      for (size_t i = 0; i < sizeof movers_cases / sizeof *movers_cases; i++)
        check_case (&movers_cases[i]);
      check_watched ();
      compare_seeds (1, 20, false);
    }
  else if (count == 4 && arguments[1][0] == '-')
    compare_seeds (strtoull (arguments[2], NULL, 10), (uint32_t) atoi (arguments[3]),
                   strcmp (arguments[1], "-a") == 0);
  else
    for (int i = 1; i < count; i++)
      show (arguments[i]);
  return tap_done ();
}
