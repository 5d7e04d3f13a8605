/* pdr.c -- property-directed reachability on random systems: verdicts against all states
 * one by one, invariants checked on all states, counterexamples made again step by step.
 *
 *     tests/ic3/pdr [COUNT [SEED]]     that many systems
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "engine/pdr/pdr.h"
#include "tests/ic3/systems.h"
#include "tests/lib/tap.h"

/* The solver's count of conflicts is not exactly ours. */
#define SLACK 4

static struct quota quota;
static struct arena arena;

static enum pdr_outcome
prove_with (struct pdr *pdr, const struct transition_system *system, uint64_t budget,
            const struct pdr_facts *facts)
{
  struct solver *solver = NULL;
  *pdr = (struct pdr){
    .arena = &arena, .system = system, .solver = &solver, .budget = budget, .facts = facts
  };
  enum pdr_outcome outcome = pdr_prove (pdr);
  if (solver)
    abort ();
  return outcome;
}

static enum pdr_outcome
prove (struct pdr *pdr, const struct transition_system *system, uint64_t budget)
{
  return prove_with (pdr, system, budget, NULL);
}

/* Is what PDR says about a system true? */
static bool
is_right (const struct pdr *pdr, enum pdr_outcome outcome, struct reachable *reachable)
{
  if (outcome == PDR_PROVED)
    return !reachable->bad
           && reachable_is_invariant (reachable, pdr->invariant.at, pdr->invariant.count);
  return outcome == PDR_FOUND && reachable->bad
         && pdr->counterexample.length >= reachable->nearest
         && counterexample_holds (&pdr->counterexample, &arena);
}

static void
compare (uint32_t count, uint64_t seed)
{
  uint32_t wrong = 0, safe = 0, deep = 0, clauses = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      arena_clear (&arena);
      struct transition_system system;
      struct reachable reachable;
      struct pdr pdr;
      uint64_t before = seed;
      system_random (&system, &seed, &arena);
      reachable_find (&reachable, &system, &arena);
      enum pdr_outcome outcome = prove (&pdr, &system, 0);
      if (!is_right (&pdr, outcome, &reachable))
        {
          wrong++;
          printf ("# wrong: seed %llu, outcome %d\n", (unsigned long long) before,
                  outcome);
        }
      safe += outcome == PDR_PROVED;
      deep += outcome == PDR_FOUND && reachable.nearest >= 4;
      clauses += outcome == PDR_PROVED && pdr.invariant.count >= 3;
    }
  tap_ok (
    wrong == 0 && safe > count / 4 && safe < count - count / 4 && deep > count / 50
      && clauses > count / 50,
    "%u random systems: %u proved (%u with three clauses or more), %u of the others "
    "need four steps or more",
    (unsigned) count, (unsigned) safe, (unsigned) clauses, (unsigned) deep);
}

/* Is there something in which A and B differ? */
static bool
differ (const struct pdr *a, const struct pdr *b)
{
  if (a->frames != b->frames || a->clauses != b->clauses || a->calls != b->calls
      || a->conflicts != b->conflicts || a->obligations != b->obligations
      || a->invariant.count != b->invariant.count
      || a->counterexample.inputs.count != b->counterexample.inputs.count)
    return true;
  for (uint32_t i = 0; i < a->invariant.count; i++)
    if (!cube_has_all_of (&a->invariant.at[i], &b->invariant.at[i])
        || !cube_has_all_of (&b->invariant.at[i], &a->invariant.at[i]))
      return true;
  for (uint32_t i = 0; i < a->counterexample.inputs.count; i++)
    if (memcmp (a->counterexample.inputs.at[i], b->counterexample.inputs.at[i],
                a->system->aig->nodes.count))
      return true;
  return false;
}

/* ---- Facts. ---- */

/* Is each of the COUNT cubes AT in the invariant, or one that has all its states? */
static bool
are_kept (const struct pdr *pdr, const struct cube *at, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    {
      bool kept = false;
      for (uint32_t k = 0; k < pdr->invariant.count; k++)
        kept |= cube_has_all_of (&pdr->invariant.at[k], &at[i]);
      if (!kept)
        return false;
    }
  return true;
}

/* Random cubes of one or two literals to FACTS; most are wrong. */
static void
add_wrong (struct cube *facts, uint32_t count, const struct transition_system *system,
           uint64_t *seed)
{
  uint32_t bits = system->state.count;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t a = random_below (seed, bits), b = random_below (seed, bits);
      facts[i] = CUBE_ALL;
      *vec_push (&arena, &facts[i])
        = state_lit_of (a < b ? a : b, random_below (seed, 2));
      if (a != b)
        *vec_push (&arena, &facts[i])
          = state_lit_of (a < b ? b : a, random_below (seed, 2));
    }
}

