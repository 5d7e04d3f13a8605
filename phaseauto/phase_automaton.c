/* phase_automaton.c -- see phase_automaton.h. */
#include <config.h>

#include "phaseauto/phase_automaton.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

void
pa_check (const struct pa_automaton *automaton)
{
  const struct pa_automaton *a = automaton;
  assert (a->name && *a->name);
  assert (a->parameters.count <= PA_SIZE_LIMIT);
  assert (0 < a->threads.count && a->threads.count <= PA_SIZE_LIMIT);
  assert (0 < a->steps.count && a->steps.count <= PA_SIZE_LIMIT);
  for (uint32_t i = 0; i < a->steps.count; i++)
    {
      const struct pa_step *step = &a->steps.at[i];
      assert (step->thread.index < a->threads.count);
      assert (!pa_kind_is_access (step->kind)
              || step->parameter.index < a->parameters.count);
      assert (pa_kind_is_access (step->kind) || !step->in_unit);
      for (uint32_t k = pa_phases (a) - 1; k < i; k++)
        assert (!thread_equal (a->steps.at[k].thread, step->thread));
      assert (!a->origin || step->kind != PA_ACCESSES);
      (void) step;
    }
  for (uint32_t i = 0; i < a->clauses.count; i++)
    {
      const struct pa_clause *clause = &a->clauses.at[i];
      assert (clause->thread.index < a->threads.count);
      assert (clause->from < clause->to && clause->to <= a->steps.count);
      assert (clause->from > 0 || pa_clause_orders (clause));
      assert (clause->kind != PA_NEVER || pa_kind_is_access (clause->access));
      assert (clause->kind != PA_NEVER || clause->parameter.index < a->parameters.count);
      (void) clause;
    }
}

/* The number of a factor, in binary, says which of the `accesses' are writes. */
void
pa_factor (struct pa_factors *factors, const struct pa_automaton *automaton,
           struct arena *arena)
{
  assert (!automaton->origin);
  assert (automaton->steps.count > 0);
  uint32_t accesses = 0;
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    accesses += automaton->steps.at[i].kind == PA_ACCESSES;
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
  if (accesses > 0)
    LOG (2, "automaton %s stands for %u factors, with reads and writes for `accesses'",
         automaton->name, (unsigned) factors->list.count);
}
