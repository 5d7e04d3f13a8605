/* route.c -- see route.h. */
#include <config.h>

#include "witness/route.h"

#include <assert.h>

#include "base/log.h"
#include "engine/weighted/tuple_weights.h"
#include "engine/weighted/trail.h"
#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"
#include "witness/prefix.h"
#include "wpds/path.h"

struct router
{
  const struct question *question; /* without slicing */
  const struct engine_trail *trail;
  struct quota *quota;
  struct arena *arena;
  struct lock_numbers locks; /* those that matter */
  struct fragments fragments;
  struct antichains antichains;
  struct wpds_domain domain;
  struct solution_domain how;
  bool sampled; /* only the samples in which the engine found the violation are solved */
};

/* ---- Solving again. ---- */

/* How much of the trail to follow.  Without slicing a phase may begin a few operations
   earlier or later than for the engine, so that is not always possible phase by phase. */
enum following
{
  FOLLOW_PHASES,
  FOLLOW_LOCKS, /* in every phase the locks of all phases may be touched */
  FOLLOW_NOTHING,
};

/* The locks of the trail, in the form that solution.h wants. */
static const bool *
touched_by (const struct router *r, uint32_t participant, enum following following)
{
  uint32_t steps = r->question->steps, locks = r->locks.count;
  struct idsets *idsets = r->question->survey->pds->idsets;
  assert (participant < r->question->count);
  const idset *trail = &r->trail->touched[participant * steps];
  if (following == FOLLOW_NOTHING)
    return NULL;
  bool *touched = arena_calloc (r->arena, (size_t) steps * locks + 1, sizeof *touched);
  idset all = IDSET_EMPTY;
  for (uint32_t phase = 0; phase < steps && following == FOLLOW_LOCKS; phase++)
    all = idset_union (idsets, all, trail[phase]);
  for (uint32_t phase = 0; phase < steps; phase++)
    {
      idset set = following == FOLLOW_LOCKS ? all : trail[phase];
      for (uint32_t l = 0; l < locks && !idset_is_empty (set); l++)
        touched[phase * locks + l] = idset_has (idsets, set, r->locks.lock[l].index);
    }
  return touched;
}

/* Solve all roles, and choose compatible tuples. */
static bool
solve (struct router *r, enum following following, struct solution *solutions,
       tuple *choice)
{
  uint32_t count = r->question->count;
  const struct antichain **sets = arena_alloc (r->arena, count * sizeof *sets);
  for (uint32_t p = 0; p < count; p++)
    {
      struct solution_task task = { .question = r->question,
                                    .participant = &r->question->participants[p],
                                    .locks = &r->locks,
                                    .touched = touched_by (r, p, following),
                                    .recording = true,
                                    .sampled = r->sampled };
      solution_init (&solutions[p], &r->how, &task, r->quota, r->arena);
      sets[p] = antichain_of_weight (solutions[p].value.weight);
    }
  static const char *const what[] = { "phase by phase", "by its locks", "not at all" };
  assert (!r->antichains.exceeded); /* there is no budget */
  bool found = compat_choose (&r->antichains, sets, count, choice, r->arena);
  LOG (2, "the trail followed %s%s: %s", what[following],
       r->sampled ? ", in samples" : "", found ? "tuples are compatible" : "no tuples");
  return found;
}

/* ---- Back to the rules of the multi-PDS. ---- */

/* Does RULE of the multi-PDS lead where the rule OF_PRODUCT does? */
static bool
leads_alike (const struct pds_rule *rule, const struct product *product,
             const struct product_rule *of_product)
{
  if (of_product->top == PRODUCT_NO_SYMBOL)
    return pds_rule_is_return (rule);
  if (pds_rule_is_call (rule) != (of_product->under != PRODUCT_NO_SYMBOL))
    return false;
  return rule->to.index == product->slice.origins[of_product->top].index;
}

/* The rule by which a process awaits the lock of its last step, at the symbol FROM of
   PRODUCT; the process is blocked before it. */
static uint32_t
awaited_at (const struct router *r, const struct product *product, uint32_t from,
            lock_id lock)
{
  const struct pds *pds = r->question->survey->pds;
  struct pds_range rules = pds_rules_of (pds, product->slice.origins[from]);
  for (uint32_t i = rules.begin; i < rules.end; i++)
    {
      const struct pds_action_info *action
        = &pds->actions.at[pds->rules.at[i].action.index];
      if (action->op == PDS_ACQUIRE && lock_equal (pds_action_lock (action), lock))
        return i;
    }
  assert (false && "the process awaits the lock here");
  return rules.begin;
}

static uint32_t
origin_of (const struct router *r, const struct product *product,
           const struct product_rule *of_product)
{
  const struct pds *pds = r->question->survey->pds;
  struct pds_range rules = pds_rules_of (pds, product->slice.origins[of_product->from]);
  uint32_t number = rules.begin;
  while (number < rules.end && !leads_alike (&pds->rules.at[number], product, of_product))
    number++;
  assert (number < rules.end);
  return number;
}

/* Does the process not execute RULE, since it is a guessed step of another thread, or
   ends running ahead? */
