/* role.c -- see role.h.
 *
 * The canonical form: parameters that own steps use come in the order of their
 * first use.  Those that are only ever forbidden follow, ordered by what is
 * forbidden about them, state by state; two that agree in that are
 * interchangeable, so their order does not show in the key.  Parameters that
 * the thread neither uses nor is refused are not part of its role.
 *
 * An access that is in a unit whatever its step says (the thread has been in
 * one at an earlier own step and could not end it since) is marked as such.
 */
#include <config.h>

#include "phaseauto/role.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define ROLE_PARAMETER_NONE ((role_parameter){ UINT32_MAX })

/* ---- What is forbidden, by parameters of the automaton. ---- */

static unsigned
mask_of (enum pa_kind access)
{
  assert (pa_kind_is_access (access));
  return access == PA_READS    ? PA_NO_READ
         : access == PA_WRITES ? PA_NO_WRITE
                               : PA_NO_READ | PA_NO_WRITE;
}

/* A parameter of the automaton, on its way to a place in the role. */
struct candidate
{
  parameter_id parameter;
  uint32_t first_use;  /* own step, or NONE */
  uint8_t *forbidden;  /* by state */
  uint32_t state_count;
};

static int
compare_candidates (const void *left, const void *right)
{
  const struct candidate *a = left, *b = right;
  if (a->first_use != b->first_use)
    return a->first_use < b->first_use ? -1 : 1;
  int order = memcmp (b->forbidden, a->forbidden, a->state_count);
  if (order != 0)
    return order;
  return a->parameter.index < b->parameter.index
           ? -1 : a->parameter.index > b->parameter.index;
}

static struct candidate *
make_candidates (const struct pa_automaton *automaton, thread_id thread,
                 struct arena *arena)
{
  uint32_t states = pa_state_count (automaton);
  struct candidate *candidates
    = arena_calloc (arena, automaton->parameters.count, sizeof *candidates);
  for (parameter_id p = { 0 }; p.index < automaton->parameters.count; p.index++)
    candidates[p.index]
      = (struct candidate){ p, NONE, arena_calloc (arena, states, 1), states };
  for (uint32_t i = automaton->steps.count; i-- > 0;)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      if (thread_equal (step->thread, thread) && pa_kind_is_access (step->kind))
        candidates[step->parameter.index].first_use = i;
    }
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (clause->kind != PA_NEVER || !thread_equal (clause->thread, thread))
        continue;
      uint8_t *forbidden = candidates[clause->parameter.index].forbidden;
      for (uint32_t x = clause->from; x < clause->to; x++)
        forbidden[x] = (uint8_t) (forbidden[x] | mask_of (clause->access));
    }
  qsort (candidates, automaton->parameters.count, sizeof *candidates,
         compare_candidates);
  return candidates;
}

static bool
matters (const struct candidate *candidate)
{
  for (uint32_t x = 0; x < candidate->state_count; x++)
    if (candidate->forbidden[x])
      return true;
  return candidate->first_use != NONE;
}

/* Number the parameters that matter; the others sort last. */
static void
take_parameters (struct pa_role *role, const struct pa_automaton *automaton,
                 thread_id thread, role_parameter *number, struct arena *arena)
{
  struct candidate *candidates = make_candidates (automaton, thread, arena);
  uint32_t count = 0;
  while (count < automaton->parameters.count && matters (&candidates[count]))
    count++;
  uint32_t states = pa_state_count (automaton);
  uint8_t *forbidden = arena_calloc (arena, (size_t) states * count + 1, 1);
  parameter_id *parameters = arena_calloc (arena, count, sizeof *parameters);
  for (uint32_t p = 0; p < automaton->parameters.count; p++)
    number[p] = ROLE_PARAMETER_NONE;
  for (uint32_t k = 0; k < count; k++)
    {
      parameters[k] = candidates[k].parameter;
      number[parameters[k].index] = (role_parameter){ k };
      for (uint32_t x = 0; x < states; x++)
        forbidden[(size_t) x * count + k] = candidates[k].forbidden[x];
    }
  for (uint32_t p = count; p < automaton->parameters.count; p++)
    assert (!matters (&candidates[p]));
  role->parameter_count = count;
  role->parameters = parameters;
  role->forbidden = forbidden;
}

/* ---- Steps. ---- */

static void
take_units (struct pa_role *role, const struct pa_automaton *automaton,
            thread_id thread, struct arena *arena)
{
  bool *keeps = arena_calloc (arena, pa_state_count (automaton), sizeof *keeps);
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (clause->kind == PA_STAYS && thread_equal (clause->thread, thread))
        for (uint32_t x = clause->from; x < clause->to; x++)
          keeps[x] = true;
    }
  role->keeps_unit = keeps;
}

static void
take_steps (struct pa_role *role, const struct pa_automaton *automaton,
            thread_id thread, const role_parameter *number, struct arena *arena)
{
  struct pa_role_step *steps
    = arena_calloc (arena, automaton->steps.count, sizeof *steps);
  bool certain = false; /* that the thread is in a unit when the state is left */
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      certain = certain && role->keeps_unit[i];
      if (!thread_equal (step->thread, thread))
        continue;
      bool access = pa_kind_is_access (step->kind);
      steps[i] = (struct pa_role_step){ .own = true, .kind = step->kind,
                                        .in_unit = access && (step->in_unit || certain) };
      if (access)
        steps[i].parameter = number[step->parameter.index];
      assert (!access || steps[i].parameter.index < role->parameter_count);
      certain = access ? steps[i].in_unit : step->kind == PA_BEGINS;
    }
  role->step_count = automaton->steps.count;
  role->steps = steps;
}

