/* places.c -- see places.h.  Cost: linear in the places and their steps; the numbering is
   a fixpoint over places and phases. */
#include <config.h>

#include "engine/blocks/places.h"

#include "base/scc.h"

/* The most places that a process may have. */
#define PLACES_LIMIT ((uint32_t) 1 << 16)

/* Is the body of SYMBOL open in STACK already? */
static bool
is_open (const struct unrolled *u, pds_symbol symbol, pds_stack stack)
{
  const struct ir_projection *lowering = u->all->question->lowering;
  body_id body = ir_instance_of (lowering, symbol)->body;
  for (; !stack_is_empty (stack); stack = stacks_below (&u->stacks, stack))
    {
      pds_symbol top = stacks_top (&u->stacks, stack);
      if (ir_instance_of (lowering, top)->body.index == body.index)
        return true;
    }
  return false;
}

uint32_t
places_find (const struct places *places, pds_stack stack)
{
  if (stack_is_empty (stack))
    return PLACE_GONE;
  uint32_t place = pairmap_get (&places->by_stack, stack.index, 0);
  assert (place < places->list.count);
  return place;
}

/* The step from STACK, as far as it is known without values. */
static struct effect
effect_at (struct unrolled *u, pds_stack stack)
{
  struct effects effects;
  assert (u->places.count == 1);
  u->places.at[0] = (struct unrolled_place){ .stack = stack, .here = AIG_TRUE };
  effects_find (u, &effects);
  return effects.list.at[0];
}

static uint32_t
add_place (struct places *places, struct unrolled *u, pds_stack stack)
{
  if (stack_is_empty (stack))
    return PLACE_GONE;
  uint32_t *number = pairmap_at (&places->by_stack, stack.index, 0);
  if (*number != PAIRMAP_FREE)
    return *number;
  uint32_t place = *number = places->list.count;
  *vec_push (u->all->arena, &places->list) = (struct place){
    .stack = stack, .effect = effect_at (u, stack), .number = NUMBER_NONE
  };
  return place;
}

/* Add the places after place number PLACE.  False: a body calls itself. */
static bool
follow (struct places *places, struct unrolled *u, uint32_t place)
{
  const struct pds *pds = &u->all->question->lowering->pds;
  assert (place < places->list.count);
  pds_stack stack = places->list.at[place].stack;
  struct pds_range rules = pds_rules_of (pds, stacks_top (&u->stacks, stack));
  quota_work (u->all->arena->quota, 1);
  places->list.at[place].first_next = places->next.count;
  places->list.at[place].next_count = rules.end - rules.begin;
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      places->recursive = pds_rule_is_call (rule) && is_open (u, rule->to, stack);
      if (places->recursive)
        return false;
      uint32_t to = add_place (places, u, unrolled_follow (u, stack, r));
      *vec_push (u->all->arena, &places->next) = to;
    }
  return true;
}

/* ---- Order. ---- */

static uint32_t
next_place (const void *graph, uint32_t number, uint32_t *position)
{
  const struct places *places = graph;
  const struct place *place = &places->list.at[number];
  uint32_t to = PLACE_GONE;
  while (to == PLACE_GONE && *position < place->next_count)
    to = places->next.at[place->first_next + (*position)++];
  static_assert (PLACE_GONE == SCC_NONE, "who is gone goes nowhere");
  return to;
}

/* Depth-first search from the entry: cut the places that a path comes back to.  The order
   is the reverse postorder. */
static void
sort (struct places *places, struct arena *arena)
{
  uint32_t count = places->list.count;
  bool *cut = arena_calloc (arena, count, sizeof *cut);
  struct scc walk;
  scc_init (&walk, arena, count, next_place, places);
  walk.back_target = cut;
  scc_from (&walk, 0);
  assert (walk.left.count == count);
  for (uint32_t i = count; i-- > 0;)
    {
      *vec_push (arena, &places->order) = walk.left.at[i];
      places->list.at[i].cut = cut[i];
    }
}

bool
places_list (struct places *places, struct unrolled *u)
{
  struct arena *arena = u->all->arena;
  *places = (struct places){ .list = VEC_EMPTY };
  pairmap_init (&places->by_stack, arena);
  assert (u->places.count == 1);
  add_place (places, u, u->places.at[0].stack);
  for (uint32_t i = 0; i < places->list.count; i++)
    if (!follow (places, u, i) || places->list.count > PLACES_LIMIT)
      return false;
  sort (places, arena);
  return true;
}

/* ---- Numbers. ---- */

/* How a process can be at a place inside of a block: before its commit, past it, in the
   midst of an atomic block. */
enum phase
{
  PHASE_PRE,
  PHASE_POST,
  PHASE_MIDST,
  PHASES,
};

struct numbering
{
  struct places *places;
  struct unrolled *u;
  struct worklist reached; /* pairs of a place and a phase from which a step is made */
  bool *came;              /* by pair: a block arrives there */
};

/* Note that steps are made from PLACE in PHASE. */
static void
start (struct numbering *n, uint32_t place, enum phase phase)
{
  assert (place < n->places->list.count && phase < PHASES);
  worklist_add (&n->reached, place * PHASES + phase);
}

