/* blocks.c -- see blocks.h. */
#include <config.h>

#include "engine/blocks/blocks.h"

#include "engine/blocks/block_movers.h"

/* How a block comes to a place, or is there. */
struct arrival
{
  aig_lit here;
  aig_lit committed, midst; /* these imply `here' */
};

struct walk
{
  struct block_relation *relation;
  struct relation_process *process;
  struct unrolled *u;
  uint32_t p;
  struct arrival *arrivals; /* by place */
  struct block_ends ends;
};

static void
add (struct walk *w, aig_lit *sum, aig_lit more)
{
  *sum = aig_or (&w->relation->all.aig, *sum, more);
}

static aig_lit
both (struct walk *w, aig_lit a, aig_lit b)
{
  return aig_and (&w->relation->all.aig, a, b);
}

/* The literal: the step from PLACE, of CLASS, moves.  *CONDITION is built if needed. */
static aig_lit
mover (struct walk *w, uint32_t place, enum mover class, aig_lit *condition)
{
  assert (place < w->process->places.list.count);
  if (class != MOVER_MAYBE)
    return aig_constant (class == MOVER_ALWAYS);
  if (aig_equal (*condition, AIG_FALSE))
    *condition = movers_condition (w->relation, w->p, place);
  return *condition;
}

/* The literal: a block that comes to place number INDEX, which is not cut, ends there.
   BLOCKED: its step has to wait. */
static aig_lit
ends_at (struct walk *w, uint32_t index, const struct arrival *in, aig_lit blocked,
         aig_lit *condition)
{
  struct aig *aig = &w->relation->all.aig;
  const struct place *place = &w->process->places.list.at[index];
  assert (!place->cut || aig_equal (in->here, AIG_FALSE));
  assert (place->effect.atomic || aig_equal (in->midst, AIG_FALSE));
  aig_lit ends = aig_and (aig, in->midst, blocked);
  aig_lit outside = aig_and (aig, in->here, aig_not (in->midst));
  if (place->shown)
    return aig_or (aig, ends, outside);
  aig_lit post = aig_and (aig, outside, in->committed);
  aig_lit stays = blocked;
  if (place->effect.blocks)
    stays = AIG_TRUE;
  else
    stays = aig_or (aig, stays, aig_not (mover (w, index, place->left, condition)));
  return aig_or (aig, ends, aig_and (aig, post, stays));
}

/* Let the block that is there as NOW says go on along EXIT.  FIRST: its step begins an
   atomic block.  RIGHT: it is a right mover. */
static void
leave (struct walk *w, const struct arrival *now, aig_lit right,
       const struct effect_exit *exit, bool first)
{
  struct aig *aig = &w->relation->all.aig;
  uint32_t to = places_find (&w->process->places, exit->to);
  if (to == PLACE_GONE)
    {
      add (w, &w->ends.at[NUMBER_END], exit->when);
      return;
    }
  assert (to < w->process->places.list.count);
  struct arrival *next = &w->arrivals[to];
  /* If every block here is in the midst, so is every one that leaves; the literals then
     are the same, which keeps the circuit small. */
  bool in_midst = first || aig_equal (now->here, now->midst);
  aig_lit committed = aig_or (aig, now->committed, aig_not (right));
  add (w, &next->here, exit->when);
  add (w, &next->committed, aig_and (aig, exit->when, committed));
  if (w->process->places.list.at[to].effect.atomic)
    add (w, &next->midst, in_midst ? exit->when : aig_and (aig, exit->when, now->midst));
}

/* Make the step from place number INDEX if NOW says that the block is there. */
static void
make_step (struct walk *w, uint32_t index, const struct arrival *now, aig_lit *condition)
{
  struct unrolled *u = w->u;
  const struct place *place = &w->process->places.list.at[index];
  aig_lit right = mover (w, index, place->right, condition);
  struct effects effects;
  u->places.at[0] = (struct unrolled_place){ .stack = place->stack, .here = now->here };
  effects_find (u, &effects);
  assert (effects.list.count == 1 && effects.list.at[0].visible == place->effect.visible);
  struct bits *after = unrolling_copy_shared (u->all, u->shared);
  effects_make (u, &effects, after);
  u->shared = after;
  for (uint32_t i = 0; i < effects.exits.count; i++)
    leave (w, now, right, &effects.exits.at[i], effect_begins (&place->effect));
  add (w, &w->ends.at[NUMBER_WRONG], effects.failed);
  add (w, &w->ends.in_midst, both (w, effects.failed, now->midst));
}

