/* route.c -- see route.h. */
#include <config.h>

#include "witness/route.h"

#include <assert.h>

#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"
#include "witness/prefix.h"
#include "engine/weighted/solution.h"
#include "engine/antichain/tuple_weights.h"
#include "wpds/path.h"

struct router
{
  const struct question *question; /* without slicing */
  const struct engine_trail *trail;
  struct quota *quota;
  struct arena *arena;
  uint32_t *locks;      /* by lock of the model: its number, or none */
  uint32_t lock_count;
  struct fragments fragments;
  struct antichains antichains;
  struct wpds_domain domain;
  struct solution_domain how;
  bool sampled;         /* look only where the engine found it */
};

/* ---- Solving again. ---- */

static void
number_locks (struct router *r)
{
  const struct question *question = r->question;
  const struct pds *pds = question->survey->pds;
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, r->arena);
  r->locks = arena_alloc (r->arena, pds->locks.count * sizeof *r->locks + 1);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    r->locks[l] = idset_has (pds->idsets, kept, l) ? r->lock_count++ : SLICE_NO_LOCK;
}

/* How much of the trail to follow.  Without slicing a phase may begin a few
   operations earlier or later than it did for the engine, so phase by phase is
   not always possible. */
enum following
{
  FOLLOW_PHASES,
  FOLLOW_LOCKS,  /* touched in any phase */
  FOLLOW_NOTHING,
};

/* The locks of the trail, as solution.h wants them. */
static const bool *
touched_by (const struct router *r, uint32_t participant, enum following following)
{
  const struct question *question = r->question;
  const struct pds *pds = question->survey->pds;
  if (following == FOLLOW_NOTHING)
    return NULL;
  bool *touched = arena_calloc (r->arena, (size_t) question->steps * r->lock_count + 1,
                                sizeof *touched);
  for (uint32_t i = 0; i < question->steps; i++)
    {
      idset set = r->trail->touched[participant * question->steps + i];
      for (uint32_t l = idset_next (pds->idsets, set, 0); l != UINT32_MAX;
           l = idset_next (pds->idsets, set, l + 1))
        for (uint32_t phase = 0; phase < question->steps; phase++)
          if (r->locks[l] != SLICE_NO_LOCK && (phase == i || following == FOLLOW_LOCKS))
            touched[phase * r->lock_count + r->locks[l]] = true;
    }
  return touched;
}

/* Solve all roles, and choose. */
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
                                .locks = r->locks,
                                .lock_count = r->lock_count,
                                .touched = touched_by (r, p, following),
                                .recording = true,
                                .sampled = r->sampled };
      solution_init (&solutions[p], &r->how, &task, r->quota, r->arena);
      sets[p] = antichain_of_weight (solutions[p].value.weight);
    }
  return compat_choose (&r->antichains, sets, count, choice, r->arena);
}

/* ---- Back to the rules of the multi-PDS. ---- */

/* Does RULE of the multi-PDS lead from a symbol of the product where the
   product's rule does? */
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

/* Is the rule one that no process makes: a step of another thread that is
   guessed, or the end of what was done ahead? */
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

static void
translate (const struct router *r, const struct solution *solution,
           uint64_t foreign, const struct wpds_path *path, struct local_path *local)
{
  for (uint32_t i = 0; i < path->rules.count; i++)
    {
      uint32_t label = solution->system.rules.at[path->rules.at[i]].label;
      const struct product_rule *rule = &solution->product.rules.at[label];
      if (!is_guess (&solution->product, foreign, rule))
        *vec_push (r->arena, &local->steps)
          = (struct local_step){ origin_of (r, &solution->product, rule),
                                 rule->from_state != rule->to_state };
    }
}

static bool
unwind (struct router *r, const struct solution *solution, tuple choice,
        uint32_t participant, struct local_path *local)
{
  const struct participant *who = &r->question->participants[participant];
  struct wpds_path path;
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
      /* A sample begins somewhere else. */
      const struct wpds_rule *first = &solution->system.rules.at[path.rules.at[0]];
      pds_symbol start = solution->product.slice.origins[first->read.index];
      if (!prefix_append (local, r->question->survey, start, ROUTE_LIMIT, r->arena))
        return false;
    }
  translate (r, solution, who->watch->foreign, &path, local);
  return true;
}

enum route_outcome
route_find (struct local_path *paths, const struct question *asked,
            const struct engine_trail *trail, struct quota *quota, struct arena *arena)
{
  struct question question = *asked;
  question.reductions &= ~(uint32_t) REDUCTION_SLICING;
  struct router r = { .question = &question, .trail = trail, .quota = quota, .arena = arena };
  number_locks (&r);
  fragments_init (&r.fragments, arena, r.lock_count);
  antichains_init (&r.antichains, arena, &r.fragments, question.steps - 1);
  r.domain = antichain_domain (&r.antichains);
  r.how = tuple_weights (&r.domain, &r.antichains);
  struct solution *solutions
    = arena_alloc (arena, question.count * sizeof *solutions);
  tuple *choice = arena_alloc (arena, question.count * sizeof *choice);
  enum following following = FOLLOW_PHASES;
  r.sampled = trail->sampled;
  while (!solve (&r, following, solutions, choice))
    if (following++ == FOLLOW_NOTHING)
      {
        if (!r.sampled)
          return ROUTE_NONE;
        /* Without slicing the sample may be too small. */
        r.sampled = false;
        following = FOLLOW_PHASES;
      }
  for (uint32_t p = 0; p < question.count; p++)
    if (!unwind (&r, &solutions[p], choice[p], p, &paths[p]))
      return ROUTE_TOO_LONG;
  return ROUTE_FOUND;
}
