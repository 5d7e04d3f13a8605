/* closure.c -- see closure.h.  One look at each claim and each rule that it
 * meets; nothing is iterated. */
#include <config.h>

#include "certificate/checker/closure.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING CLOSURE_NOTHING

/* ---- Claims. ---- */

void
closure_init (struct closure *closure, const struct scene *scene, uint32_t body,
              const struct part *part, const bool *kept, struct tuples *tuples,
              struct arena *arena)
{
  memset (closure, 0, sizeof *closure);
  closure->scene = scene;
  closure->arena = arena;
  closure->tuples = tuples;
  closure->body = body;
  closure->part = *part;
  closure->kept = kept;
  pairmap_init (&closure->context_of, arena);
}

static struct closure_context *
last_context (struct closure *closure)
{
  return closure->contexts.count ? &closure->contexts.at[closure->contexts.count - 1]
                                 : NULL;
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
  struct closure_context context = { state, symbol, NOTHING, NULL, NULL };
  context.back = arena_alloc (closure->arena, steps * sizeof *context.back);
  for (uint32_t x = 0; x < steps; x++)
    context.back[x] = NOTHING;
  *vec_push (closure->arena, &closure->contexts) = context;
  return true;
}

/* A run that begins in state FROM and is in STATE has seen so many phases; the
   step into the last state begins none. */
static bool
has_length (const struct closure *closure, uint32_t set, uint32_t from, uint32_t state)
{
  uint32_t last = state < closure->part.steps ? state : state - 1;
  return closure->tuples->sets.at[set].length == last - from + 1;
}

bool
closure_add_at (struct closure *closure, uint32_t state, uint32_t begin, uint32_t end,
                uint32_t set)
{
  struct closure_context *context = last_context (closure);
  if (!context || state < context->state || state >= closure->part.steps
      || begin >= end || end > pds_symbol_count (closure->scene->pds)
      || !has_length (closure, set, context->state, state))
    return false;
  *vec_push (closure->arena, &closure->places)
    = (struct closure_place){ closure->contexts.count - 1, state, begin, end, set };
  return true;
}

bool
closure_add_back (struct closure *closure, uint32_t state, uint32_t set)
{
  struct closure_context *context = last_context (closure);
  if (!context || state < context->state || state >= closure->part.steps
      || context->back[state] != NOTHING
      || !has_length (closure, set, context->state, state))
    return false;
  context->back[state] = set;
  return true;
}

bool
closure_add_done (struct closure *closure, uint32_t set)
{
  struct closure_context *context = last_context (closure);
  if (!context || context->done != NOTHING
      || !has_length (closure, set, context->state, closure->part.steps))
    return false;
  context->done = set;
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

/* In order, by context and state.  False: something is claimed twice. */
static bool
sort_places (struct closure *closure)
{
  uint32_t count = closure->places.count, steps = closure->part.steps;
  struct closure_place *places = closure->places.at;
  if (count > 0)
    qsort (places, count, sizeof *places, compare_places);
  uint32_t at = 0;
  for (uint32_t i = 0; i < closure->contexts.count; i++)
    {
      struct closure_context *context = &closure->contexts.at[i];
      context->first = arena_alloc (closure->arena, (steps + 1) * sizeof *context->first);
      for (uint32_t x = 0; x <= steps; x++)
        {
          context->first[x] = at;
          while (at < count && places[at].context == i && places[at].state == x)
            at++;
        }
    }
  assert (at == count);
  for (uint32_t i = 1; i < count; i++)
    if (places[i].context == places[i - 1].context
        && places[i].state == places[i - 1].state && places[i].begin < places[i - 1].end)
      return false;
  return true;
}

static uint32_t
claimed_at (const struct closure *closure, uint32_t context, uint32_t state,
            uint32_t symbol)
{
  const uint32_t *first = closure->contexts.at[context].first;
  uint32_t low = first[state], high = first[state + 1];
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      const struct closure_place *place = &closure->places.at[middle];
      if (symbol < place->begin)
        high = middle;
      else if (symbol >= place->end)
        low = middle + 1;
      else
        return place->set;
    }
  return NOTHING;
}

