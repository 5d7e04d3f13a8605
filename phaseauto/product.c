/* product.c -- see product.h.  Cost: linear in the slice, times the states. */
#include <config.h>

#include "phaseauto/product.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "phaseauto/phase_automaton.h"
#include "phaseauto/reduction.h"

struct builder
{
  struct product *product;
  const struct product_query *query;
  struct arena *arena;
  const bool *quiet;    /* by symbol of the slice: no guess here; null: guess anywhere */
  const bool *free;     /* by symbol: no lock is held; null: do not run ahead */
  uint32_t first, last; /* own steps, counted from 0 */
  uint32_t shift;       /* state x is control state x + shift */
};

/* The state before 0: plus the shift, it is control state 0. */
#define AHEAD UINT32_MAX

/* Add RULE, whose states are those of the automaton. */
static void
emit (struct builder *b, struct product_rule rule)
{
  rule.from_state += b->shift;
  rule.to_state += b->shift;
  assert (rule.from_state <= rule.to_state && rule.to_state < b->product->states);
  assert (rule.from < b->product->symbols);
  *vec_push (b->arena, &b->product->rules) = rule;
}

/* What entering the next state does to the history. */
static enum product_effect
effect_of_step (const struct builder *b, uint32_t state)
{
  return state + 1 < b->query->steps ? PRODUCT_PHASE : PRODUCT_NOTHING;
}

/* A rule that goes from one state to another and leaves the stack alone. */
static struct product_rule
stay (uint32_t from_state, uint32_t to_state, uint32_t symbol)
{
  return (struct product_rule){ .from_state = from_state,
                                .from = symbol,
                                .to_state = to_state,
                                .top = symbol,
                                .under = PRODUCT_NO_SYMBOL,
                                .effect = PRODUCT_NOTHING,
                                .lock = LOCK_NUMBER_NONE,
                                .action = PRODUCT_NO_ACTION };
}

/* Does the process await a lock in its last step? */
static bool
awaits (const struct builder *b)
{
  return !lock_equal (b->query->holding, LOCK_NONE);
}

static void
emit_watched (struct builder *b, struct product_rule rule,
              const struct slice_class *class)
{
  uint32_t state = rule.from_state;
  assert (!(class->step >> b->query->steps));
  if (!(class->forbidden >> state & 1))
    emit (b, rule);
  if ((class->step >> state & 1) && !(awaits (b) && state + 1 == b->query->steps))
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
  struct product_rule rule
    = { .from_state = state,
        .from = from,
        .to_state = state,
        .top = edge->to,
        .under = edge->under,
        .effect = PRODUCT_NOTHING,
        .lock = edge->lock,
        .action = edge->kind == SLICE_WATCHED ? edge->action : PRODUCT_NO_ACTION };
  if (edge->kind == SLICE_ACQUIRE)
    rule.effect = PRODUCT_ACQUIRE;
  else if (edge->kind == SLICE_RELEASE)
    rule.effect = PRODUCT_RELEASE;
  if (edge->kind == SLICE_WATCHED)
    emit_watched (b, rule, &b->query->slice.classes[edge->action]);
  else
    emit (b, rule);
}

/* The step into the last state that awaits the lock of EDGE, which leaves symbol S: the
   process stays where it is. */
static void
emit_await (struct builder *b, uint32_t state, uint32_t s, const struct slice_edge *edge)
{
  const struct product_query *query = b->query;
  const struct survey *survey = query->slice.survey;
  idset held = survey->held[b->product->slice.origins[s].index];
  if (edge->kind != SLICE_ACQUIRE && edge->kind != SLICE_WATCHED)
    return;
  if (!(query->slice.classes[edge->action].step >> state & 1)
      || !idset_has (survey->pds->idsets, held, query->holding.index))
    return;
  assert (state + 1 == query->steps);
  emit (b, stay (state, state + 1, s));
}

static void
emit_guess (struct builder *b, uint32_t state, uint32_t symbol)
{
  struct product_rule rule = stay (state, state + 1, symbol);
  assert (b->query->foreign >> state & 1);
  rule.effect = effect_of_step (b, state);
  emit (b, rule);
}

/* ---- Running ahead. ---- */

/* Up to the first own step, at a symbol without locks: may the process have waited before
   EDGE in STATE?  All else it does ahead. */
