/* worker_link.h -- the connection between the pool and one of its workers.
 *
 * A page that both can write, and a stream of replies.  The range of items that the
 * worker has not begun is one word on the page: the worker takes an item from its front,
 * the parent takes some from its end, each by compare-and-swap, so that an item is taken
 * once whatever the other is doing, even if it is stopped or dead.
 */
#ifndef BATCH_WORKER_LINK_H
#define BATCH_WORKER_LINK_H

#include <assert.h>
#include <stdatomic.h>

#include "batch/pool.h"

#define WORKER_LINK_TEXT sizeof ((struct pool_view *) NULL)->text

/* Exit status of a worker without memory. */
#define WORKER_LINK_NO_MEMORY 3

/* Items that were not begun; none if NEXT is END. */
struct worker_link_range
{
  uint32_t next, end;
};

struct worker_link_page
{
  _Atomic struct worker_link_range range;
  _Atomic uint64_t since;      /* when the worker made its last announcement */
  _Atomic uint64_t deadline;   /* for its next announcement: see worker_link_deadline */
  char text[WORKER_LINK_TEXT]; /* may be torn while it changes */
};

/* The header of each reply. */
struct worker_link_frame
{
  uint32_t item;
  uint32_t reserved;
  uint64_t length;
};

struct pool_link
{
  struct worker_link_page *page;
  int stream;
  uint64_t grace; /* of pool_work */
  uint32_t item;  /* the item that the worker works on */
  bool replied;
};

/* What a worker does until its deadline.  Stored in the lowest bits of the deadline, so
   that both change at once. */
enum worker_link_phase
{
  WORKER_LINK_BETWEEN, /* between items: it begins, takes one, replies */
  WORKER_LINK_READING, /* what has to be done before the work of an item */
  WORKER_LINK_ITEM,
};

/* The deadline in LIMIT nanoseconds; 0: never. */
static inline uint64_t
worker_link_deadline (enum worker_link_phase phase, uint64_t now, uint64_t limit)
{
  assert (phase <= WORKER_LINK_ITEM && limit <= UINT64_MAX - now);
  return (limit ? (now + limit) & ~UINT64_C (3) : 0) | (uint64_t) phase;
}

static inline enum worker_link_phase
worker_link_phase (uint64_t deadline)
{
  return (enum worker_link_phase) (deadline & 3);
}

/* The time of the deadline; 0: never. */
static inline uint64_t
worker_link_end_of_time (uint64_t deadline)
{
  return deadline & ~UINT64_C (3);
}

/* What a worker does: PARENT has forked it. */
noreturn void worker_link_work (const struct pool_work *work,
                                struct worker_link_page *page, int stream, pid_t parent);

/* Take back the larger half of the items not begun; false: there is none. */
bool worker_link_take_back (struct worker_link_page *page,
                            struct worker_link_range *taken);

#endif
