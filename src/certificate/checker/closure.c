/* closure.c -- see closure.h.  Cost: each claim is examined once, with each rule that
 * applies to it; there is no fixpoint. */
#include <config.h>

#include "certificate/checker/closure.h"

#include <assert.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/refusal.h"

#define NOTHING CLOSURE_NOTHING

/* ---- Claims. ---- */

void
closure_init (struct closure *closure)
{
  const struct part_scene *scene = closure->scene;
  assert (closure->body.index < scene->bodies);
  assert (scene->body[closure->body.index].processes > 0);
  assert (closure->part.action_count == scene->pds->actions.count);
  assert (closure->tuples->lock_count == scene->pds->locks.count);
  assert (closure->contexts.count == 0 && closure->places.count == 0);
  pairmap_init (&closure->context_of, closure->arena);
}

bool
closure_add_context (struct closure *closure, uint32_t state, uint32_t symbol)
{
  uint32_t steps = closure->part.steps;
  if (state >= steps || symbol >= pds_symbol_count (closure->scene->pds))
    return false;
  uint32_t *number = pairmap_at (&closure->context_of, state, symbol);
  if (*number != PAIRMAP_FREE)
    return false;
  *number = closure->contexts.count;
  struct closure_context context = { .state = state, .symbol = symbol };
  context.ends = arena_alloc (closure->arena, (steps + 1) * sizeof *context.ends);
  for (uint32_t x = 0; x <= steps; x++)
    context.ends[x] = NOTHING;
  *vec_push (closure->arena, &closure->contexts) = context;
  return true;
}

/* The last context, if runs from its entry can be in STATE with the tuples of SET;
   otherwise null.  A run that began in state p and is in state x has been through x - p +
   1 phases; the step into state N begins none. */
static struct closure_context *
context_for (struct closure *closure, uint32_t state, uint32_t set)
{
  assert (set < closure->tuples->sets.count);
  uint32_t steps = closure->part.steps, last = state < steps ? state : steps - 1;
  if (closure->contexts.count == 0 || state > steps)
    return NULL;
  struct closure_context *context = &closure->contexts.at[closure->contexts.count - 1];
  return state >= context->state
             && closure->tuples->sets.at[set].length == last - context->state + 1
           ? context
           : NULL;
}

bool
closure_add_at (struct closure *closure, uint32_t state, uint32_t begin, uint32_t end,
                uint32_t set)
{
  assert (begin < end && end <= pds_symbol_count (closure->scene->pds));
  if (state >= closure->part.steps || !context_for (closure, state, set))
    return false;
  *vec_push (closure->arena, &closure->places)
    = (struct closure_place){ closure->contexts.count - 1, state, begin, end, set };
  return true;
}

bool
closure_add_end (struct closure *closure, uint32_t state, uint32_t set)
{
  struct closure_context *context = context_for (closure, state, set);
  if (!context || context->ends[state] != NOTHING)
    return false;
  context->ends[state] = set;
  return true;
}

/* ---- Looking claims up. ---- */

static int
compare_places (const void *left, const void *right)
{
  const struct closure_place *a = left, *b = right;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->state != b->state)
    return a->state < b->state ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* For bsearch: the key is the place of one symbol. */
static int
compare_to_place (const void *key, const void *element)
{
  const struct closure_place *symbol = key, *place = element;
  bool inside = symbol->context == place->context && symbol->state == place->state
                && symbol->begin >= place->begin && symbol->begin < place->end;
  return inside ? 0 : compare_places (symbol, place);
}

static uint32_t
claimed_at (const struct closure *closure, uint32_t context, uint32_t state,
            uint32_t symbol)
{
  assert (context < closure->contexts.count && state < closure->part.steps);
  struct closure_place key = { context, state, symbol, symbol + 1, NOTHING };
  const struct closure_place *place = bsearch (
    &key, closure->places.at, closure->places.count, sizeof key, compare_to_place);
  return place ? place->set : NOTHING;
}

/* ---- Rules. ---- */

struct checker
{
  struct closure *closure;
  struct tuples *tuples;
  const bool *quiet;                 /* by symbol */
  const struct closure_place *place; /* the claim being checked, and its symbol */
  uint32_t symbol;
  char *problem;
};

