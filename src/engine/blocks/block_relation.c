/* block_relation.c -- see block_relation.h.  The relation is built twice: constants_find
   tells which bits of the first one never change, and the second one is without them. */
#include <config.h>

#include "engine/blocks/block_relation.h"

#include "base/log.h"
#include "engine/blocks/blocks.h"
#include "engine/blocks/block_movers.h"
#include "engine/blocks/properties.h"
#include "engine/blocks/block_state.h"

bool
block_relation_is_plain (const struct block_relation *relation)
{
  return !(relation->reductions & BLOCK_TRANSACTIONS);
}

struct unrolled *
block_relation_enter (struct block_relation *r, uint32_t p)
{
  struct unrolled *u = &r->all.processes.at[p];
  const struct relation_process *process = &r->processes[p];
  assert (u->places.count == 1);
  u->shared = unrolling_copy_shared (&r->all, r->shared);
  u->time = bits_constant (&r->all.aig, 1, 0);
  u->values.count = 0;
  pairmap_init (&u->slot_numbers, r->arena);
  for (uint32_t i = 0; i < process->slots.count; i++)
    {
      const struct relation_slot *slot = &process->slots.at[i];
      *pairmap_at (&u->slot_numbers, slot->below.index, slot->slot) = u->values.count;
      *vec_push (r->arena, &u->values) = slot->value;
    }
  return u;
}

/* ---- What comes after a block. ---- */

/* AFTER if process P is chosen, else BEFORE. */
static struct bits
after_block (struct block_relation *r, uint32_t p, struct bits after, struct bits before)
{
  return bits_choose (&r->all.aig, r->processes[p].chosen, after, before);
}

/* The number of the place where the block of process P ends. */
static struct bits
next_place (struct block_relation *r, uint32_t p, const struct block_ends *ends)
{
  const struct relation_process *process = &r->processes[p];
  uint32_t width = process->at.width;
  assert (process->places.resting.count > NUMBER_FIRST);
  aig_lit *bits = arena_alloc (r->arena, width * sizeof *bits);
  for (uint32_t b = 0; b < width; b++)
    {
      bits[b] = AIG_FALSE;
      for (uint32_t n = 0; n < process->places.resting.count; n++)
        if (n >> b & 1)
          bits[b] = aig_or (&r->all.aig, bits[b], ends->at[n]);
    }
  return after_block (r, p, (struct bits){ bits, width }, process->at);
}

/* The value of SLOT of process P after a block: 0 where it is dead. */
static struct bits
next_slot (struct block_relation *r, uint32_t p, const struct relation_slot *slot,
           const struct block_ends *ends)
{
  const struct unrolled *u = &r->all.processes.at[p];
  struct aig *aig = &r->all.aig;
  assert (slot->value.width > 0 && slot->kept);
  aig_lit live = AIG_FALSE;
  bool always = true;
  for (uint32_t n = 0; n < r->processes[p].places.resting.count; n++)
    {
      if (slot->kept[n])
        live = aig_or (aig, live, ends->at[n]);
      always &= slot->kept[n] || aig_equal (ends->at[n], AIG_FALSE);
    }
  struct bits value
    = u->values.at[pairmap_get (&u->slot_numbers, slot->below.index, slot->slot)];
  if (!always)
    value = bits_choose (aig, live, value, bits_constant (aig, value.width, 0));
  return after_block (r, p, value, slot->value);
}

static bool
same_bits (struct bits a, struct bits b)
{
  assert (a.width == b.width);
  for (uint32_t i = 0; i < a.width; i++)
    if (!aig_equal (a.at[i], b.at[i]))
      return false;
  return true;
}

/* Item number ITEM of the shared state after the block of the process that is chosen. */
static struct bits
next_shared (struct block_relation *r, uint32_t item)
{
  struct bits next = r->shared[item];
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    {
      struct bits after = r->all.processes.at[p].shared[item];
      if (!same_bits (after, r->shared[item]))
        next = after_block (r, p, after, next);
    }
  return next;
}

/* Who is in the midst of an atomic block after the step? */
static struct bits
next_midst (struct block_relation *r, const struct block_ends *ends)
{
  struct aig *aig = &r->all.aig;
  struct bits next = bits_constant (aig, r->midst.width, 0);
  assert (r->midst.width >= layout_bits_for (r->all.processes.count));
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    next = bits_choose (aig, ends[p].in_midst, bits_constant (aig, r->midst.width, p + 1),
                        next);
  return next;
}

/* Add the bits of NEXT, which replace those of NOW; constants are no bits of states. */
static void
add_next (struct block_relation *r, struct bits now, struct bits next)
{
  assert (now.width == next.width);
  for (uint32_t i = 0; i < next.width; i++)
    if (!aig_is_constant (now.at[i]))
      *vec_push (r->arena, &r->system.next) = next.at[i];
}

