/* role.c -- see role.h.
 *
 * An access that is in a unit whatever its step says (the thread was in one at
 * an earlier own step and could not end it since) is marked as such.
 */
#include <config.h>

#include "phaseauto/role.h"

#include <assert.h>
#include <string.h>

static uint8_t
mask_of (enum pa_kind access)
{
  assert (pa_kind_is_access (access));
  return access == PA_READS    ? PA_NO_READ
         : access == PA_WRITES ? PA_NO_WRITE
                               : PA_NO_READ | PA_NO_WRITE;
}

/* Does the range of CLAUSE start or end with a step of another thread? */
static bool
is_tied (const struct pa_automaton *automaton, const struct pa_clause *clause)
{
  const struct pa_step *steps = automaton->steps.at;
  return clause->from == 0
         || !thread_equal (steps[clause->from - 1].thread, clause->thread)
         || !thread_equal (steps[clause->to - 1].thread, clause->thread);
}

static void
take_clauses (struct pa_role *role, const struct pa_automaton *automaton,
              thread_id thread, struct arena *arena)
{
  size_t states = role->step_count + (size_t) 1;
  role->orders = arena_alloc (arena, automaton->clauses.count * sizeof *role->orders + 1);
  bool *keeps = arena_calloc (arena, states, sizeof *keeps);
  uint8_t *forbidden = arena_calloc (arena, states * role->parameter_count, 1);
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (!thread_equal (clause->thread, thread))
        continue;
      assert (clause->to <= automaton->steps.count);
      bool tied = is_tied (automaton, clause);
      uint32_t k = clause->parameter.index;
      if (pa_clause_orders (clause))
        role->orders[role->order_count++] = clause;
      if (clause->kind == PA_NEVER)
        role->parameters |= (uint64_t) 1 << k;
      for (uint32_t x = clause->from; x < clause->to && x <= role->step_count; x++)
        {
          role->tied |= (uint64_t) tied << x;
          if (clause->kind == PA_STAYS)
            keeps[x] = true;
          else if (clause->kind == PA_NEVER)
            forbidden[(size_t) x * role->parameter_count + k] |= mask_of (clause->access);
        }
    }
  assert (!keeps[0]);
  role->keeps_unit = keeps;
  role->forbidden = forbidden;
}

static void
take_steps (struct pa_role *role, const struct pa_automaton *automaton, thread_id thread,
            struct arena *arena)
{
  struct pa_role_step *steps = arena_calloc (arena, role->step_count, sizeof *steps);
  bool certain = false; /* that the thread is in a unit when the state is left */
  for (uint32_t k = 0; k < automaton->steps.count; k++)
    {
      const struct pa_step *step = &automaton->steps.at[k];
      uint32_t i = k < role->step_count ? k : role->step_count - 1;
      if (k == i)
        certain = certain && role->keeps_unit[i];
      if (!thread_equal (step->thread, thread))
        continue;
      steps[i] = (struct pa_role_step){ .own = true,
                                        .kind = step->kind,
                                        .lock = step->lock,
                                        .holding = step->holding,
                                        .processes = step->processes };
      if (pa_kind_is_access (step->kind))
        {
          assert (step->parameter.index < role->parameter_count);
          steps[i].parameter = step->parameter;
          steps[i].in_unit = certain = step->in_unit || certain;
          role->parameters |= (uint64_t) 1 << step->parameter.index;
        }
      else if (step->kind == PA_BEGINS || step->kind == PA_ENDS)
        certain = step->kind == PA_BEGINS;
    }
  role->steps = steps;
}

void
pa_role_init (struct pa_role *role, const struct pa_automaton *automaton,
              thread_id thread, struct arena *arena)
{
  assert (thread.index < automaton->threads.count);
  assert (automaton->steps.count <= PA_SIZE_LIMIT);
  assert (automaton->parameters.count <= PA_SIZE_LIMIT);
  memset (role, 0, sizeof *role);
  role->step_count = pa_phases (automaton);
  role->parameter_count = automaton->parameters.count;
  take_clauses (role, automaton, thread, arena);
  take_steps (role, automaton, thread, arena);
}

unsigned
pa_role_forbidden (const struct pa_role *role, uint32_t state, parameter_id parameter)
{
  assert (state <= role->step_count && parameter.index < role->parameter_count);
  return role->forbidden[(size_t) state * role->parameter_count + parameter.index];
}

static struct pa_moves
access_moves (const struct pa_role *role, const field_id *fields, bool in_unit,
              uint32_t state, const struct pds_action_info *action)
{
  struct pa_moves moves = { true, false };
  parameter_id parameter = { 0 };
  while (parameter.index < role->parameter_count
         && !field_equal (fields[parameter.index], pds_action_field (action)))
    parameter.index++;
  if (parameter.index == role->parameter_count)
    return moves;
  bool write = action->op == PDS_WRITE;
  moves.loop
    = !(pa_role_forbidden (role, state, parameter) & (write ? PA_NO_WRITE : PA_NO_READ));
  if (state == role->step_count)
    return moves;
  const struct pa_role_step *step = &role->steps[state];
  moves.step = step->own && pa_kind_is_access (step->kind)
               && parameter_equal (step->parameter, parameter)
               && step->kind != (write ? PA_READS : PA_WRITES)
               && (in_unit || !step->in_unit);
  return moves;
}

uint64_t
pa_role_held_back (const struct pa_role *role, const struct idsets *idsets,
                   const struct pds_action_info *action)
{
  uint64_t states = 0;
  for (uint32_t i = 0; i < role->order_count; i++)
    if (pa_clause_forbids (role->orders[i], action, idsets))
      {
        uint32_t end = role->orders[i]->to;
        assert (end <= PA_SIZE_LIMIT);
        states
          |= (((uint64_t) 1 << end) - 1) & ~(((uint64_t) 1 << role->orders[i]->from) - 1);
      }
  return states;
}

bool
pa_role_is_order (const struct pa_role *role, uint32_t state,
                  const struct pds_action_info *action)
{
  if (state == role->step_count || !role->steps[state].own)
    return false;
  const struct pa_role_step *step = &role->steps[state];
  if (step->kind == PA_AWAITS)
    return action->op == PDS_ACQUIRE && lock_equal (pds_action_lock (action), step->lock);
  if (step->kind == PA_STARTS)
    return action->op == PDS_START
           && idset_equal (pds_action_processes (action), step->processes);
  return step->kind == PA_FINISHES && action->op == PDS_FINISH;
}

struct pa_moves
pa_role_moves (const struct pa_role *role, const field_id *fields, set_id set,
               const struct idsets *idsets, uint32_t state,
               const struct pds_action_info *action)
{
  assert (role->steps);
  assert (state <= role->step_count);
  if (pds_action_is_access (action))
    return access_moves (role, fields, idset_has (idsets, action->sets, set.index), state,
                         action);
  struct pa_moves moves = { true, false };
  if (action->op != PDS_BEGIN && action->op != PDS_END)
    return (struct pa_moves){ !(pa_role_held_back (role, idsets, action) >> state & 1),
                              pa_role_is_order (role, state, action) };
  if (!idset_has (idsets, action->sets, set.index))
    return moves;
  moves.loop = !(action->op == PDS_END && role->keeps_unit[state]);
  moves.step
    = state < role->step_count && role->steps[state].own
      && role->steps[state].kind == (action->op == PDS_END ? PA_ENDS : PA_BEGINS);
  return moves;
}
