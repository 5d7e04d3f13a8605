/* path.c -- see path.h.
 *
 * Two unwindings.  The value's steps lead from an accepting node back to the
 * control state: transitions t1 ... tn, each with the part of its weight that is
 * needed.  Then each transition's part is unwound into rules by its derivations: the
 * earliest derivation that the part lies below.
 *
 * Both terminate because a contribution used only parts of weights that existed
 * before it: the earliest contribution that such a part lies below is older.  This
 * is the invariant of the loops, `before' in a task.  Cost: for each rule of the run,
 * one split for each contribution to one transition.
 *
 * Where we depart from [Reps2005]: one derivation is followed for one part of a
 * weight, not a set of derivations whose sum covers the whole weight.
 */
#include <config.h>

#include "wpds/path.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

#define NONE UINT32_MAX

/* Unwind PART of the weight that the transition had before the derivation
   numbered BEFORE was made. */
struct task
{
  wpds_transition transition;
  uint32_t before;
  wpds_weight part;
};

struct unwinding
{
  const struct wpds_system *system;
  const struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  struct arena *arena;
  wpds_split split;
  void *split_context;
  VEC (struct task) tasks; /* a stack */
  VEC (uint32_t) chain;    /* contributions to one weight, newest first */
};

static bool
split (const struct unwinding *unwinding, wpds_weight a, wpds_weight b, wpds_weight part,
       wpds_weight *left, wpds_weight *right)
{
  return unwinding->split (unwinding->split_context, a, b, part, left, right);
}

/* If PART lies below A, find a part of A that PART lies below. */
static bool
find_part (const struct unwinding *unwinding, wpds_weight a, wpds_weight part,
           wpds_weight *found)
{
  wpds_weight rest;
  if (!split (unwinding, a, unwinding->domain->one, part, found, &rest))
    return false;
  wpds_release (unwinding->domain, rest);
  return true;
}

static void
push_task (struct unwinding *unwinding, wpds_transition transition, uint32_t before,
           wpds_weight part)
{
  *vec_push (unwinding->arena, &unwinding->tasks)
    = (struct task){ transition, before, part };
}

/* A derivation is a (x) f(rule), or a (x) b, or a.  The run is found from its end,
   so the last factor is pushed last. */
static bool
unwind_derivation (struct unwinding *unwinding, uint32_t number, wpds_weight part)
{
  assert (number < unwinding->automaton->derivations.count);
  quota_work (unwinding->arena->quota, 1);
  const struct wpds_derivation *by = &unwinding->automaton->derivations.at[number];
  wpds_weight left, right;
  if (by->first.index == NONE)
    {
      if (!find_part (unwinding, by->a, part, &left))
        return false;
      wpds_release (unwinding->domain, left);
      return true;
    }
  wpds_weight b = by->b;
  if (by->rule != NONE)
    b = unwinding->system->weights.at[unwinding->system->rules.at[by->rule].weight];
  if (!split (unwinding, by->a, b, part, &left, &right))
    return false;
  push_task (unwinding, by->first, number, left);
  if (by->rule == NONE)
    push_task (unwinding, by->second, number, right);
  else
    wpds_release (unwinding->domain, right);
  return true;
}

/* Find the derivation of the task's part and push the parts that it was made from;
   its rule is added to the path. */
static void
unwind_task (struct unwinding *unwinding, struct task task, struct wpds_path *path)
{
  const struct wpds_automaton *automaton = unwinding->automaton;
  assert (task.transition.index < automaton->last_derivation.count);
  unwinding->chain.count = 0;
  for (uint32_t d = automaton->last_derivation.at[task.transition.index]; d != NONE;
       d = automaton->derivations.at[d].previous)
    *vec_push (unwinding->arena, &unwinding->chain) = d;
  for (uint32_t i = unwinding->chain.count; i-- > 0;)
    {
      uint32_t d = unwinding->chain.at[i];
      if (!unwind_derivation (unwinding, d, task.part))
        continue;
      assert (d < task.before); /* otherwise a bad split */
      if (automaton->derivations.at[d].rule != NONE)
        *vec_push (unwinding->arena, &path->rules) = automaton->derivations.at[d].rule;
      wpds_release (unwinding->domain, task.part);
      return;
    }
  assert (false); /* no derivation has the part: a bad split */
}

/* From the node NUMBER back to the control state.  Pushes the transitions' parts
   as tasks and collects the stack from its bottom. */
