/* lock_numbers.c -- see lock_numbers.h. */
#include <config.h>

#include "wpds/lock_numbers.h"

#include <string.h>

void
lock_numbers_init (struct lock_numbers *numbers, uint32_t locks, struct arena *arena)
{
  size_t bytes = locks * sizeof *numbers->number;
  numbers->number = arena_alloc (arena, bytes);
  memset (numbers->number, 0xFF, bytes); /* LOCK_NUMBER_NONE */
  numbers->lock = arena_alloc (arena, locks * sizeof *numbers->lock);
  numbers->count = 0;
  numbers->locks = locks;
}

void
lock_numbers_add (struct lock_numbers *numbers, lock_id lock)
{
  if (lock_numbers_has (numbers, lock))
    return;
  assert (numbers->count < numbers->locks);
  numbers->number[lock.index] = (lock_number){ numbers->count };
  numbers->lock[numbers->count++] = lock;
}

void
lock_numbers_add_set (struct lock_numbers *numbers, const struct idsets *idsets,
                      idset set)
{
  IDSET_EACH (l, idsets, set)
    lock_numbers_add (numbers, (lock_id){ l });
}
