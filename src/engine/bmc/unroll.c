/* unroll.c -- see unroll.h: a depth at a time. */
#include <config.h>

#include "engine/bmc/unroll.h"

#include "engine/bmc/movers.h"

static void
note_changes (struct bmc *bmc, uint32_t first, uint32_t count)
{
  assert (first + count <= bmc->all.layout.width.count);
  for (uint32_t i = 0; i < count; i++)
    bmc->changes[first + i] = true;
}

/* Mark the items of the shared state that some step of the model changes.  The end of a
   process is such an item only if somebody joins it. */
static void
find_changes (struct bmc *bmc)
{
  const struct layout *layout = &bmc->all.layout;
  const struct ir_projection *lowering = layout->lowering;
  const struct pds *pds = &lowering->pds;
  bmc->changes
    = arena_calloc (bmc->all.arena, layout->width.count + (size_t) 1, sizeof (bool));
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct pds_action_info *action = &pds->actions.at[a];
      if (action->op == PDS_WRITE)
        {
          uint32_t field = pds_action_field (action).index;
          if (layout->first_cell[field] != LAYOUT_NONE)
            note_changes (bmc, layout->first_cell[field],
                          lowering->flow->model->fields.at[field].cells);
        }
      if (action->op == PDS_ACQUIRE)
        note_changes (bmc, layout->first_owner + pds_action_lock (action).index, 1);
      if (action->op != PDS_START && action->op != PDS_JOIN)
        continue;
      uint32_t first
        = action->op == PDS_START ? layout->first_started : layout->first_finished;
      idset processes = pds_action_processes (action);
      IDSET_EACH (p, pds->idsets, processes)
        note_changes (bmc, first + p, 1);
    }
  for (uint32_t n = 0; n < lowering->flow->nodes.count; n++)
    {
      const struct ir_step *step = &lowering->flow->nodes.at[n];
      if (step->op == IR_ACQUIRE_AT)
        note_changes (bmc, layout->first_owner + step->first_lock.index,
                      step->lock_count);
    }
  if (layout->done != LAYOUT_NONE)
    note_changes (bmc, layout->done, 1);
}

void
bmc_init (struct bmc *bmc, const struct question *question, uint32_t bits,
          struct arena *arena)
{
  assert (bits >= 2 && bits <= 32);
  *bmc = (struct bmc){ .bits = bits };
  unrolling_init (&bmc->all, question, arena);
  find_changes (bmc);
  struct bits *start = layout_start (&bmc->all.layout, &bmc->all.aig);
  for (uint32_t p = 0; p < question->lowering->pds.processes.count; p++)
    {
      struct unrolled *u = unrolling_add (&bmc->all);
      u->token = aig_input (&bmc->all.aig);
      u->time = bits_constant (&bmc->all.aig, bits, 0);
      u->shared = start;
    }
  /* Exactly one process has the token. */
  aig_lit some = AIG_FALSE;
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    {
      aig_lit own = bmc->all.processes.at[p].token;
      *vec_push (arena, &bmc->required) = aig_not (aig_and (&bmc->all.aig, some, own));
      some = aig_or (&bmc->all.aig, some, own);
    }
  *vec_push (arena, &bmc->required) = some;
}

/* ---- A depth. ---- */

/* Must the token be able to arrive before the step of E (movers.h)? */
static bool
is_awaited (const struct effect *e)
{
  return e->visible && (e->exposed || (!e->left_mover && !e->place.before_commit));
}

/* Set the locks of POINT: held at all visible places of EFFECTS, or AFTER their steps. */
static void
find_locks (struct unrolled *u, const struct effects *effects, bool after,
            struct unrolled_point *point)
{
  struct idsets *sets = u->all->question->lowering->pds.idsets;
  bool some = false;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      const struct effect *e = &effects->list.at[i];
      if (!e->visible || (!after && !is_awaited (e) && !u->all->has_atomic))
        continue;
      idset held = after ? e->held_after : e->held_before;
      idset used = idset_union (sets, e->held_before, e->held_after);
      point->held = some ? idset_common (sets, point->held, held) : held;
      point->used = some ? idset_common (sets, point->used, used) : used;
      some = true;
    }
}

/* Add a point of U with the state SHARED to POINTS. */
static struct unrolled_point *
add_point (struct bmc *bmc, struct unrolled *u, struct unrolled_points *points,
           const struct bits *shared, struct bits time)
{
  assert (shared && time.width == bmc->bits);
  struct unrolled_point *point = vec_push (bmc->all.arena, &points->list);
  *point = (struct unrolled_point){ .process = u->number,
                                    .happens = aig_input (&bmc->all.aig),
                                    .shared = shared,
                                    .time = time };
  return point;
}