static void
unwind_value (struct unwinding *unwinding, const struct wpds_value *value,
              uint32_t number, wpds_weight part, struct wpds_path *path)
{
  uint32_t before = NONE;
  for (;;)
    {
      unwinding->chain.count = 0;
      for (uint32_t s = value->nodes.at[number].last_step; s != NONE;
           s = value->steps.at[s].previous)
        *vec_push (unwinding->arena, &unwinding->chain) = s;
      uint32_t i = unwinding->chain.count;
      const struct wpds_value_step *step;
      wpds_weight left, right;
      for (;;)
        {
          assert (i > 0 && unwinding->chain.at[i - 1] < before);
          step = &value->steps.at[unwinding->chain.at[--i]];
          quota_work (unwinding->arena->quota, 1);
          if (step->from == NONE)
            {
              if (!find_part (unwinding, step->a, part, &left))
                continue;
              wpds_release (unwinding->domain, left);
              wpds_release (unwinding->domain, part);
              return;
            }
          wpds_weight weight
            = unwinding->automaton->transitions.at[step->by.index].weight;
          if (split (unwinding, weight, step->a, part, &left, &right))
            break;
        }
      push_task (unwinding, step->by, NONE, left);
      wpds_symbol symbol = unwinding->automaton->transitions.at[step->by.index].symbol;
      if (symbol.index != WPDS_NO_SYMBOL.index)
        *vec_push (unwinding->arena, &path->stack) = symbol;
      wpds_release (unwinding->domain, part);
      part = right;
      before = unwinding->chain.at[i];
      number = step->from;
    }
}

static_assert (sizeof (wpds_symbol) == sizeof (uint32_t), "reverse takes both");

/* Reverse COUNT symbols or rules. */
static void
reverse (void *items, uint32_t count)
{
  uint32_t *at = items;
  for (uint32_t i = 0; i < count / 2; i++)
    {
      uint32_t swap = at[i];
      at[i] = at[count - 1 - i];
      at[count - 1 - i] = swap;
    }
}

enum wpds_path_outcome
wpds_path_find (struct wpds_path *path, struct arena *arena,
                const struct wpds_system *system, const struct wpds_value *value,
                wpds_weight part, wpds_split split_function, void *split_context,
                uint32_t limit)
{
  const struct wpds_automaton *automaton = value->automaton;
  assert (automaton->recording && automaton->saturated);
  assert (!wpds_is_zero (automaton->domain, part));
  assert (value->nodes.count > 0); /* not released */
  struct unwinding unwinding = { .system = system,
                                 .automaton = automaton,
                                 .domain = automaton->domain,
                                 .arena = arena,
                                 .split = split_function,
                                 .split_context = split_context };
  memset (path, 0, sizeof *path);
  path->state = value->nodes.at[0].state;
  uint32_t end = 0;
  wpds_weight found;
  while (end < value->nodes.count
         && !(wpds_value_accepts (value, &value->nodes.at[end])
              && find_part (&unwinding, value->nodes.at[end].weight, part, &found)))
    end++;
  if (end == value->nodes.count)
    return WPDS_PATH_ABSENT;
  unwind_value (&unwinding, value, end, found, path);
  reverse (path->stack.at, path->stack.count);
  /* t1 is on top of the tasks: it was done last, and the run is found from its end. */
  enum wpds_path_outcome outcome = WPDS_PATH_FOUND;
  while (unwinding.tasks.count > 0 && outcome == WPDS_PATH_FOUND)
    {
      struct task task = unwinding.tasks.at[--unwinding.tasks.count];
      unwind_task (&unwinding, task, path);
      if (path->rules.count > limit)
        outcome = WPDS_PATH_TOO_LONG;
    }
  while (unwinding.tasks.count > 0)
    wpds_release (unwinding.domain, unwinding.tasks.at[--unwinding.tasks.count].part);
  reverse (path->rules.at, path->rules.count);
  LOG (2, "a run of %u rules to state %u%s", (unsigned) path->rules.count,
       (unsigned) path->state.index, outcome == WPDS_PATH_FOUND ? "" : ": too long");
  assert (outcome == WPDS_PATH_TOO_LONG || path->rules.count == 0
          || system->rules.at[path->rules.at[path->rules.count - 1]].to.index
               == path->state.index);
  return outcome;
}
