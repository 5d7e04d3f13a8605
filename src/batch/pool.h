/* pool.h -- forked workers that work on numbered items.
 *
 * The parent gives ranges of items to its workers, takes some back for workers that have
 * nothing left to do, and receives one reply per item.  If a worker dies, the item that
 * it worked on is lost: the parent is told, and a new worker goes on with the next.
 * Workers are children that die with their parent, and know all that the parent knew when
 * they were forked.
 *
 * Arguments are borrowed; what the pool needs comes from the caller's arena.
 */
#ifndef BATCH_POOL_H
#define BATCH_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdnoreturn.h>
#include <sys/types.h>

#include "base/arena.h"

struct pool;
struct pool_link; /* the worker's end of the connection */

/* Why an item has no reply. */
enum pool_loss_reason
{
  POOL_LOST_CRASH,  /* the worker crashed, or somebody killed it */
  POOL_LOST_TIME,   /* the parent killed it: the item took too long */
  POOL_LOST_MEMORY, /* it grew too large, or gave up itself */
  POOL_LOST_HANG,   /* the parent killed it: it hung outside of the work of an item */
};

struct pool_loss
{
  enum pool_loss_reason reason;
  int wait_status;      /* of the worker, as from waitpid */
  uint64_t nanoseconds; /* the time that the item took */
};

/* The corresponding quota_reason; QUOTA_NOT_EXHAUSTED: nothing ran out, it is a bug. */
enum quota_reason pool_loss_quota (const struct pool_loss *loss);
/* How a worker ended: "was killed by signal 9 (Killed)", "ended with status 1". */
void pool_print_death (FILE *file, int wait_status);

/* What a worker is doing. */
struct pool_view
{
  uint64_t since; /* on quota_clock */
  char text[160]; /* as the worker announced it; NUL-terminated */
};

struct pool_work
{
  void *context;
  uint32_t items; /* from 0 on; begun in this order */
  unsigned jobs;
  uint64_t memory; /* about how many bytes an item may take; 0: no limit */
  uint64_t grace;  /* nanoseconds that a worker may take between two items, to reply, or
                      while stopped at work without a limit */

  /* In a worker.  OPEN: first of all, to close what is the parent's. */
  void (*open) (void *context);
  /* Work on ITEM, and reply once. */
  void (*perform) (void *context, uint32_t item, struct pool_link *link);

  /* In the parent. */
  void (*done) (void *context, struct pool *pool, uint32_t item, const char *bytes,
                size_t length);
  void (*lost) (void *context, struct pool *pool, uint32_t item,
                const struct pool_loss *loss);
  /* Several times a second.  False: stop. */
  bool (*pause) (void *context, struct pool *pool);
};

enum pool_end
{
  POOL_FINISHED,
  POOL_STOPPED,    /* `pause' returned false; complete replies were handled */
  POOL_NO_WORKERS, /* none can be started, or all die at once: see errno */
};

enum pool_end pool_run (const struct pool_work *work, struct arena *arena);

/* For `done', `lost' and `pause': drop the items from END on. */
void pool_cut (struct pool *pool, uint32_t end);
/* The item that a worker has been at for the longest time; false: there is none. */
bool pool_find_slowest (struct pool *pool, struct pool_view *view);

/* In a worker: announce in words what begins now, and for how many nanoseconds the parent
   may wait for the next announcement (0: for ever).  Either the work of the item itself,
   which is lost if it takes longer; or what must be done before that. */
void pool_announce (struct pool_link *link, uint64_t limit, const char *text);
void pool_announce_reading (struct pool_link *link, uint64_t limit, const char *text);
void pool_reply (struct pool_link *link, const char *bytes, size_t length);
/* Give the item up for want of memory. */
noreturn void pool_give_up (struct pool_link *link);

#endif
