/* lock_numbers.h -- numbers for the locks that matter to a computation.
 *
 * Few locks matter to most queries.  Tables and rows of bits cover these alone,
 * numbered from 0 in the order in which they were added.  Such a number is not an
 * identifier of a lock of the model, and has a type of its own.
 *
 * The tables are in the arena given to lock_numbers_init.
 */
#ifndef WPDS_LOCK_NUMBERS_H
#define WPDS_LOCK_NUMBERS_H

#include <assert.h>

#include "base/ids.h"
#include "base/idset.h"

struct lock_numbers
{
  lock_number *number; /* by lock of the model; LOCK_NUMBER_NONE: it has none */
  lock_id *lock;       /* by number */
  uint32_t count;      /* of numbers */
  uint32_t locks;      /* of the model */
};

/* For a model with LOCKS locks: none has a number yet. */
void lock_numbers_init (struct lock_numbers *numbers, uint32_t locks,
                        struct arena *arena);
/* Give LOCK the next number, unless it has one. */
void lock_numbers_add (struct lock_numbers *numbers, lock_id lock);
/* Give numbers to the locks of SET that have none, in their order. */
void lock_numbers_add_set (struct lock_numbers *numbers, const struct idsets *idsets,
                           idset set);

static inline bool
lock_numbers_has (const struct lock_numbers *numbers, lock_id lock)
{
  assert (lock.index < numbers->locks);
  return numbers->number[lock.index].index != LOCK_NUMBER_NONE.index;
}

#endif
