/* unroll.c -- see unroll.h: a depth at a time. */
#include <config.h>

#include "engine/bmc/unroll.h"

#include <string.h>

#include "engine/bmc/effect.h"

static void
start_process (struct bmc *bmc, uint32_t p, struct bits *shared)
{
  assert (p == bmc->processes.count && shared);
  const struct pds *pds = &bmc->question->lowering->pds;
  struct unrolled *u = vec_push (bmc->arena, &bmc->processes);
  *u = (struct unrolled){ .bmc = bmc, .number = p, .process = { p }, .thread = THREAD_NONE,
                          .token = aig_input (&bmc->aig), .scheduled = AIG_TRUE,
                          .midst = AIG_FALSE };
  for (uint32_t t = 0; t < bmc->question->threads; t++)
    if (process_equal (bmc->question->cast[t], u->process))
      u->thread = (thread_id){ t };
  stacks_init (&u->stacks, bmc->arena);
  pairmap_init (&u->slot_numbers, bmc->arena);
  u->time = bits_constant (&bmc->aig, bmc->bits, 0);
  u->shared = shared;
  *vec_push (bmc->arena, &u->places) = (struct unrolled_place){
    stacks_push (&u->stacks, pds->processes.at[p].entry, PDS_EMPTY_STACK), AIG_TRUE, true
  };
}

void
bmc_init (struct bmc *bmc, const struct bmc_question *question, uint32_t bits,
          struct arena *arena)
{
  assert (bits >= 2 && bits <= 32);
  const struct lowering *lowering = question->lowering;
  *bmc = (struct bmc){ .question = question, .arena = arena, .bits = bits };
  aig_init (&bmc->aig, arena);
  uint32_t steps
    = question->goal == BMC_STEPS ? question->instance->automaton->steps.count : 0;
  layout_init (&bmc->layout, lowering, !question->without_data, steps, arena);
  for (uint32_t n = 0; n < lowering->flow->nodes.count; n++)
    bmc->has_atomic |= lowering->flow->nodes.at[n].atomic && !question->without_data;
  struct bits *start = layout_start (&bmc->layout, &bmc->aig);
  for (uint32_t p = 0; p < lowering->pds.processes.count; p++)
    start_process (bmc, p, start);
  /* Exactly one process has the token. */
  aig_lit some = AIG_FALSE;
  for (uint32_t p = 0; p < bmc->processes.count; p++)
    {
      aig_lit own = bmc->processes.at[p].token;
      *vec_push (arena, &bmc->required) = aig_not (aig_and (&bmc->aig, some, own));
      some = aig_or (&bmc->aig, some, own);
    }
  *vec_push (arena, &bmc->required) = some;
}

bool
bmc_are_meant (const struct bmc *bmc, uint32_t p, uint32_t q)
{
  process_id both[2] = { { p }, { q } };
  assert (p != q);
  return decide_options_mean (bmc->question->options, both, 2, bmc->processes.count);
}

aig_lit
bmc_is_race (struct bmc *bmc, const struct unrolled_access *a,
             const struct unrolled_access *b)
{
  struct aig *aig = &bmc->aig;
  assert (field_equal (a->field, b->field));
  if ((!a->writes && !b->writes) || (a->atomic && b->atomic))
    return AIG_FALSE;
  aig_lit both = aig_and (aig, a->when, b->when);
  if (!a->index.width || !b->index.width)
    return both;
  uint32_t width = a->index.width > b->index.width ? a->index.width : b->index.width;
  return aig_and (aig, both,
                  bits_equal (aig, bits_extend (aig, a->index, width),
                              bits_extend (aig, b->index, width)));
}

/* ---- A depth. ---- */

struct bits *
bmc_copy_shared (const struct bmc *bmc, const struct bits *shared)
{
  uint32_t count = bmc->layout.width.count;
  struct bits *copy = arena_alloc (bmc->arena, (count + (size_t) 1) * sizeof *copy);
  memcpy (copy, shared, count * sizeof *copy);
  return copy;
}

/* Locks that are held at all visible places of EFFECTS. */
static idset
held_at (struct unrolled *u, const struct effects *effects, bool after)
{
  struct idsets *sets = u->bmc->question->lowering->pds.idsets;
  bool some = false;
  idset held = IDSET_EMPTY;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      const struct effect *effect = &effects->list.at[i];
      if (!effect->visible || (!after && effect->left_mover && !u->bmc->has_atomic))
        continue;
      idset own = after ? effect->held_after : effect->held_before;
      held = some ? idset_minus (sets, held, idset_minus (sets, held, own)) : own;
      some = true;
    }
  return held;
}