/* Add the next state, in the order of the bits (block_state.c). */
static void
add_all_next (struct block_relation *r, const struct block_ends *ends)
{
  uint32_t processes = r->all.processes.count;
  for (uint32_t p = 0; p < processes; p++)
    add_next (r, r->processes[p].at, next_place (r, p, &ends[p]));
  if (r->midst.width)
    add_next (r, r->midst, next_midst (r, ends));
  for (uint32_t i = 0; i < r->all.layout.width.count; i++)
    add_next (r, r->shared[i], next_shared (r, i));
  for (uint32_t p = 0; p < processes; p++)
    for (uint32_t i = 0; i < r->processes[p].slots.count; i++)
      add_next (r, r->processes[p].slots.at[i].value,
                next_slot (r, p, &r->processes[p].slots.at[i], &ends[p]));
  assert (r->system.next.count == r->system.state.count);
}

/* ---- The relation. ---- */

/* Create the choice of who makes the step; in the midst of an atomic block nobody else
   can be chosen. */
static void
choose (struct block_relation *r)
{
  struct aig *aig = &r->all.aig;
  uint32_t processes = r->all.processes.count;
  struct bits who = bits_input (aig, layout_bits_for (processes));
  for (uint32_t p = 0; p < processes; p++)
    {
      aig_lit chosen = bits_equal (aig, who, bits_constant (aig, who.width, p));
      struct bits midst = r->midst;
      if (midst.width)
        {
          aig_lit own = bits_equal (aig, midst, bits_constant (aig, midst.width, p + 1));
          chosen = aig_and (aig, chosen, aig_or (aig, own, bits_is_zero (aig, midst)));
        }
      r->processes[p].chosen = chosen;
    }
}

/* Without reductions blocks end everywhere. */
static void
cut_everywhere (struct block_relation *r)
{
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    for (uint32_t i = 0; i < r->processes[p].places.list.count; i++)
      r->processes[p].places.list.at[i].cut = true;
}

static void
make_steps (struct block_relation *r)
{
  uint32_t processes = r->all.processes.count;
  struct block_ends *ends = arena_calloc (r->arena, processes + (size_t) 1, sizeof *ends);
  choose (r);
  r->system.step = AIG_FALSE;
  for (uint32_t p = 0; p < processes; p++)
    {
      ends[p] = blocks_walk (r, p);
      for (uint32_t n = 0; n < r->processes[p].places.resting.count; n++)
        r->system.step = aig_or (&r->all.aig, r->system.step, ends[p].at[n]);
      LOG (1, "process %u: %u places, %u of them to rest at, %u slots", (unsigned) p,
           (unsigned) r->processes[p].places.list.count,
           (unsigned) r->processes[p].places.resting.count - NUMBER_FIRST,
           (unsigned) r->processes[p].slots.count);
    }
  add_all_next (r, ends);
}

static void
make_system (struct block_relation *r)
{
  state_make (r);
  make_steps (r);
  properties_make (r);
}

/* Drop the system and what was built for it. */
static void
begin_again (struct block_relation *r)
{
  assert (r->known && r->numbered == r->bits.count);
  aig_init (&r->all.aig, r->arena);
  r->system = (struct transition_system){ .aig = &r->all.aig };
  r->bits.count = r->numbered = 0;
  r->all.hits.count = r->all.awaits.count = r->all.lasts.count = 0;
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    {
      r->all.processes.at[p].steps.count = 0;
      r->processes[p].slots.count = 0;
    }
}

bool
block_relation_init (struct block_relation *r, const struct question *question,
                     uint32_t reductions, struct arena *arena)
{
  const struct ir_projection *lowering = question->lowering;
  uint32_t processes = lowering->pds.processes.count;
  *r = (struct block_relation){ .question = question,
                                .reductions = reductions,
                                .arena = arena };
  unrolling_init (&r->all, question, arena);
  r->system.aig = &r->all.aig;
  if (!question->without_data)
    liveness_init (&r->liveness, lowering->flow, arena);
  r->processes = arena_calloc (arena, processes + (size_t) 1, sizeof *r->processes);
  for (uint32_t p = 0; p < processes; p++)
    unrolling_add (&r->all);
  for (uint32_t p = 0; p < processes; p++)
    if (!places_list (&r->processes[p].places, &r->all.processes.at[p]))
      {
        r->recursive = r->processes[p].places.recursive;
        return false;
      }
  movers_classify (r);
  properties_show (r);
  if (block_relation_is_plain (r))
    cut_everywhere (r);
  for (uint32_t p = 0; p < processes; p++)
    places_number (&r->processes[p].places, &r->all.processes.at[p],
                   !(reductions & BLOCK_PHASE));
  make_system (r);
  r->known = constants_find (&r->system, arena);
  begin_again (r);
  make_system (r);
  LOG (1, "the relation has %u bits, %u gates", (unsigned) r->system.state.count,
       (unsigned) r->all.aig.nodes.count);
  return true;
}
