/* factor.c -- see pa_factor in pa.h.
 *
 * Engines that treat a step as one action work on factors; the number of the
 * factor, in binary, says which of its `accesses' are writes.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "phaseauto/pa.h"

static uint32_t
count_accesses (const struct pa_automaton *automaton)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    count += automaton->steps.at[i].kind == PA_ACCESSES;
  return count;
}

void
pa_factor (struct pa_factors *factors, const struct pa_automaton *automaton,
           struct arena *arena)
{
  assert (!automaton->origin);
  uint32_t accesses = count_accesses (automaton);
  assert (accesses <= PA_ACCESSES_LIMIT);
  memset (factors, 0, sizeof *factors);
  for (uint32_t choice = 0; choice < (uint32_t) 1 << accesses; choice++)
    {
      struct pa_automaton *factor = vec_push (arena, &factors->list);
      *factor = *automaton;
      factor->origin = automaton;
      memset (&factor->steps, 0, sizeof factor->steps);
      vec_reserve (arena, &factor->steps, automaton->steps.count);
      uint32_t left = accesses;
      for (uint32_t i = 0; i < automaton->steps.count; i++)
        {
          struct pa_step *step = vec_push (arena, &factor->steps);
          *step = automaton->steps.at[i];
          if (step->kind == PA_ACCESSES)
            step->kind = choice >> --left & 1 ? PA_WRITES : PA_READS;
        }
      assert (left == 0);
#ifdef EXPENSIVE_CHECKS
      pa_check (factor);
#endif
    }
}