#define refuse(problem, ...) refusal_format (problem, CLOSURE_PROBLEM, __VA_ARGS__)

/* Does TARGET cover the place's runs followed by OPERATION?  What these runs have then
   done, such as "go to", is HAVE, with STATE and SYMBOL, for the message. */
static bool
leads_to (const struct checker *c, uint32_t target, uint32_t operation, const char *have,
          uint32_t state, uint32_t symbol)
{
  static_assert (PAIRMAP_FREE == NOTHING, "what is not in a map is not claimed");
  const struct closure_place *place = c->place;
  if (target != NOTHING && tuples_covers (c->tuples, target, place->set, operation))
    return true;
  const struct closure_context *context = &c->closure->contexts.at[place->context];
  return refuse (c->problem,
                 "not closed: context (%u, n%u) claims %s of the runs that %s (%u, n%u) "
                 "from (%u, n%u)",
                 (unsigned) context->state, (unsigned) context->symbol,
                 target == NOTHING ? "none" : "not all", have, (unsigned) state,
                 (unsigned) symbol, (unsigned) place->state, (unsigned) c->symbol);
}

/* Check that runs which go to STATE with SYMBOL on top, by OPERATION, are claimed. */
static bool
check_move (const struct checker *c, uint32_t state, uint32_t symbol, uint32_t operation)
{
  const struct closure *closure = c->closure;
  const struct closure_place *place = c->place;
  assert (place->state <= state && state <= closure->part.steps);
  /* Most rules stay within one claim. */
  if (operation == TUPLES_NOTHING && state == place->state && symbol >= place->begin
      && symbol < place->end)
    return true;
  if (state == closure->part.steps)
    return leads_to (c, closure->contexts.at[place->context].ends[state], operation,
                     "make the last step at", state, symbol);
  return leads_to (c, claimed_at (closure, place->context, state, symbol), operation,
                   "go to", state, symbol);
}

/* Check a step of the automaton, which begins a phase unless it is the last. */
static bool
check_step (const struct checker *c, uint32_t symbol)
{
  uint32_t next = c->place->state + 1;
  return check_move (c, next, symbol,
                     next == c->closure->part.steps ? TUPLES_NOTHING : TUPLES_PHASE);
}

static bool
check_call (const struct checker *c, const struct pds_rule *rule)
{
  const struct closure *closure = c->closure;
  uint32_t state = c->place->state;
  uint32_t called = pairmap_get (&closure->context_of, state, rule->to.index);
  if (called == PAIRMAP_FREE)
    return refuse (c->problem,
                   "not closed: n%u calls in state %u, but there is no context (%u, n%u)",
                   (unsigned) c->symbol, (unsigned) state, (unsigned) state,
                   (unsigned) rule->to.index);
  const struct closure_context *callee = &closure->contexts.at[called];
  assert (callee->state == state && callee->symbol == rule->to.index);
  for (uint32_t x = state; x <= closure->part.steps; x++)
    if (callee->ends[x] != NOTHING
        && !check_move (c, x, rule->under.index,
                        tuples_then (c->tuples, callee->ends[x])))
      return false;
  return true;
}

static bool
check_action (const struct checker *c, const struct pds_rule *rule)
{
  const struct closure *closure = c->closure;
  uint32_t state = c->place->state, to = rule->to.index;
  assert (rule->action.index < closure->part.action_count);
  const struct pds_action_info *action
    = &closure->scene->pds->actions.at[rule->action.index];
  const struct part_action *seen = &closure->part.actions[rule->action.index];
  uint32_t operation = TUPLES_NOTHING;
  if (pds_action_is_operation (action) && closure->kept[pds_action_lock (action).index])
    operation
      = tuples_on_lock (c->tuples, pds_action_lock (action), action->op == PDS_ACQUIRE);
  if (!(seen->forbidden >> state & 1) && !check_move (c, state, to, operation))
    return false;
  if (!(seen->step >> state & 1))
    return true;
  if (!part_awaits (&closure->part, state))
    {
      /* A step of an automaton is no operation of a lock, */
      assert (!pds_action_is_operation (action));
      return check_step (c, to);
    }
  /* unless it is to await one. */
  const struct part_scene *scene = closure->scene;
  bool holds
    = idset_has (scene->locks, scene->held[c->symbol], closure->part.holding.index);
  return (scene->steady && !holds) || check_step (c, c->symbol);
}

