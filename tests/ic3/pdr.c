/* pdr.c -- property-directed reachability on random systems: verdicts against all states
 * one by one, invariants checked on all states, counterexamples made again step by step.
 *
 *     tests/ic3/pdr [COUNT [SEED]]     that many systems
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "engine/ic3/pdr.h"
#include "tests/ic3/systems.h"
#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;

static enum pdr_outcome
prove (struct pdr *pdr, const struct transition_system *system, uint64_t budget)
{
  struct solver *solver = NULL;
  *pdr = (struct pdr){ .arena = &arena, .system = system, .solver = &solver,
                       .budget = budget };
  enum pdr_outcome outcome = pdr_prove (pdr);
  if (solver)
    abort ();
  return outcome;
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
          printf ("# wrong: seed %llu, outcome %d\n", (unsigned long long) before, outcome);
        }
      safe += outcome == PDR_PROVED;
      deep += outcome == PDR_FOUND && reachable.nearest >= 4;
      clauses += outcome == PDR_PROVED && pdr.invariant.count >= 3;
    }
  tap_ok (wrong == 0 && safe > count / 4 && safe < count - count / 4 && deep > count / 50
            && clauses > count / 50,
          "%u random systems: %u proved (%u with three clauses or more), %u of the others "
          "need four steps or more",
          (unsigned) count, (unsigned) safe, (unsigned) clauses, (unsigned) deep);
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
  arena_clear (&arena);
  return tap_done ();
}