#define WRONG 3

/* Facts change no verdict, and those that are wrong come to no invariant.  The clauses of
   an invariant, given as facts together with wrong ones, are all kept, and make the proof
   shorter. */
static void
test_facts (uint32_t count, uint64_t seed)
{
  uint32_t wrong = 0, proved = 0, shorter = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      arena_clear (&arena);
      struct transition_system system;
      struct reachable reachable;
      struct pdr first, again;
      system_random (&system, &seed, &arena);
      if (system.state.count == 0)
        continue;
      reachable_find (&reachable, &system, &arena);
      enum pdr_outcome outcome = prove (&first, &system, 0);
      uint32_t right = outcome == PDR_PROVED ? first.invariant.count : 0;
      struct cube *facts = arena_calloc (&arena, right + WRONG, sizeof *facts);
      for (uint32_t k = 0; k < right; k++)
        facts[WRONG + k] = first.invariant.at[k];
      add_wrong (facts, WRONG, &system, &seed);
      struct pdr_facts given
        = { facts, right + WRONG, random_below (&seed, 2) ? right + WRONG : 0 };
      wrong += prove_with (&again, &system, 0, &given) != outcome
               || !is_right (&again, outcome, &reachable);
      if (outcome != PDR_PROVED || first.calls + first.conflicts < 6 * (WRONG + right))
        continue;
      proved++;
      wrong += !are_kept (&again, facts + WRONG, right);
      shorter += again.calls < first.calls;
    }
  tap_ok (
    wrong == 0 && proved > count / 50 && shorter > proved / 2,
    "facts: %u proofs with an invariant known beforehand, %u of them shorter; wrong "
    "facts are not believed",
    (unsigned) proved, (unsigned) shorter);
}

/* With each budget the search ends in time; with all that it took it ends as without a
   budget.  The second time is as the first one. */
static void
test_budgets (uint32_t count, uint64_t seed)
{
  uint32_t wrong = 0, different = 0, spent = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      arena_clear (&arena);
      struct transition_system system;
      struct pdr first, again;
      system_random (&system, &seed, &arena);
      enum pdr_outcome outcome = prove (&first, &system, 0);
      uint64_t took = first.calls + first.conflicts;
      different += prove (&again, &system, 0) != outcome || differ (&first, &again);
      for (uint64_t budget = took > 20 ? took - 20 : 1; budget <= took + SLACK; budget++)
        {
          enum pdr_outcome with = prove (&again, &system, budget);
          spent += with == PDR_SPENT;
          wrong += with == PDR_SPENT ? budget >= took + SLACK
                                     : with != outcome || differ (&first, &again);
          wrong += again.calls + again.conflicts > budget + SLACK;
        }
    }
  tap_ok (different == 0, "the second time is as the first one");
  tap_ok (wrong == 0 && spent > count, "%u times a budget was spent, never exceeded",
          (unsigned) spent);
}

/* Time is up at the n-th look at the clock: the search unwinds, and what it leaves is the
   solver, for the caller to free. */
static void
test_unwinding (uint32_t looks)
{
  static struct solver *left;
  static uint32_t unwound, looked;
  for (looked = 1; looked <= looks; looked++)
    {
      struct quota own;
      struct arena room;
      quota_init (&own);
      own.impatient = true;
      own.last_look = looked;
      arena_init (&room, &own);
      if (quota_checkpoint (&own))
        unwound += own.reason == QUOTA_TIME && left;
      else
        {
          struct transition_system system;
          uint64_t seed = 22; /* one that takes a while */
          do
            {
              system_random (&system, &seed, &room);
            }
          while (system.state.count < SYSTEM_BITS);
          struct pdr pdr = { .arena = &room, .system = &system, .solver = &left };
          pdr_prove (&pdr);
        }
      solver_free (left);
      left = NULL;
      arena_clear (&room);
    }
  tap_ok (unwound > 4, "%u searches unwound when time was up, with a solver",
          (unsigned) unwound);
}

int
main (int argc, char **argv)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  compare (argc > 1 ? (uint32_t) strtoul (argv[1], NULL, 10) : 2000,
           argc > 2 ? strtoull (argv[2], NULL, 10) : 20);
  test_facts (1000, 23);
  test_budgets (100, 21);
  test_unwinding (40);
  arena_clear (&arena);
  return tap_done ();
}
