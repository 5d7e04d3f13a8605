/* unfolding.c -- bounded search on random systems: the shortest paths to something bad,
 * and after how many steps no path goes on, against all states one by one.
 *
 *     tests/ic3/unfolding [COUNT [SEED]]     that many systems
 */
#include <config.h>

#include <stdlib.h>

#include "engine/pdr/unfolding.h"
#include "tests/ic3/systems.h"
#include "tests/lib/tap.h"

#define MOST 12
/* The solver's count of conflicts is not exactly ours. */
#define SLACK 4

static struct quota quota;
static struct arena arena;

static enum unfolding_outcome
search (struct unfolding *unfolding, const struct transition_system *system,
        uint64_t budget)
{
  struct solver *solver = NULL;
  *unfolding = (struct unfolding){
    .arena = &arena, .system = system, .solver = &solver, .most = MOST, .budget = budget
  };
  enum unfolding_outcome outcome = unfolding_search (unfolding);
  if (solver)
    abort ();
  return outcome;
}

static bool
is_right (const struct unfolding *unfolding, enum unfolding_outcome outcome,
          struct reachable *reachable)
{
  uint32_t ends = reachable_ends (reachable);
  switch (outcome)
    {
    case UNFOLDING_FOUND:
      return reachable->bad && unfolding->depth == reachable->nearest
             && unfolding->counterexample.length == unfolding->depth
             && counterexample_holds (&unfolding->counterexample, &arena);
    case UNFOLDING_ENDED: return !reachable->bad && unfolding->depth == ends;
    case UNFOLDING_BOUND:
      return unfolding->depth == MOST && ends > MOST
             && (!reachable->bad || reachable->nearest > MOST);
    case UNFOLDING_SPENT: break;
    }
  return false;
}

static void
compare (uint32_t count, uint64_t seed)
{
  uint32_t wrong = 0, outcomes[4] = { 0 };
  for (uint32_t i = 0; i < count; i++)
    {
      arena_clear (&arena);
      struct transition_system system;
      struct reachable reachable;
      struct unfolding unfolding;
      system_random (&system, &seed, &arena);
      reachable_find (&reachable, &system, &arena);
      enum unfolding_outcome outcome = search (&unfolding, &system, 0);
      wrong += !is_right (&unfolding, outcome, &reachable);
      outcomes[outcome]++;
      /* One call less than it took is not enough; some more than it took is. */
      uint64_t took = unfolding.calls + unfolding.conflicts;
      if (i % 8 == 0 && unfolding.calls > 1)
        {
          wrong += search (&unfolding, &system, unfolding.calls - 1) != UNFOLDING_SPENT;
          wrong += search (&unfolding, &system, took + SLACK) != outcome;
        }
    }
  tap_ok (wrong == 0 && outcomes[UNFOLDING_FOUND] > count / 4
            && outcomes[UNFOLDING_ENDED] > count / 50
            && outcomes[UNFOLDING_BOUND] > count / 10,
          "%u random systems: %u found, %u ended, %u without an end", (unsigned) count,
          (unsigned) outcomes[UNFOLDING_FOUND], (unsigned) outcomes[UNFOLDING_ENDED],
          (unsigned) outcomes[UNFOLDING_BOUND]);
}

int
main (int argc, char **argv)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  compare (argc > 1 ? (uint32_t) strtoul (argv[1], NULL, 10) : 1000,
           argc > 2 ? strtoull (argv[2], NULL, 10) : 30);
  arena_clear (&arena);
  return tap_done ();
}