/* The literal: with the present values the step from PLACE has to wait. */
static aig_lit
is_blocked (struct walk *w, const struct place *place)
{
  return effect_waits (&place->effect) ? effect_is_blocked (w->u, &place->effect)
                                       : AIG_FALSE;
}

/* Let the block, which comes to PLACE as IN says, end there if ENDS. */
static void
end (struct walk *w, const struct place *place, const struct arrival *in, aig_lit ends,
     aig_lit blocked)
{
  if (aig_equal (ends, AIG_FALSE))
    return;
  assert (place->number != NUMBER_NONE);
  add (w, &w->ends.at[place->number], ends);
  add (w, &w->ends.in_midst, both (w, ends, both (w, in->midst, aig_not (blocked))));
}

/* The literal: a block starts at PLACE.  *MIDST: it does inside of an atomic block. */
static aig_lit
starts_at (struct walk *w, const struct place *place, aig_lit *midst)
{
  struct aig *aig = &w->relation->all.aig;
  struct bits who = w->relation->midst;
  *midst = AIG_FALSE;
  if (place->number == NUMBER_NONE)
    return AIG_FALSE;
  assert (place->number < w->process->places.resting.count);
  assert (!place->in_midst || who.width > 0);
  aig_lit starts = both (w, w->process->chosen, w->process->is_at[place->number]);
  if (place->in_midst)
    *midst
      = both (w, starts, bits_equal (aig, who, bits_constant (aig, who.width, w->p + 1)));
  return place->outside ? starts : *midst;
}

/* Let blocks start, end and go on at place number INDEX.  Those that come to a place that
   is cut end there, which end_at_cuts does once all have come. */
static void
visit (struct walk *w, uint32_t index)
{
  struct aig *aig = &w->relation->all.aig;
  const struct place *place = &w->process->places.list.at[index];
  struct arrival in = place->cut ? (struct arrival){ AIG_FALSE, AIG_FALSE, AIG_FALSE }
                                 : w->arrivals[index];
  aig_lit condition = AIG_FALSE, was_midst;
  aig_lit starts = starts_at (w, place, &was_midst);
  if (aig_equal (starts, AIG_FALSE) && aig_equal (in.here, AIG_FALSE))
    return;
  aig_lit blocked = is_blocked (w, place);
  aig_lit ends = ends_at (w, index, &in, blocked, &condition);
  aig_lit goes_on = aig_and (aig, in.here, aig_not (ends));
  end (w, place, &in, ends, blocked);
  /* A block interrupted in the midst of an atomic block may have committed. */
  struct arrival now = { aig_or (aig, goes_on, starts),
                         aig_or (aig, both (w, goes_on, in.committed), was_midst),
                         aig_or (aig, both (w, goes_on, in.midst), was_midst) };
  make_step (w, index, &now, &condition);
}

/* End the blocks at the places that are cut.  No step follows, so the values are those
   that the block came with. */
static void
end_at_cuts (struct walk *w)
{
  for (uint32_t i = 0; i < w->process->places.list.count; i++)
    {
      const struct place *place = &w->process->places.list.at[i];
      const struct arrival *in = &w->arrivals[i];
      if (place->cut && !aig_equal (in->here, AIG_FALSE))
        end (w, place, in, in->here, is_blocked (w, place));
    }
}

struct block_ends
blocks_walk (struct block_relation *relation, uint32_t p)
{
  struct relation_process *process = &relation->processes[p];
  const struct places *places = &process->places;
  struct walk w = { .relation = relation,
                    .process = process,
                    .p = p,
                    .u = block_relation_enter (relation, p) };
  w.arrivals = arena_calloc (relation->arena, places->list.count, sizeof *w.arrivals);
  w.ends.at = arena_calloc (relation->arena, places->resting.count, sizeof *w.ends.at);
  assert (AIG_FALSE.code == 0);
  for (uint32_t i = 0; i < places->order.count; i++)
    {
      quota_work (relation->arena->quota, 1);
      w.u->depth = i;
      visit (&w, places->order.at[i]);
    }
  end_at_cuts (&w);
  return w.ends;
}