/* A point at which SHARED comes or goes. */
static struct unrolled_point *
add_point (struct unrolled *u, struct unrolled_points *points, const struct bits *shared,
           struct bits time)
{
  assert (shared && time.width == u->bmc->bits);
  struct bmc *bmc = u->bmc;
  struct unrolled_point *point = vec_push (bmc->arena, &points->list);
  *point = (struct unrolled_point){ .process = u->number,
                                    .happens = aig_input (&bmc->aig), .shared = shared,
                                    .time = time };
  return point;
}

void
bmc_require (struct bmc *bmc, aig_lit if_this, aig_lit then_that)
{
  assert (aig_node_of (if_this) < bmc->aig.nodes.count);
  *vec_push (bmc->arena, &bmc->required) = aig_or (&bmc->aig, aig_not (if_this), then_that);
}

/* The process, at a visible place if VISIBLE, may receive the token: the state and the
   time are then what the sender says. */
static void
receive (struct unrolled *u, const struct effects *effects, aig_lit visible)
{
  assert (!aig_equal (visible, AIG_FALSE));
  struct bmc *bmc = u->bmc;
  struct bits *fresh = layout_inputs (&bmc->layout, &bmc->aig);
  struct bits time = bits_input (&bmc->aig, bmc->bits);
  struct unrolled_point *point = add_point (u, &bmc->receivers, fresh, time);
  aig_lit happens = point->happens;
  point->held = held_at (u, effects, false);
  bmc_require (bmc, happens, aig_and (&bmc->aig, visible, aig_not (u->token)));
  bmc_require (bmc, happens, bits_less (&bmc->aig, u->time, time));
  struct bits *shared = bmc_copy_shared (bmc, u->shared);
  for (uint32_t i = 0; i < bmc->layout.width.count; i++)
    shared[i] = bits_choose (&bmc->aig, happens, fresh[i], shared[i]);
  u->shared = shared;
  u->time = bits_choose (&bmc->aig, happens, time, u->time);
  u->token = aig_or (&bmc->aig, u->token, happens);
}

/* The process may pass the token on, if MAY. */
static struct unrolled_point *
pass (struct unrolled *u, aig_lit may)
{
  assert (u->shared && u->time.width == u->bmc->bits);
  struct bmc *bmc = u->bmc;
  struct bits one = bits_constant (&bmc->aig, bmc->bits, 1);
  struct unrolled_point *point
    = add_point (u, &bmc->senders, u->shared, bits_add (&bmc->aig, u->time, one));
  point->receiver = bits_input (&bmc->aig, bmc->bits);
  bmc_require (bmc, point->happens, aig_and (&bmc->aig, may, u->token));
  u->token = aig_and (&bmc->aig, u->token, aig_not (point->happens));
  return point;
}

/* In the midst of an atomic block a step that is blocked lets the others run, and *WAITS
   for the token to come back. */
static void
pass_if_blocked (struct unrolled *u, struct effects *effects, aig_lit *waits)
{
  assert (u->bmc->has_atomic && waits);
  struct bmc *bmc = u->bmc;
  aig_lit blocked = AIG_FALSE;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      const struct effect *e = &effects->list.at[i];
      if (e->blocks)
        blocked = aig_or (&bmc->aig, blocked,
                          aig_and (&bmc->aig, e->place.here, effect_is_blocked (u, e)));
    }
  aig_lit may = aig_and (&bmc->aig, u->midst, blocked);
  if (aig_equal (may, AIG_FALSE))
    return;
  pass (u, may);
  *waits = aig_or (&bmc->aig, *waits, aig_and (&bmc->aig, u->midst, blocked));
}