void
bmc_require (struct bmc *bmc, aig_lit if_this, aig_lit then_that)
{
  assert (aig_node_of (if_this) < bmc->all.aig.nodes.count);
  *vec_push (bmc->all.arena, &bmc->required)
    = aig_or (&bmc->all.aig, aig_not (if_this), then_that);
}

/* Add a receiver: the process, if it is at a place where VISIBLE holds, may get the
   token; its state and time are then those of the sender. */
static void
receive (struct bmc *bmc, struct unrolled *u, const struct effects *effects,
         aig_lit visible)
{
  assert (!aig_equal (visible, AIG_FALSE));
  struct bits *fresh = layout_inputs (&bmc->all.layout, &bmc->all.aig);
  struct bits time = bits_input (&bmc->all.aig, bmc->bits);
  struct unrolled_point *point = add_point (bmc, u, &bmc->receivers, fresh, time);
  aig_lit happens = point->happens;
  find_locks (u, effects, false, point);
  bmc_require (bmc, happens, aig_and (&bmc->all.aig, visible, aig_not (u->token)));
  point->time_before = u->time;
  struct bits *shared = unrolling_copy_shared (&bmc->all, u->shared);
  for (uint32_t i = 0; i < bmc->all.layout.width.count; i++)
    if (bmc->changes[i])
      shared[i] = bits_choose (&bmc->all.aig, happens, fresh[i], shared[i]);
  u->shared = shared;
  u->time = bits_choose (&bmc->all.aig, happens, time, u->time);
  u->token = aig_or (&bmc->all.aig, u->token, happens);
}

/* Add a sender: the process may pass the token on if MAY. */
static struct unrolled_point *
pass (struct bmc *bmc, struct unrolled *u, aig_lit may)
{
  assert (u->shared && u->time.width == bmc->bits);
  struct bits one = bits_constant (&bmc->all.aig, bmc->bits, 1);
  struct unrolled_point *point = add_point (bmc, u, &bmc->senders, u->shared,
                                            bits_add (&bmc->all.aig, u->time, one));
  bmc_require (bmc, point->happens, aig_and (&bmc->all.aig, may, u->token));
  u->token = aig_and (&bmc->all.aig, u->token, aig_not (point->happens));
  return point;
}

/* A step that is blocked in the midst of an atomic block lets the others run.  *WAITS
   then says that the process waits for the token to come back, unless the step is a
   condition over slots: that will never hold. */
static void
pass_if_blocked (struct bmc *bmc, struct unrolled *u, struct effects *effects,
                 aig_lit *waits)
{
  assert (bmc->all.has_atomic && waits);
  struct aig *aig = &bmc->all.aig;
  aig_lit blocked = AIG_FALSE, for_ever = AIG_FALSE;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      const struct effect *e = &effects->list.at[i];
      aig_lit *sum = e->blocks ? &blocked : &for_ever;
      if (effect_waits (e))
        *sum = aig_or (aig, *sum, aig_and (aig, e->place.here, effect_is_blocked (u, e)));
    }
  aig_lit may = aig_and (aig, u->midst, aig_or (aig, blocked, for_ever));
  if (aig_equal (may, AIG_FALSE))
    return;
  pass (bmc, u, may);
  *waits = aig_or (aig, *waits, aig_and (aig, u->midst, blocked));
}

/* Set u->first to the accesses that others may race with if the token is passed now:
   those of the step just made or, if GOES_ON, of the first step of its block. */
static void
note_accesses (struct unrolled *u, const struct effects *effects, aig_lit goes_on)
{
  assert (effects->list.count > 0);
  struct unrolling *all = u->all;
  struct unrolled_accesses now = { VEC_EMPTY };
  for (uint32_t i = 0; i < u->first.list.count && !aig_equal (goes_on, AIG_FALSE); i++)
    {
      struct unrolled_access access = u->first.list.at[i];
      access.when = aig_and (&all->aig, access.when, goes_on);
      *vec_push (all->arena, &now.list) = access;
    }
  for (uint32_t i = 0; i < effects->accesses.list.count; i++)
    {
      struct unrolled_access access = effects->accesses.list.at[i];
      access.when = aig_and (&all->aig, access.when, aig_not (goes_on));
      if (!aig_equal (access.when, AIG_FALSE))
        *vec_push (all->arena, &now.list) = access;
    }
  u->first = now;
}

/* The literal: a local step leaves a block in whose midst the process was. */
static aig_lit
ends_block (struct aig *aig, const struct effects *effects, aig_lit was_midst)
{
  aig_lit ends = AIG_FALSE;
  for (uint32_t i = 0; i < effects->exits.count; i++)
    if (effects->exits.at[i].ends)
      ends = aig_or (aig, ends, effects->exits.at[i].when);
  return aig_and (aig, ends, was_midst);
}

