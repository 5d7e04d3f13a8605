/* instance.c -- see instance.h. */
#include <config.h>

#include "phaseauto/instance.h"

#include <assert.h>

/* Is ACTION an access to PARAMETER's field, or a boundary of a unit, as KIND says? */
static bool
does (const struct pa_instance *instance, const struct pds_action_info *action,
      enum pa_kind kind, parameter_id parameter)
{
  if (kind == PA_BEGINS || kind == PA_ENDS)
    return action->op == (kind == PA_BEGINS ? PDS_BEGIN : PDS_END)
           && idset_has (instance->idsets, action->sets, instance->set.index);
  assert (pa_kind_is_access (kind));
  assert (parameter.index < instance->automaton->parameters.count);
  return (kind == PA_READS    ? action->op == PDS_READ
          : kind == PA_WRITES ? action->op == PDS_WRITE
                              : pds_action_is_access (action))
         && field_equal (pds_action_field (action), instance->fields[parameter.index]);
}

/* Does ACTION match STEP, which the language cannot express? */
static bool
fits_made (const struct pa_step *step, const struct pds_action_info *action)
{
  if (step->kind == PA_AWAITS)
    return action->op == PDS_ACQUIRE && lock_equal (pds_action_lock (action), step->lock);
  if (step->kind == PA_STARTS)
    return action->op == PDS_START
           && idset_equal (pds_action_processes (action), step->processes);
  assert (step->kind == PA_FINISHES);
  return action->op == PDS_FINISH;
}

/* Does ACTION match STEP?  Held locks are not checked. */
static inline bool
fits (const struct pa_instance *instance, const struct pa_step *step,
      const struct pds_action_info *action)
{
  if (step->kind >= PA_AWAITS)
    return fits_made (step, action);
  return does (instance, action, step->kind, step->parameter)
         && (!step->in_unit
             || idset_has (instance->idsets, action->sets, instance->set.index));
}

/* Is ACTION the step from STATE?  No step that happens together with others is. */
static bool
is_step (const struct pa_instance *instance, uint32_t state, thread_id thread,
         const struct pds_action_info *action)
{
  const struct pa_automaton *automaton = instance->automaton;
  uint32_t alone
    = automaton->steps.count - (automaton->together > 1 ? automaton->together : 0);
  if (state >= alone)
    return false;
  const struct pa_step *step = &automaton->steps.at[state];
  return thread_equal (step->thread, thread) && fits (instance, step, action);
}

bool
pa_clause_forbids (const struct pa_clause *clause, const struct pds_action_info *action,
                   const struct idsets *idsets)
{
  assert (pa_clause_orders (clause));
  if (clause->kind == PA_SLEEPS)
    return action->op == PDS_WAKE;
  if (action->op != (clause->kind == PA_NO_START ? PDS_START : PDS_JOIN))
    return false;
  idset processes = pds_action_processes (action);
  IDSET_EACH (p, idsets, processes)
    if (idset_has (idsets, clause->processes, p))
      return true;
  return false;
}

static bool
is_forbidden (const struct pa_instance *instance, uint32_t state, thread_id thread,
              const struct pds_action_info *action)
{
  for (uint32_t i = 0; i < instance->automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &instance->automaton->clauses.at[i];
      if (!thread_equal (clause->thread, thread) || !pa_clause_holds (clause, state))
        continue;
      if (pa_clause_orders (clause)
            ? pa_clause_forbids (clause, action, instance->idsets)
            : does (instance, action, clause->kind == PA_STAYS ? PA_ENDS : clause->access,
                    clause->parameter))
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

/* The step of THREAD among those that happen together, or null. */
static const struct pa_step *
meeting_step (const struct pa_instance *instance, thread_id thread)
{
  const struct pa_automaton *automaton = instance->automaton;
  for (uint32_t i = pa_phases (automaton) - 1; i < automaton->steps.count; i++)
    if (thread_equal (automaton->steps.at[i].thread, thread))
      return &automaton->steps.at[i];
  return NULL;
}

bool
pa_instance_meets (const struct pa_instance *instance, thread_id thread)
{
  return meeting_step (instance, thread) != NULL;
}

bool
pa_instance_poised (const struct pa_instance *instance, thread_id thread,
                    const struct pds_action_info *action, idset held)
{
  const struct pa_step *step = meeting_step (instance, thread);
  return step && fits (instance, step, action)
         && (step->kind != PA_AWAITS
             || idset_has (instance->idsets, held, step->holding.index));
}