static bool
is_guess (const struct product *product, uint64_t foreign,
          const struct product_rule *rule)
{
  if (rule->from_state == rule->to_state)
    return false;
  if (product->runs_ahead && rule->from_state == product->start)
    return true;
  return foreign >> (rule->from_state - product->runs_ahead) & 1;
}

/* The step of PARTICIPANT that leads from STATE of the automaton. */
static const struct pa_step *
step_from (const struct router *r, uint32_t participant, uint32_t state)
{
  const struct pa_automaton *automaton = r->question->instance->automaton;
  uint32_t i = state;
  while (state + 1 == pa_phases (automaton)
         && automaton->steps.at[i].thread.index != participant)
    {
      i++;
      assert (i < automaton->steps.count);
    }
  return &automaton->steps.at[i];
}

/* The rule of the multi-PDS that RULE of PARTICIPANT stands for, and whether it is a step
   of the plain question. */
static struct local_step
local_step_of (const struct router *r, const struct solution *solution,
               uint32_t participant, const struct product_rule *rule)
{
  const struct product *product = &solution->product;
  if (rule->from_state == rule->to_state)
    return (struct local_step){ origin_of (r, product, rule), false };
  const struct pa_step *step
    = step_from (r, participant, rule->from_state - product->runs_ahead);
  if (step->kind == PA_AWAITS)
    return (struct local_step){ awaited_at (r, product, rule->from, step->lock), true };
  bool scripted = step->kind == PA_STARTS || step->kind == PA_FINISHES;
  return (struct local_step){ origin_of (r, product, rule), !scripted };
}

static void
translate (const struct router *r, const struct solution *solution, uint32_t participant,
           const struct wpds_path *path, struct local_path *local)
{
  uint64_t foreign = r->question->participants[participant].watch->foreign;
  for (uint32_t i = 0; i < path->rules.count; i++)
    {
      assert (path->rules.at[i] < solution->system.rules.count);
      uint32_t label = solution->system.rules.at[path->rules.at[i]].label;
      assert (label < solution->product.rules.count);
      const struct product_rule *rule = &solution->product.rules.at[label];
      if (!is_guess (&solution->product, foreign, rule))
        {
          struct local_step step = local_step_of (r, solution, participant, rule);
          *vec_push (r->arena, &local->steps) = step;
        }
    }
}

static bool
unwind (struct router *r, const struct solution *solution, tuple choice,
        uint32_t participant, struct local_path *local)
{
  const struct participant *who = &r->question->participants[participant];
  struct wpds_path path;
  assert (choice.index < r->antichains.tuples.count);
  wpds_weight part = antichain_weight (antichain_single (&r->antichains, choice));
  enum wpds_path_outcome outcome
    = wpds_path_find (&path, r->arena, &solution->system, &solution->value, part,
                      antichain_split, &r->antichains, ROUTE_LIMIT);
  assert (outcome != WPDS_PATH_ABSENT);
  if (outcome != WPDS_PATH_FOUND)
    return false;
  *local = (struct local_path){ .entry = who->entry };
  if (r->sampled)
    {
      /* A sample does not begin at the entry of the process. */
      assert (path.rules.count > 0);
      const struct wpds_rule *first = &solution->system.rules.at[path.rules.at[0]];
      pds_symbol start = solution->product.slice.origins[first->read.index];
      if (!prefix_append (local, r->question->survey, start, ROUTE_LIMIT, r->arena))
        return false;
    }
  translate (r, solution, participant, &path, local);
  return true;
}

enum witness_outcome
route_find (struct local_path *paths, const struct question *asked,
            const struct engine_trail *trail, struct quota *quota, struct arena *arena)
{
  struct question question = *asked;
  question.reductions &= ~(uint32_t) REDUCTION_SLICING;
  struct router r = { .question = &question,
                      .trail = trail,
                      .quota = quota,
                      .arena = arena,
                      .sampled = trail->sampled };
  assert (trail->touched && question.count == question.threads);
  lock_numbers_init (&r.locks, question.survey->pds->locks.count, arena);
  lock_numbers_add_set (&r.locks, question.survey->pds->idsets,
                        question_locks (&question, arena));
  fragments_init (&r.fragments, arena, r.locks.count);
  antichains_init (&r.antichains, arena, &r.fragments, question.steps - 1);
  r.domain = antichain_domain (&r.antichains);
  r.how = tuple_weights (&r.domain, &r.antichains);
  struct solution *solutions = arena_alloc (arena, question.count * sizeof *solutions);
  tuple *choice = arena_alloc (arena, question.count * sizeof *choice);
  enum following following = FOLLOW_PHASES;
  while (!solve (&r, following, solutions, choice))
    if (following++ == FOLLOW_NOTHING)
      {
        if (!r.sampled)
          return WITNESS_NONE;
        /* Without slicing, the samples may be too small: solve the whole processes. */
        r.sampled = false;
        following = FOLLOW_PHASES;
      }
  for (uint32_t p = 0; p < question.count; p++)
    if (!unwind (&r, &solutions[p], choice[p], p, &paths[p]))
      return WITNESS_TOO_LONG;
  return WITNESS_FOUND;
}