/* Note that a process may rest at PLACE, perhaps for ever. */
static void
stay (struct numbering *n, uint32_t place)
{
  struct place *at = &n->places->list.at[place];
  if (at->number == NUMBER_NONE)
    {
      at->number = n->places->resting.count;
      *vec_push (n->u->all->arena, &n->places->resting) = place;
    }
}

/* Note that a process may rest at PLACE and begin its next block there. */
static void
rest (struct numbering *n, uint32_t place, enum phase phase)
{
  struct place *at = &n->places->list.at[place];
  stay (n, place);
  at->outside |= phase != PHASE_MIDST;
  at->in_midst |= phase == PHASE_MIDST;
  start (n, place, phase);
}

/* A block comes to PLACE in PHASE: note how it can go on (see blocks.h). */
static void
arrive (struct numbering *n, uint32_t place, enum phase phase)
{
  if (place == PLACE_GONE)
    return;
  const struct place *at = &n->places->list.at[place];
  n->came[place * PHASES + phase] = true;
  if (phase == PHASE_MIDST)
    {
      /* A condition over slots that is false stays false. */
      if (effect_waits (&at->effect) && !at->effect.blocks)
        stay (n, place);
      else if (at->effect.blocks)
        rest (n, place, PHASE_PRE);
      if (at->cut)
        rest (n, place, PHASE_MIDST);
      else
        start (n, place, PHASE_MIDST);
    }
  else if (at->cut || at->shown)
    rest (n, place, PHASE_PRE);
  else if (phase == PHASE_PRE)
    start (n, place, PHASE_PRE);
  else
    {
      if (effect_waits (&at->effect) || at->left != MOVER_ALWAYS)
        rest (n, place, PHASE_PRE);
      if (!at->effect.blocks && at->left != MOVER_NEVER)
        start (n, place, PHASE_POST);
    }
}

/* A step is made from PLACE in PHASE. */
static void
go_on (struct numbering *n, uint32_t place, enum phase phase)
{
  const struct place *from = &n->places->list.at[place];
  uint32_t first = from->first_next, count = from->next_count;
  bool may_stay = phase != PHASE_POST && from->right != MOVER_NEVER;
  bool may_commit = phase != PHASE_PRE || from->right != MOVER_ALWAYS;
  bool in_midst = phase == PHASE_MIDST || effect_begins (&from->effect);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t to = n->places->next.at[first + i];
      if (to == PLACE_GONE)
        continue;
      if (in_midst && n->places->list.at[to].effect.atomic)
        {
          arrive (n, to, PHASE_MIDST);
          continue;
        }
      if (may_stay)
        arrive (n, to, PHASE_PRE);
      if (may_commit)
        arrive (n, to, PHASE_POST);
    }
}

/* Number the places in the order of the walk: so a bit of a number says more. */
static void
sort_numbers (struct places *places)
{
  uint32_t number = NUMBER_FIRST;
  for (uint32_t i = 0; i < places->order.count; i++)
    {
      uint32_t place = places->order.at[i];
      if (places->list.at[place].number == NUMBER_NONE)
        continue;
      places->list.at[place].number = number;
      places->resting.at[number++] = place;
    }
  assert (number == places->resting.count);
}

/* Find all pairs: the first block begins at the entry, others where one ends. */
static void
walk (struct numbering *n, struct places *places, struct unrolled *u)
{
  struct arena *arena = u->all->arena;
  uint32_t pairs = places->list.count * PHASES; /* PLACES_LIMIT keeps it small */
  assert (places->list.count > 0);
  *n = (struct numbering){ .places = places, .u = u };
  worklist_init (&n->reached, pairs, arena);
  n->came = arena_calloc (arena, pairs, sizeof *n->came);
  places->resting.count = 0;
  for (uint32_t i = 0; i < places->list.count; i++)
    {
      struct place *place = &places->list.at[i];
      place->number = NUMBER_NONE;
      place->outside = place->in_midst = false;
    }
  for (uint32_t number = 0; number < NUMBER_FIRST; number++)
    *vec_push (arena, &places->resting) = PLACE_GONE;
  rest (n, 0, PHASE_PRE);
  for (uint32_t pair; worklist_take (&n->reached, &pair);)
    {
      quota_work (arena->quota, 1);
      go_on (n, pair / PHASES, (enum phase) (pair % PHASES));
    }
  sort_numbers (places);
}

/* Let blocks end at the places to which they come both before and past their commits.
   False: there are none. */
static bool
show_ambiguous (struct numbering *n, struct places *places)
{
  bool some = false;
  for (uint32_t i = 0; i < places->list.count; i++)
    {
      struct place *place = &places->list.at[i];
      const bool *came = &n->came[(size_t) i * PHASES];
      if (place->shown || place->cut || !came[PHASE_PRE] || !came[PHASE_POST])
        continue;
      some = place->shown = true;
    }
  return some;
}

void
places_number (struct places *places, struct unrolled *u, bool one_phase)
{
  struct numbering n;
  assert (places->resting.count == 0);
  do
    walk (&n, places, u);
  while (one_phase && show_ambiguous (&n, places));
}
