/* product.c -- see product.h.  Cost: linear in the slice, times the states. */
#include <config.h>

#include "phaseauto/product.h"

#include <assert.h>
#include <string.h>

#include "phaseauto/reduction.h"

struct builder
{
  struct product *product;
  const struct product_query *query;
  struct arena *arena;
  const bool *quiet;  /* by symbol of the slice: no guess here */
  const bool *free;   /* by symbol: nothing is held; null: do not run ahead */
  uint32_t first;     /* own step, counted from 0 */
  uint32_t last;      /* own step */
  uint32_t shift;     /* state x is control state x + shift */
};

/* RULE speaks of states of the automaton; AHEAD comes before them. */
#define AHEAD UINT32_MAX

static void
emit (struct builder *b, struct product_rule rule)
{
  rule.from_state += b->shift;
  rule.to_state += b->shift;
  *vec_push (b->arena, &b->product->rules) = rule;
}

/* What entering the next state does to the history. */
static enum product_effect
effect_of_step (const struct builder *b, uint32_t state)
{
  return state + 1 < b->query->steps ? PRODUCT_PHASE : PRODUCT_NOTHING;
}

static void
emit_watched (struct builder *b, struct product_rule rule,
              const struct slice_class *class)
{
  uint32_t state = rule.from_state;
  if (!(class->forbidden >> state & 1))
    emit (b, rule);
  if (class->step >> state & 1)
    {
      rule.to_state = state + 1;
      rule.effect = effect_of_step (b, state);
      emit (b, rule);
    }
}

static void
emit_edge (struct builder *b, uint32_t state, uint32_t from,
           const struct slice_edge *edge)
{
  struct product_rule rule = { .from_state = state, .from = from, .to_state = state,
                               .top = edge->to, .under = edge->under,
                               .effect = PRODUCT_NOTHING, .lock = edge->lock };
  static_assert (PRODUCT_NO_SYMBOL == SLICE_NO_SYMBOL, "passed on as it is");
  switch (edge->kind)
    {
    case SLICE_WATCHED:
      emit_watched (b, rule, &b->query->slice.classes[edge->action]);
      return;
    case SLICE_ACQUIRE:
      rule.effect = PRODUCT_ACQUIRE;
      break;
    case SLICE_RELEASE:
      rule.effect = PRODUCT_RELEASE;
      break;
    case SLICE_SKIP:
    case SLICE_CALL:
    case SLICE_RETURN:
      break;
    }
  emit (b, rule);
}

static void
emit_guess (struct builder *b, uint32_t state, uint32_t symbol)
{
  emit (b, (struct product_rule){ .from_state = state, .from = symbol,
                                  .to_state = state + 1, .top = symbol,
                                  .under = PRODUCT_NO_SYMBOL,
                                  .effect = effect_of_step (b, state),
                                  .lock = LOCK_NUMBER_NONE });
}

/* ---- Running ahead. ---- */

/* Does EDGE matter from state X on, at a symbol where nothing is held, before
   the first own step?  Only as what the process was waiting for. */
static bool
leaves_ahead (const struct builder *b, uint32_t state, const struct slice_edge *edge)
{
  if (edge->kind == SLICE_ACQUIRE)
    return true;
  return edge->kind == SLICE_WATCHED && state == b->first
         && (b->query->slice.classes[edge->action].step >> state & 1);
}

/* May EDGE, which leaves symbol S, be dropped in STATE? */
static bool
is_needless (const struct builder *b, uint32_t state, uint32_t s,
             const struct slice_edge *edge)
{
  if (!b->free)
    return false;
  if (state > b->last)
    return b->free[s];
  if (state > b->first)
    return false;
  if (b->free[s])
    return !leaves_ahead (b, state, edge);
  /* The release of what was acquired first. */
  return edge->kind == SLICE_RELEASE && b->free[edge->to];
}

/* Guesses where nothing is held, before the first own step: only right before
   what the process was waiting for. */