/* ---- Rules. ---- */

struct checker
{
  struct closure *closure;
  struct tuples *tuples;
  const bool *quiet;
  const struct closure_place *place; /* that is looked at */
  uint32_t symbol;                   /* of it */
  char *problem;
};

/* Does TARGET cover the place's runs followed by OPERATION?  WHERE and its
   numbers say what TARGET is. */
static bool
leads_to (const struct checker *c, uint32_t target, uint32_t operation,
          const char *where, uint32_t state, uint32_t symbol)
{
  static_assert (PAIRMAP_FREE == NOTHING, "what is not in a map is not claimed");
  const struct closure_place *place = c->place;
  if (target != NOTHING && tuples_covers (c->tuples, target, place->set, operation))
    return true;
  const struct closure_context *context = &c->closure->contexts.at[place->context];
  char numbers[64] = "";
  if (symbol != NOTHING)
    snprintf (numbers, sizeof numbers, "(%u, n%u)", (unsigned) state, (unsigned) symbol);
  else if (state != NOTHING)
    snprintf (numbers, sizeof numbers, " %u", (unsigned) state);
  snprintf (c->problem, CLOSURE_PROBLEM,
            "not closed: in context (%u, n%u), from (%u, n%u), %s to %s%s",
            (unsigned) context->state, (unsigned) context->symbol,
            (unsigned) place->state, (unsigned) c->symbol,
            target == NOTHING ? "nothing is claimed of what leads"
                              : "not all is claimed of what leads",
            where, numbers);
  return false;
}

/* The state becomes STATE, with SYMBOL on top; in a new phase, or at the end. */
static bool
check_move (const struct checker *c, uint32_t state, uint32_t symbol, uint32_t operation)
{
  const struct closure *closure = c->closure;
  uint32_t context = c->place->context;
  /* Most rules stay where the same is claimed. */
  if (operation == TUPLES_NOTHING && state == c->place->state
      && symbol >= c->place->begin && symbol < c->place->end)
    return true;
  if (state == closure->part.steps)
    return leads_to (c, closure->contexts.at[context].done, TUPLES_NOTHING,
                     "the last step, done", NOTHING, NOTHING);
  return leads_to (c, claimed_at (closure, context, state, symbol), operation, "", state,
                   symbol);
}

static bool
check_call (const struct checker *c, const struct pds_rule *rule)
{
  const struct closure *closure = c->closure;
  uint32_t called
    = pairmap_get (&closure->context_of, c->place->state, rule->to.index);
  if (called == PAIRMAP_FREE)
    {
      snprintf (c->problem, CLOSURE_PROBLEM,
                "not closed: n%u calls in state %u, but there is no context (%u, n%u)",
                (unsigned) c->symbol, (unsigned) c->place->state,
                (unsigned) c->place->state, (unsigned) rule->to.index);
      return false;
    }
  const struct closure_context *callee = &closure->contexts.at[called];
  for (uint32_t x = c->place->state; x < closure->part.steps; x++)
    if (callee->back[x] != NOTHING
        && !check_move (c, x, rule->under.index,
                        tuples_then (c->tuples, callee->back[x])))
      return false;
  return callee->done == NOTHING
         || leads_to (c, closure->contexts.at[c->place->context].done,
                      tuples_then (c->tuples, callee->done), "what a call has done",
                      NOTHING, NOTHING);
}

static bool
check_step (const struct checker *c, const struct pds_rule *rule)
{
  const struct closure *closure = c->closure;
  const struct scene *scene = closure->scene;
  uint32_t state = c->place->state, to = rule->to.index;
  const struct pds_action_info *action = &scene->pds->actions.at[rule->action.index];
  const struct part_action *seen = &closure->part.actions[rule->action.index];
  uint32_t operation = TUPLES_NOTHING;
  if (action->op == PDS_ACQUIRE && closure->kept[action->object])
    operation = tuples_acquire (c->tuples, action->object);
  else if (action->op == PDS_RELEASE && closure->kept[action->object])
    operation = tuples_release (c->tuples, action->object);
  if (!(seen->forbidden >> state & 1) && !check_move (c, state, to, operation))
    return false;
  return !(seen->step >> state & 1) || check_move (c, state + 1, to, TUPLES_PHASE);
}