static bool
check_place (const struct checker *c)
{
  const struct closure *closure = c->closure;
  const struct closure_place *place = c->place;
  const struct pds *pds = closure->scene->pds;
  assert (place->begin <= c->symbol && c->symbol < place->end);
  PDS_EACH_RULE (rule, pds, (pds_symbol){ c->symbol })
    {
      bool fine;
      if (pds_rule_is_return (rule))
        fine = leads_to (c, closure->contexts.at[place->context].ends[place->state],
                         TUPLES_NOTHING, "return in", place->state, c->symbol);
      else if (pds_rule_is_call (rule))
        fine = check_call (c, rule);
      else
        fine = check_action (c, rule);
      if (!fine)
        return false;
    }
  bool guess = (closure->part.foreign >> place->state & 1) && !c->quiet[c->symbol];
  return !guess || check_step (c, c->symbol);
}

/* Check that each context covers the empty run at its entry. */
static bool
check_starts (const struct closure *closure, char *problem)
{
  for (uint32_t i = 0; i < closure->contexts.count; i++)
    {
      const struct closure_context *context = &closure->contexts.at[i];
      uint32_t start = claimed_at (closure, i, context->state, context->symbol);
      if (start == NOTHING || !tuples_covers (closure->tuples, start, 0, TUPLES_NOTHING))
        return refuse (problem, "the start of context (%u, n%u) is missing",
                       (unsigned) context->state, (unsigned) context->symbol);
    }
  return true;
}

/* ---- Ends. ---- */

/* Set the finals to the tuples of the ends of context 0.  The tuple of a process that has
   ended in state x has x + 1 phases: in the remaining phases it does nothing. */
static void
find_finals (struct closure *closure)
{
  const struct tuples *tuples = closure->tuples;
  const uint32_t *ends = closure->contexts.at[0].ends;
  uint32_t x = closure->part.steps;
  do
    if (ends[x] != NOTHING)
      {
        const struct set_claim *set = &tuples->sets.at[ends[x]];
        assert (set->length <= closure->part.steps);
        for (uint32_t i = 0; i < set->count; i++)
          *vec_push (closure->arena, &closure->finals)
            = tuples->set_pool.at[set->first + i].tuple;
      }
  while (x-- > 0 && (closure->part.foreign >> x & 1));
}

bool
closure_check (struct closure *closure, char problem[CLOSURE_PROBLEM],
               struct arena *scratch)
{
  const struct scene_body *body = &closure->scene->body[closure->body.index];
  assert (closure->finals.count == 0 && !closure->rows);
  uint32_t entry = body->entry.index;
  if (closure->contexts.count == 0 || closure->contexts.at[0].state != 0
      || closure->contexts.at[0].symbol != entry)
    return refuse (problem, "the first context is not (0, n%u), where the process starts",
                   (unsigned) entry);
  struct closure_place *places = closure->places.at;
  if (closure->places.count == 0)
    return refuse (problem, "nothing is claimed");
  qsort (places, closure->places.count, sizeof *places, compare_places);
  for (uint32_t i = 1; i < closure->places.count; i++)
    if (places[i].context == places[i - 1].context
        && places[i].state == places[i - 1].state && places[i].begin < places[i - 1].end)
      return refuse (problem, "something is claimed twice at one place");
  if (!check_starts (closure, problem))
    return false;
  struct checker c
    = { .closure = closure, .tuples = closure->tuples, .problem = problem };
  c.quiet
    = part_find_quiet (&closure->part, closure->scene, body, closure->kept, scratch);
  for (uint32_t i = 0; i < closure->places.count; i++)
    {
      c.place = &places[i];
      for (c.symbol = c.place->begin; c.symbol < c.place->end; c.symbol++)
        {
          quota_tick (closure->arena->quota);
          if (!check_place (&c))
            return false;
        }
    }
  find_finals (closure);
  LOG (1, "role %u is closed: %u contexts, %u claims, %u finals",
       (unsigned) closure->number, (unsigned) closure->contexts.count,
       (unsigned) closure->places.count, (unsigned) closure->finals.count);
  return true;
}
