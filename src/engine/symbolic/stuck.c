/* stuck.c -- see stuck.h. */
#include <config.h>

#include "engine/symbolic/stuck.h"

static uint32_t
lock_count (const struct stuck *stuck)
{
  return stuck->all->question->lowering->pds.locks.count;
}

aig_lit *
stuck_inputs (struct unrolling *all, size_t count)
{
  aig_lit *inputs = arena_alloc (all->arena, (count + 1) * sizeof *inputs);
  for (size_t i = 0; i < count; i++)
    inputs[i] = aig_input (&all->aig);
  return inputs;
}

void
stuck_see (struct stuck *stuck, const struct bits *shared)
{
  struct unrolling *all = stuck->all;
  uint32_t locks = lock_count (stuck);
  size_t count = (size_t) all->processes.count * locks;
  assert (shared);
  stuck->waits = arena_alloc (all->arena, (count + 1) * sizeof *stuck->waits);
  for (size_t i = 0; i < count; i++)
    stuck->waits[i] = AIG_FALSE;
  stuck->awaits.count = 0;
  for (uint32_t i = 0; i < all->awaits.count; i++)
    {
      const struct unrolled_await *await = &all->awaits.at[i];
      aig_lit *at = &stuck->waits[await->place.process * locks + await->lock.index];
      *at = aig_or (&all->aig, *at, await->when);
      *vec_push (all->arena, &stuck->awaits) = *await;
    }
  stuck->owners = shared + all->layout.first_owner;
}

/* The literal: process number P owns LOCK. */
static aig_lit
owner_is (struct stuck *stuck, uint32_t lock, uint32_t p)
{
  struct bits owner = stuck->owners[lock];
  struct aig *aig = &stuck->all->aig;
  assert (p < stuck->all->processes.count);
  return bits_equal (aig, owner, bits_constant (aig, owner.width, (int64_t) p + 1));
}

/* The literal: a member other than process P, which could acquire it again, owns LOCK. */
static aig_lit
is_owned (struct stuck *stuck, uint32_t lock, uint32_t p)
{
  assert (lock < lock_count (stuck));
  struct aig *aig = &stuck->all->aig;
  aig_lit owned = AIG_FALSE;
  for (uint32_t m = 0; m < stuck->all->processes.count; m++)
    if (m != p)
      owned
        = aig_or (aig, owned, aig_and (aig, stuck->member[m], owner_is (stuck, lock, m)));
  return owned;
}

/* The literal: a member waits for a lock that process number P owns. */
static aig_lit
is_awaited (struct stuck *stuck, uint32_t p)
{
  struct aig *aig = &stuck->all->aig;
  uint32_t locks = lock_count (stuck);
  aig_lit awaited = AIG_FALSE;
  assert (stuck->waits && stuck->member);
  for (uint32_t l = 0; l < locks; l++)
    for (uint32_t m = 0; m < stuck->all->processes.count; m++)
      if (m != p)
        awaited = aig_or (
          aig, awaited,
          aig_and (aig, aig_and (aig, stuck->member[m], stuck->waits[m * locks + l]),
                   owner_is (stuck, l, p)));
  return awaited;
}

/* The number of names of -P. */
static uint32_t
name_count (const struct stuck *stuck)
{
  const struct process_filter *only = stuck->all->question->only;
  return only ? only->filtered : 0;
}

static bool
has_name (const struct stuck *stuck, uint32_t name, uint32_t p)
{
  assert (name < name_count (stuck));
  return stuck->all->question->only->allowed[name][p];
}

/* The literal: as -P asks, each member is awaited by a member, so that the set is a union
   of circles, and each name has a member. */
static aig_lit
is_meant (struct stuck *stuck)
{
  struct aig *aig = &stuck->all->aig;
  uint32_t processes = stuck->all->processes.count;
  aig_lit meant = AIG_TRUE;
  assert (stuck->member);
  if (name_count (stuck) == 0)
    return AIG_TRUE;
  for (uint32_t p = 0; p < processes; p++)
    meant = aig_and (aig, meant,
                     aig_or (aig, aig_not (stuck->member[p]), is_awaited (stuck, p)));
  for (uint32_t name = 0; name < name_count (stuck); name++)
    {
      aig_lit some = AIG_FALSE;
      for (uint32_t p = 0; p < processes; p++)
        if (has_name (stuck, name, p))
          some = aig_or (aig, some, stuck->member[p]);
      meant = aig_and (aig, meant, some);
    }
  return meant;
}

aig_lit
stuck_find (struct stuck *stuck)
{
  assert (stuck->waits && stuck->owners);
  struct aig *aig = &stuck->all->aig;
  uint32_t processes = stuck->all->processes.count, locks = lock_count (stuck);
  stuck->member = stuck_inputs (stuck->all, processes);
  aig_lit all = AIG_TRUE, some = AIG_FALSE;
  for (uint32_t p = 0; p < processes; p++)
    {
      aig_lit waits = AIG_FALSE;
      for (uint32_t l = 0; l < locks; l++)
        waits = aig_or (
          aig, waits, aig_and (aig, stuck->waits[p * locks + l], is_owned (stuck, l, p)));
      all = aig_and (aig, all, aig_or (aig, aig_not (stuck->member[p]), waits));
      some = aig_or (aig, some, stuck->member[p]);
    }
  return aig_and (aig, aig_and (aig, all, some), is_meant (stuck));
}

/* Write where member P waits, and for which LOCK.  Returns the number, from 1, of the
   process that holds it. */
static uint32_t
find_wait (const struct stuck *stuck, struct aig_values *values, uint32_t p,
           struct unrolled_hit_place *place, lock_id *lock)
{
  for (uint32_t i = 0; i < stuck->awaits.count; i++)
    {
      const struct unrolled_await *await = &stuck->awaits.at[i];
      if (await->place.process != p || !aig_value (values, await->when))
        continue;
      *place = await->place;
      *lock = await->lock;
      struct bits owner = stuck->owners[lock->index];
      return (uint32_t) bits_value (values, owner) & (((uint32_t) 1 << owner.width) - 1);
    }
  assert (false && "a member waits somewhere");
  return 0;
}

uint32_t
stuck_tell (const struct stuck *stuck, struct aig_values *values,
            struct unrolled_hit_place *places, lock_id *locks)
{
  assert (stuck->member && stuck->awaits.count > 0);
  uint32_t p = 0, count = 0, processes = stuck->all->processes.count;
  while (!aig_value (values, stuck->member[p])
         || (name_count (stuck) > 0 && !has_name (stuck, 0, p)))
    p++;
  assert (p < processes);
  /* With -P start at a member with the first name, which is on a circle.  Otherwise walk
     on: after as many steps as there are processes the walk is on a circle. */
  for (uint32_t i = 0; name_count (stuck) == 0 && i < processes; i++)
    p = find_wait (stuck, values, p, &places[0], &locks[0]) - 1;
  uint32_t first = p;
  do
    {
      p = find_wait (stuck, values, p, &places[count], &locks[count]) - 1;
      count++;
    }
  while (p != first);
  return count;
}