static bool
leaves_ahead (const struct builder *b, uint32_t state, const struct slice_edge *edge)
{
  assert (b->free && state <= b->first);
  if (edge->kind == SLICE_ACQUIRE)
    return true;
  return edge->kind == SLICE_WATCHED && state == b->first
         && (b->query->slice.classes[edge->action].step >> state & 1);
}

/* Can EDGE, which leaves symbol S, be dropped in STATE? */
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
  /* The release of the lock that was acquired first. */
  return edge->kind == SLICE_RELEASE && b->free[edge->to];
}

/* Can the guess from STATE at symbol S be left out?  Up to the first own step, where no
   lock is held, guesses are only needed right before an edge that is waited for. */
static bool
is_needless_guess (const struct builder *b, uint32_t state, uint32_t s)
{
  const struct body_slice *slice = &b->product->slice;
  if (!b->free || state > b->first || !b->free[s])
    return false;
  for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
    if (leaves_ahead (b, b->first, &slice->edges.at[e]))
      return false;
  return true;
}

/* The rules of the control state `ahead'. */
static void
emit_ahead (struct builder *b)
{
  const struct body_slice *slice = &b->product->slice;
  assert (b->free && b->shift == 1);
  for (uint32_t s = 0; s < slice->symbols; s++)
    {
      bool leaves = false;
      quota_work (b->arena->quota, 1);
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        {
          const struct slice_edge *edge = &slice->edges.at[e];
          leaves |= b->free[s] && leaves_ahead (b, b->first, edge);
          /* Nothing is forbidden before the first step of the automaton. */
          struct product_rule rule = stay (AHEAD, AHEAD, s);
          rule.top = edge->to;
          rule.under = edge->under;
          emit (b, rule);
        }
      if (leaves)
        emit (b, stay (AHEAD, 0, s));
    }
}

/* ---- All states. ---- */

static void
emit_state (struct builder *b, uint32_t state)
{
  const struct body_slice *slice = &b->product->slice;
  bool foreign = b->query->foreign >> state & 1;
  for (uint32_t s = 0; s < slice->symbols; s++)
    {
      quota_work (b->arena->quota, 1);
      for (uint32_t e = slice->first_edge[s]; e < slice->first_edge[s + 1]; e++)
        {
          if (!is_needless (b, state, s, &slice->edges.at[e]))
            emit_edge (b, state, s, &slice->edges.at[e]);
          if (awaits (b) && state + 1 == b->query->steps)
            emit_await (b, state, s, &slice->edges.at[e]);
        }
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
  assert (query->steps > 0 && query->steps <= PA_SIZE_LIMIT);
  assert (!(query->foreign >> query->steps));
  memset (product, 0, sizeof *product);
  slice_build (&product->slice, &query->slice, arena);
  product->starts = product->slice.starts;
  product->bottom = product->slice.symbols;
  product->symbols = product->slice.symbols + 1;
  struct builder b = { .product = product, .query = query, .arena = arena };
  /* That lock is kept, so all symbols that one of the slice stands for hold it, or
     none. */
  assert (!awaits (&b) || lock_numbers_has (query->slice.locks, query->holding));
  if (query->slice.reductions & REDUCTION_MOVERS)
    b.quiet = slice_find_quiet (&product->slice, arena);
  uint64_t own = ~query->foreign & (((uint64_t) 1 << query->steps) - 1);
  if ((query->slice.reductions & REDUCTION_RUN_AHEAD) && own && !query->held_back)
    {
      bool *free = arena_alloc (arena, product->slice.symbols * sizeof *free + 1);
      for (uint32_t s = 0; s < product->slice.symbols; s++)
        free[s] = slice_is_unlocked (query->slice.survey, query->slice.locks,
                                     product->slice.origins[s]);
      b.free = free;
      b.first = (uint32_t) __builtin_ctzll (own);
      b.last = 63 - (uint32_t) __builtin_clzll (own);
      b.shift = 1;
      assert (b.first <= b.last && b.last < query->steps);
    }
  product->states = query->steps + 1 + b.shift;
  product->start = 0;
  product->runs_ahead = b.free != NULL;
  product->end = query->steps + b.shift;
  if (b.free)
    emit_ahead (&b);
  for (uint32_t state = 0; state < query->steps; state++)
    emit_state (&b, state);
  LOG (2, "%u states, %u symbols, %u rules%s", (unsigned) product->states,
       (unsigned) product->symbols, (unsigned) product->rules.count,
       b.free ? ", running ahead" : "");
}
