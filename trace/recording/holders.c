/* holders.c -- see holders.h. */
#include <config.h>

#include "trace/recording/holders.h"

#include <assert.h>

void
holders_init (struct holders *holders, struct arena *arena)
{
  *holders = (struct holders){ .arena = arena };
  pairmap_init (&holders->numbers, arena);
}

struct holders_lock *
holders_find (struct holders *holders, uint64_t address)
{
  uint32_t *number
    = pairmap_at (&holders->numbers, (uint32_t) address, (uint32_t) (address >> 32));
  if (*number == PAIRMAP_FREE)
    {
      *number = holders->locks.count;
      *vec_push (holders->arena, &holders->locks)
        = (struct holders_lock){ .holder = HOLDERS_NOBODY };
    }
  assert (*number < holders->locks.count);
  return &holders->locks.at[*number];
}

/* The search is linear in the readers of one lock, from the last one on: these are few,
   or the last one is wanted. */
struct holders_reader *
holders_find_reader (struct holders_lock *lock, uint32_t thread)
{
  assert (thread != HOLDERS_NOBODY);
  for (uint32_t i = lock->readers.count; i-- > 0;)
    if (lock->readers.at[i].thread == thread)
      return &lock->readers.at[i];
  return NULL;
}

void
holders_add_reader (struct holders *holders, struct holders_lock *lock, uint32_t thread)
{
  if (!holders_find_reader (lock, thread))
    *vec_push (holders->arena, &lock->readers)
      = (struct holders_reader){ .thread = thread };
  assert (holders_find_reader (lock, thread));
}
