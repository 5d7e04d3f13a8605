/* held.h -- which locks a thread holds, or held when it made an access.
 *
 * A set of held locks is a chain: the lock taken last, and the chain before it.  Taking a
 * lock adds a link, giving it back returns to the rest, and a chain is remembered by its
 * first link.  Links that nobody remembers are found by marking and sweeping: held_mark
 * for every chain that is remembered, then held_sweep.  So the memory is in proportion to
 * what remembers chains, however long the trace is.
 */
#ifndef TRACE_HELD_H
#define TRACE_HELD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "trace/event.h"

/* The chain without locks. */
#define HELD_NONE 0u

struct held_link
{
  uint32_t rest; /* of a free link: the next free one */
  uint32_t lock; /* TRACE_NONE: free */
};

struct held_chains
{
  struct arena *arena;
  VEC (struct held_link) links; /* link 0 is not used */
  VEC (bool) marks;             /* while collecting */
  uint32_t free;                /* the first free link, or HELD_NONE */
  uint32_t used;                /* links that are not free */
};

void held_init (struct held_chains *held, struct arena *arena);

/* The chain of CHAIN and LOCK, which is not in it. */
uint32_t held_add (struct held_chains *held, uint32_t chain, uint32_t lock);
/* CHAIN, which has LOCK, without it.  *NESTS: it was taken last. */
uint32_t held_remove (struct held_chains *held, uint32_t chain, uint32_t lock,
                      bool *nests);

/* The lock that was taken last, or TRACE_NONE, and what was held before. */
static inline uint32_t
held_lock (const struct held_chains *held, uint32_t chain)
{
  assert (chain < held->links.count);
  return held->links.at[chain].lock;
}

static inline uint32_t
held_rest (const struct held_chains *held, uint32_t chain)
{
  assert (chain != HELD_NONE && chain < held->links.count);
  return held->links.at[chain].rest;
}

/* Begin to collect, mark each chain that is remembered, free all others. */
void held_unmark (struct held_chains *held);
void held_mark (struct held_chains *held, uint32_t chain);
void held_sweep (struct held_chains *held);

#endif