static bool
is_needless_guess (const struct builder *b, uint32_t state, uint32_t s)
{
  const struct slice *slice = &b->product->slice;
  if (!b->free || state > b->first || !b->free[s])
    return false;
  for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
    if (leaves_ahead (b, b->first, &slice->edges.at[e]))
      return false;
  return true;
}

/* The control state in which everything is done ahead. */
static void
emit_ahead (struct builder *b)
{
  const struct slice *slice = &b->product->slice;
  for (uint32_t s = 0; s < slice->symbols; s++)
    {
      bool leaves = false;
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        {
          const struct slice_edge *edge = &slice->edges.at[e];
          leaves |= b->free[s] && leaves_ahead (b, b->first, edge);
          /* Nothing is forbidden before the first step of the automaton. */
          emit (b, (struct product_rule){ .from_state = AHEAD, .from = s,
                                          .to_state = AHEAD, .top = edge->to,
                                          .under = edge->under,
                                          .effect = PRODUCT_NOTHING,
                                          .lock = LOCK_NUMBER_NONE });
        }
      if (leaves)
        emit (b, (struct product_rule){ .from_state = AHEAD, .from = s, .to_state = 0,
                                        .top = s, .under = PRODUCT_NO_SYMBOL,
                                        .effect = PRODUCT_NOTHING,
                                        .lock = LOCK_NUMBER_NONE });
    }
}

/* Where is nothing held that the query knows of? */
static const bool *
find_free (const struct product *product, const struct product_query *query,
           struct arena *arena)
{
  const struct survey *survey = query->slice.survey;
  const struct idsets *idsets = survey->pds->idsets;
  bool *free = arena_alloc (arena, product->slice.symbols * sizeof *free + 1);
  for (uint32_t s = 0; s < product->slice.symbols; s++)
    {
      idset held = survey->held[product->slice.origins[s].index];
      free[s] = true;
      for (uint32_t l = idset_next (idsets, held, 0); l != UINT32_MAX && free[s];
           l = idset_next (idsets, held, l + 1))
        free[s] = !lock_numbers_has (query->slice.locks, (lock_id){ l });
    }
  return free;
}

/* ---- All states. ---- */

static void
emit_state (struct builder *b, uint32_t state)
{
  const struct slice *slice = &b->product->slice;
  bool foreign = b->query->foreign >> state & 1;
  for (uint32_t s = 0; s < slice->symbols; s++)
    {
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        if (!is_needless (b, state, s, &slice->edges.at[e]))
          emit_edge (b, state, s, &slice->edges.at[e]);
      if (foreign && !(b->quiet && b->quiet[s]) && !is_needless_guess (b, state, s))
        emit_guess (b, state, s);
    }
  if (foreign)
    emit_guess (b, state, b->product->bottom);
}

void
product_build (struct product *product, const struct product_query *query,
               struct arena *arena)
{
  assert (query->steps > 0 && query->steps <= PRODUCT_STEPS_LIMIT);
  memset (product, 0, sizeof *product);
  slice_build (&product->slice, &query->slice, arena);
  product->starts = product->slice.starts;
  product->bottom = product->slice.symbols;
  product->symbols = product->slice.symbols + 1;
  struct builder b = { .product = product, .query = query, .arena = arena };
  if (query->slice.reductions & REDUCTION_MOVERS)
    b.quiet = slice_find_quiet (&product->slice, arena);
  uint64_t own = ~query->foreign & (((uint64_t) 1 << query->steps) - 1);
  if ((query->slice.reductions & REDUCTION_RUN_AHEAD) && own)
    {
      b.free = find_free (product, query, arena);
      b.first = (uint32_t) __builtin_ctzll (own);
      b.last = 63 - (uint32_t) __builtin_clzll (own);
      b.shift = 1;
    }
  product->states = query->steps + 1 + b.shift;
  product->start = 0;
  product->runs_ahead = b.free != NULL;
  product->end = query->steps + b.shift;
  if (b.free)
    emit_ahead (&b);
  for (uint32_t state = 0; state < query->steps; state++)
    emit_state (&b, state);
}