/* An assume that begins an atomic block may race with a write.  If the rest of the block
   never ends, the token is not passed on after it; and if the write comes first, the
   assume may fail.  So right after it is a sending point, for races only. */
static void
pass_after_test (struct bmc *bmc, struct unrolled *u, const struct effects *effects,
                 aig_lit goes_on)
{
  struct aig *aig = &bmc->all.aig;
  bool tests = false;
  for (uint32_t i = 0; i < effects->accesses.list.count; i++)
    tests |= effects->accesses.list.at[i].tests && effects->accesses.list.at[i].atomic;
  if (!tests)
    return;
  aig_lit may = aig_and (aig, effects->made, aig_and (aig, u->midst, aig_not (goes_on)));
  struct unrolled_point *point = pass (bmc, u, may);
  point->accesses = u->first;
  point->for_races = true;
}

/* The literal: a visible step is made after which the token may leave (movers.h). */
static aig_lit
may_leave (struct bmc *bmc, struct unrolled *u, const struct effects *effects)
{
  aig_lit may = AIG_FALSE;
  for (uint32_t i = 0; i < effects->exits.count; i++)
    {
      const struct effect_exit *exit = &effects->exits.at[i];
      bool stays = exit->before_commit
                   && (stack_is_empty (exit->to)
                       || !bmc->is_near[stacks_top (&u->stacks, exit->to).index]);
      if (exit->visible && !stays)
        may = aig_or (&bmc->all.aig, may, exit->when);
    }
  return may;
}

static void
deepen (struct bmc *bmc, struct unrolled *u)
{
  assert (next_places_are_left (bmc, u));
  struct aig *aig = &bmc->all.aig;
  struct effects effects;
  effects_find (u, &effects);
  movers_mark (bmc, u, &effects);
  aig_lit visible = AIG_FALSE;
  for (uint32_t i = 0; i < effects.list.count; i++)
    if (effects.list.at[i].visible)
      visible = aig_or (aig, visible, effects.list.at[i].place.here);
  bool some = !aig_equal (visible, AIG_FALSE);
  aig_lit waits = AIG_FALSE; /* for the token */
  for (uint32_t i = 0; i < effects.list.count; i++)
    if (is_awaited (&effects.list.at[i]))
      waits = aig_or (aig, waits, effects.list.at[i].place.here);
  uint32_t receiver = bmc->receivers.list.count;
  if (bmc->all.has_atomic)
    pass_if_blocked (bmc, u, &effects, &waits);
  bool receives = !aig_equal (waits, AIG_FALSE);
  if (receives)
    receive (bmc, u, &effects, waits);
  struct bits *after = unrolling_copy_shared (&bmc->all, u->shared);
  effects_make (u, &effects, after);
  aig_lit was_midst = u->midst;
  /* A process that was blocked and has the token back begins anew: its step may race. */
  aig_lit goes_on = was_midst;
  if (receives)
    goes_on
      = aig_and (aig, was_midst, aig_not (bmc->receivers.list.at[receiver].happens));
  next_places_move_on (bmc, u, &effects);
  u->shared = after;
  aig_lit ends = ends_block (aig, &effects, was_midst);
  bool some_end = !aig_equal (ends, AIG_FALSE);
  if (some || some_end)
    {
      if (receives)
        bmc->receivers.list.at[receiver].accesses = effects.poised;
      note_accesses (u, &effects, goes_on);
      aig_lit may = aig_and (aig, aig_or (aig, may_leave (bmc, u, &effects), ends),
                             aig_not (u->midst));
      if (!aig_equal (may, AIG_FALSE))
        {
          struct unrolled_point *point = pass (bmc, u, may);
          point->accesses = u->first;
          if (!some_end)
            find_locks (u, &effects, true, point);
        }
      pass_after_test (bmc, u, &effects, goes_on);
    }
  u->depth++;
}

void
bmc_deepen (struct bmc *bmc)
{
  assert (bmc->required.count == 0 || bmc->all.processes.count == 0
          || bmc->all.processes.at[0].depth == 0);
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    if (next_places_are_left (bmc, &bmc->all.processes.at[p]))
      deepen (bmc, &bmc->all.processes.at[p]);
}

aig_lit
bmc_is_deeper (struct bmc *bmc)
{
  aig_lit deeper = AIG_FALSE;
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    deeper
      = aig_or (&bmc->all.aig, deeper, next_places_some (bmc, &bmc->all.processes.at[p]));
  return deeper;
}