static bool
check_place (const struct checker *c)
{
  const struct closure *closure = c->closure;
  const struct closure_place *place = c->place;
  const struct pds *pds = closure->scene->pds;
  struct pds_range rules = pds_rules_of (pds, (pds_symbol){ c->symbol });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      bool fine;
      if (pds_rule_is_return (rule))
        fine = leads_to (c, closure->contexts.at[place->context].back[place->state],
                         TUPLES_NOTHING, "the return in state", place->state, NOTHING);
      else if (pds_rule_is_call (rule))
        fine = check_call (c, rule);
      else
        fine = check_step (c, rule);
      if (!fine)
        return false;
    }
  bool guess = (closure->part.foreign >> place->state & 1) && !c->quiet[c->symbol];
  return !guess || check_move (c, place->state + 1, c->symbol, TUPLES_PHASE);
}

/* ---- Ends. ---- */

static void
add_finals (struct closure *closure, uint32_t set, uint32_t empty_phases)
{
  struct tuples *tuples = closure->tuples;
  for (uint32_t i = 0; i < tuples->sets.at[set].count; i++)
    {
      uint32_t tuple = tuples->set_pool.at[tuples->sets.at[set].first + i].tuple;
      if (empty_phases > 0)
        {
          uint32_t length = tuples->list.at[tuple].length;
          uint32_t longer = tuples_add (tuples);
          for (uint32_t p = 0; p < length + empty_phases; p++)
            tuples_add_stretch (tuples, p < length ? tuples_stretch (tuples, tuple, p)
                                                   : SUMMARY_EMPTY);
          tuple = longer;
        }
      *vec_push (closure->arena, &closure->finals) = tuple;
    }
}

/* A process that has ended sees the others make the steps that are left, if
   all of them are theirs. */
static void
find_finals (struct closure *closure)
{
  const struct closure_context *context = &closure->contexts.at[0];
  if (context->done != NOTHING)
    add_finals (closure, context->done, 0);
  for (uint32_t x = closure->part.steps; x-- > 0 && (closure->part.foreign >> x & 1);)
    if (context->back[x] != NOTHING)
      add_finals (closure, context->back[x], closure->part.steps - 1 - x);
}

bool
closure_check (struct closure *closure, char problem[CLOSURE_PROBLEM],
               struct arena *scratch)
{
  const struct scene_body *body = &closure->scene->body[closure->body];
  uint32_t entry = body->entry.index;
  if (closure->contexts.count == 0 || closure->contexts.at[0].state != 0
      || closure->contexts.at[0].symbol != entry)
    {
      snprintf (problem, CLOSURE_PROBLEM,
                "the first context is not (0, n%u), where the process starts",
                (unsigned) entry);
      return false;
    }
  if (!sort_places (closure))
    {
      snprintf (problem, CLOSURE_PROBLEM, "something is claimed twice at one place");
      return false;
    }
  for (uint32_t i = 0; i < closure->contexts.count; i++)
    {
      const struct closure_context *context = &closure->contexts.at[i];
      uint32_t start = claimed_at (closure, i, context->state, context->symbol);
      if (start == NOTHING || !tuples_covers (closure->tuples, start, 0, TUPLES_NOTHING))
        {
          snprintf (problem, CLOSURE_PROBLEM, "the start of context (%u, n%u) is missing",
                    (unsigned) context->state, (unsigned) context->symbol);
          return false;
        }
    }
  struct checker c = { .closure = closure, .tuples = closure->tuples, .problem = problem };
  c.quiet = part_find_quiet (&closure->part, closure->scene, body, closure->kept, scratch);
  for (uint32_t i = 0; i < closure->places.count; i++)
    {
      c.place = &closure->places.at[i];
      for (c.symbol = c.place->begin; c.symbol < c.place->end; c.symbol++)
        {
          quota_tick (closure->arena->quota);
          if (!check_place (&c))
            return false;
        }
    }
  find_finals (closure);
  return true;
}
