/* product.c -- see product.h.  Cost: linear in the slice, times the states. */
#include <config.h>

#include "product.h"

#include <assert.h>
#include <string.h>

#include "phaseauto/reduction.h"

struct builder
{
  struct product *product;
  const struct product_query *query;
  struct arena *arena;
  const bool *quiet;  /* by symbol of the slice: no guess here */
};

static void
emit (struct builder *b, struct product_rule rule)
{
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
                                  .lock = SLICE_NO_LOCK });
}

static void
emit_state (struct builder *b, uint32_t state)
{
  const struct slice *slice = &b->product->slice;
  bool foreign = b->query->foreign >> state & 1;
  for (uint32_t s = 0; s < slice->symbols; s++)
    {
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        emit_edge (b, state, s, &slice->edges.at[e]);
      if (foreign && !(b->quiet && b->quiet[s]))
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
  product->states = query->steps + 1;
  product->entry = 0;
  product->bottom = product->slice.symbols;
  product->symbols = product->slice.symbols + 1;
  struct builder b = { product, query, arena, NULL };
  if (query->slice.reductions & REDUCTION_MOVERS)
    b.quiet = slice_find_quiet (&product->slice, arena);
  for (uint32_t state = 0; state < query->steps; state++)
    emit_state (&b, state);
}
