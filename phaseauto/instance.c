/* instance.c -- see instance.h. */
#include <config.h>

#include "phaseauto/instance.h"

#include <assert.h>

/* Is ACTION what KIND and PARAMETER say, in a unit or not? */
static bool
does (const struct pa_instance *instance, const struct pds_action_info *action,
      enum pa_kind kind, parameter_id parameter)
{
  if (kind == PA_BEGINS || kind == PA_ENDS)
    return action->op == (kind == PA_BEGINS ? PDS_BEGIN : PDS_END)
           && idset_has (instance->idsets, action->sets, instance->set.index);
  assert (parameter.index < instance->automaton->parameters.count);
  return (kind == PA_READS    ? action->op == PDS_READ
          : kind == PA_WRITES ? action->op == PDS_WRITE
                              : pds_action_is_access (action))
         && field_equal (pds_action_field (action), instance->fields[parameter.index]);
}

static bool
is_step (const struct pa_instance *instance, uint32_t state, thread_id thread,
         const struct pds_action_info *action)
{
  if (state == instance->automaton->steps.count)
    return false;
  const struct pa_step *step = &instance->automaton->steps.at[state];
  return thread_equal (step->thread, thread)
         && does (instance, action, step->kind, step->parameter)
         && (!step->in_unit
             || idset_has (instance->idsets, action->sets, instance->set.index));
}

static bool
is_forbidden (const struct pa_instance *instance, uint32_t state, thread_id thread,
              const struct pds_action_info *action)
{
  for (uint32_t i = 0; i < instance->automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &instance->automaton->clauses.at[i];
      enum pa_kind kind = clause->kind == PA_STAYS ? PA_ENDS : clause->access;
      if (thread_equal (clause->thread, thread) && pa_clause_holds (clause, state)
          && does (instance, action, kind, clause->parameter))
        return true;
    }
  return false;
}

struct pa_moves
pa_instance_moves (const struct pa_instance *instance, uint32_t state, thread_id thread,
                   const struct pds_action_info *action)
{
  assert (state <= instance->automaton->steps.count);
  assert (thread.index < instance->automaton->threads.count
          || thread_equal (thread, PA_BYSTANDER));
  return (struct pa_moves){ !is_forbidden (instance, state, thread, action),
                            is_step (instance, state, thread, action) };
}
