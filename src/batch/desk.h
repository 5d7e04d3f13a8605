/* desk.h -- between the pool and one of its workers.
 *
 * A page that both can write, and a stream of replies.  The range of items
 * that the worker still has to begin is one word on the page: the worker takes
 * an item from its front, the parent takes some from its end, each by
 * compare-and-swap, so that an item is taken once whatever the other is doing,
 * even if it has been stopped or is dead.
 */
#ifndef BATCH_DESK_H
#define BATCH_DESK_H

#include <assert.h>
#include <stdatomic.h>

#include "batch/pool.h"

#define DESK_TEXT sizeof ((struct pool_view *) NULL)->text

/* Exit status of a worker without memory. */
#define DESK_NO_MEMORY 3

/* Items that nobody has begun; none if NEXT is END. */
struct desk_range
{
  uint32_t next, end;
};

struct desk_page
{
  _Atomic struct desk_range range;
  _Atomic uint64_t since;    /* when the worker last said what it is at */
  _Atomic uint64_t deadline; /* for its next word: see desk_deadline */
  char text[DESK_TEXT];      /* may be torn while it changes */
};

/* Before each reply. */
struct desk_frame
{
  uint32_t item;
  uint32_t reserved;
  uint64_t length;
};

struct pool_desk
{
  struct desk_page *page;
  int stream;
  uint64_t grace; /* of pool_work */
  uint32_t item;  /* that the worker is at */
  bool replied;
};

/* What a worker does until its deadline: the lowest bits of the deadline, so that
   both change at once. */
enum desk_phase
{
  DESK_BETWEEN, /* items: it begins, takes one, replies */
  DESK_READING, /* what has to be done before the work of an item */
  DESK_ITEM,
};

/* LIMIT nanoseconds from now; 0: for ever. */
static inline uint64_t
desk_deadline (enum desk_phase phase, uint64_t now, uint64_t limit)
{
  assert (phase <= DESK_ITEM && limit <= UINT64_MAX - now);
  return (limit ? (now + limit) & ~UINT64_C (3) : 0) | (uint64_t) phase;
}

static inline enum desk_phase
desk_phase (uint64_t deadline)
{
  return (enum desk_phase) (deadline & 3);
}

/* When the deadline is; 0: never. */
static inline uint64_t
desk_end_of_time (uint64_t deadline)
{
  return deadline & ~UINT64_C (3);
}

/* The life of a worker: PARENT has forked it. */
noreturn void desk_work (const struct pool_work *work, struct desk_page *page, int stream,
                         pid_t parent);

/* Take the larger half of the items that were not begun; false: there is none. */
bool desk_take_back (struct desk_page *page, struct desk_range *taken);

#endif