/* The places after EFFECTS, and whether the process is in the midst of a block there. */
void
bmc_move_on (struct unrolled *u, const struct effects *effects)
{
  struct bmc *bmc = u->bmc;
  struct aig *aig = &bmc->aig;
  const struct lowering *lowering = bmc->question->lowering;
  struct pairmap numbers;
  pairmap_init (&numbers, bmc->arena);
  u->places.count = 0;
  aig_lit midst = AIG_FALSE;
  for (uint32_t i = 0; i < effects->exits.count; i++)
    {
      const struct effect_exit *exit = &effects->exits.at[i];
      if (stack_is_empty (exit->to) || aig_equal (exit->when, AIG_FALSE))
        continue;
      uint32_t *number = pairmap_at (&numbers, exit->to.index, 0);
      if (*number == PAIRMAP_FREE)
        {
          *number = u->places.count;
          *vec_push (bmc->arena, &u->places)
            = (struct unrolled_place){ exit->to, AIG_FALSE, false };
        }
      struct unrolled_place *place = &u->places.at[*number];
      place->here = aig_or (aig, place->here, exit->when);
      place->first |= exit->first;
      if (!bmc->has_atomic
          || !lower_is_atomic (lowering, stacks_top (&u->stacks, exit->to)))
        continue;
      aig_lit inside = exit->begins ? exit->when : aig_and (aig, exit->when, u->midst);
      midst = aig_or (aig, midst, inside);
    }
  u->midst = midst;
}

/* The accesses that others may race with when the token is passed now: those of the
   step just made, or of the first one of the block that it belongs to. */
static void
note_accesses (struct unrolled *u, const struct effects *effects, aig_lit was_midst)
{
  assert (effects->list.count > 0);
  struct bmc *bmc = u->bmc;
  struct unrolled_accesses now = { VEC_EMPTY };
  for (uint32_t i = 0; i < u->first.list.count && !aig_equal (was_midst, AIG_FALSE); i++)
    {
      struct unrolled_access access = u->first.list.at[i];
      access.when = aig_and (&bmc->aig, access.when, was_midst);
      *vec_push (bmc->arena, &now.list) = access;
    }
  for (uint32_t i = 0; i < effects->accesses.list.count; i++)
    {
      struct unrolled_access access = effects->accesses.list.at[i];
      access.when = aig_and (&bmc->aig, access.when, aig_not (was_midst));
      if (!aig_equal (access.when, AIG_FALSE))
        *vec_push (bmc->arena, &now.list) = access;
    }
  u->first = now;
}

static void
deepen (struct unrolled *u)
{
  assert (u->places.count > 0);
  struct bmc *bmc = u->bmc;
  struct aig *aig = &bmc->aig;
  struct effects effects;
  effects_find (u, &effects);
  aig_lit visible = AIG_FALSE;
  for (uint32_t i = 0; i < effects.list.count; i++)
    if (effects.list.at[i].visible)
      visible = aig_or (aig, visible, effects.list.at[i].place.here);
  bool some = !aig_equal (visible, AIG_FALSE);
  aig_lit waits = AIG_FALSE; /* for the token */
  for (uint32_t i = 0; i < effects.list.count; i++)
    if (effects.list.at[i].visible && !effects.list.at[i].left_mover)
      waits = aig_or (aig, waits, effects.list.at[i].place.here);
  uint32_t receiver = bmc->receivers.list.count;
  if (some && bmc->has_atomic)
    pass_if_blocked (u, &effects, &waits);
  bool receives = !aig_equal (waits, AIG_FALSE);
  if (receives)
    receive (u, &effects, waits);
  struct bits *after = bmc_copy_shared (bmc, u->shared);
  effects_make (u, &effects, after);
  aig_lit was_midst = u->midst;
  bmc_move_on (u, &effects);
  u->shared = after;
  if (some)
    {
      if (receives)
        bmc->receivers.list.at[receiver].accesses = effects.poised;
      note_accesses (u, &effects, was_midst);
      struct unrolled_point *point
        = pass (u, aig_and (aig, effects.made, aig_not (u->midst)));
      point->accesses = u->first;
      point->held = held_at (u, &effects, true);
    }
  u->depth++;
}

void
bmc_deepen (struct bmc *bmc)
{
  assert (bmc->required.count == 0 || bmc->processes.at[0].depth == 0);
  for (uint32_t p = 0; p < bmc->processes.count; p++)
    if (bmc->processes.at[p].places.count > 0)
      deepen (&bmc->processes.at[p]);
}

aig_lit
bmc_is_deeper (struct bmc *bmc)
{
  aig_lit deeper = AIG_FALSE;
  for (uint32_t p = 0; p < bmc->processes.count; p++)
    for (uint32_t i = 0; i < bmc->processes.at[p].places.count; i++)
      deeper = aig_or (&bmc->aig, deeper, bmc->processes.at[p].places.at[i].here);
  return deeper;
}