/* ---- The key. ---- */

struct key
{
  struct arena *arena;
  VEC (char) text;
};

static void
key_put (struct key *key, const char *text)
{
  for (; *text; text++)
    *vec_push (key->arena, &key->text) = *text;
}

static void
key_put_letter (struct key *key, char letter, role_parameter parameter)
{
  char text[16];
  snprintf (text, sizeof text, "%c%u", letter, (unsigned) parameter.index);
  key_put (key, text);
}

/* For each state "[...]" with what is forbidden there, E for the end of the
   unit and r, w, a for accesses; then the step, + for `in unit'. */
static const char *
make_key (const struct pa_role *role, struct arena *arena)
{
  struct key key = { .arena = arena };
  for (uint32_t x = 0; x < role->step_count; x++)
    {
      key_put (&key, role->keeps_unit[x] ? "[E" : "[");
      for (role_parameter k = { 0 }; k.index < role->parameter_count; k.index++)
        if (pa_role_forbidden (role, x, k))
          key_put_letter (&key, " rwa"[pa_role_forbidden (role, x, k)], k);
      key_put (&key, "]");
      const struct pa_role_step *step = &role->steps[x];
      if (!step->own)
        key_put (&key, "-");
      else if (pa_kind_is_access (step->kind))
        key_put_letter (&key, "RWA"[step->kind], step->parameter);
      else
        key_put (&key, step->kind == PA_BEGINS ? "B" : "E");
      key_put (&key, step->in_unit ? "+" : "");
    }
  *vec_push (arena, &key.text) = 0;
  return key.text.at;
}

void
pa_role_init (struct pa_role *role, const struct pa_automaton *automaton,
              thread_id thread, struct arena *arena)
{
  assert (thread.index < automaton->threads.count);
  memset (role, 0, sizeof *role);
  role_parameter *number
    = arena_calloc (arena, automaton->parameters.count, sizeof *number);
  take_parameters (role, automaton, thread, number, arena);
  take_units (role, automaton, thread, arena);
  take_steps (role, automaton, thread, number, arena);
  role->key = make_key (role, arena);
}

/* ---- Questions. ---- */

unsigned
pa_role_forbidden (const struct pa_role *role, uint32_t state, role_parameter parameter)
{
  assert (state <= role->step_count && parameter.index < role->parameter_count);
  return role->forbidden[(size_t) state * role->parameter_count + parameter.index];
}

void
pa_role_bind (const struct pa_role *role, const field_id *automaton_fields,
              field_id *role_fields)
{
  for (uint32_t k = 0; k < role->parameter_count; k++)
    role_fields[k] = automaton_fields[role->parameters[k].index];
}

/* The parameter of the role that FIELD stands for, or none. */
static role_parameter
parameter_of (const struct pa_role *role, const field_id *fields, field_id field)
{
  for (role_parameter k = { 0 }; k.index < role->parameter_count; k.index++)
    if (field_equal (fields[k.index], field))
      return k;
  return ROLE_PARAMETER_NONE;
}

static struct pa_moves
access_moves (const struct pa_role *role, const field_id *fields, bool in_unit,
              uint32_t state, const struct pds_action_info *action)
{
  struct pa_moves moves = { true, false };
  role_parameter parameter = parameter_of (role, fields, pds_action_field (action));
  if (parameter.index == ROLE_PARAMETER_NONE.index)
    return moves;
  bool write = action->op == PDS_WRITE;
  moves.loop = !(pa_role_forbidden (role, state, parameter)
                 & (write ? PA_NO_WRITE : PA_NO_READ));
  if (state == role->step_count)
    return moves;
  const struct pa_role_step *step = &role->steps[state];
  moves.step = step->own && pa_kind_is_access (step->kind)
               && step->parameter.index == parameter.index
               && step->kind != (write ? PA_READS : PA_WRITES)
               && (in_unit || !step->in_unit);
  return moves;
}

struct pa_moves
pa_role_moves (const struct pa_role *role, const field_id *fields, set_id set,
               const struct idsets *idsets, uint32_t state,
               const struct pds_action_info *action)
{
  assert (state <= role->step_count);
  switch (action->op)
    {
    case PDS_READ:
    case PDS_WRITE:
      return access_moves (role, fields, idset_has (idsets, action->sets, set.index),
                           state, action);
    case PDS_BEGIN:
    case PDS_END:
      {
        bool end = action->op == PDS_END;
        bool ours = idset_has (idsets, action->sets, set.index);
        const struct pa_role_step *step
          = state < role->step_count ? &role->steps[state] : NULL;
        return (struct pa_moves){ !(ours && end && role->keeps_unit[state]),
                                  ours && step && step->own
                                    && step->kind == (end ? PA_ENDS : PA_BEGINS) };
      }
    case PDS_SKIP:
    case PDS_ACQUIRE:
    case PDS_RELEASE:
      break;
    }
  return (struct pa_moves){ true, false };
}
