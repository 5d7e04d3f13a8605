/* access.h -- an access as the detectors remember it: by whom, when, and where.
 *
 * The time of a thread counts what others can learn of it: it is 1 at first, and one
 * more after each release and fork.  Between two of these all accesses of a thread are
 * ordered before the same events of other threads, so (thread, time) is all that an
 * order needs; the rest is for reports.  A variable is two of these and a little more,
 * one cache line: hence the bits.
 */
#ifndef TRACE_ACCESS_H
#define TRACE_ACCESS_H

#include <stdint.h>

#include "trace/event.h"

#define ACCESS_THREAD_BITS 20
#define ACCESS_NOBODY (((uint32_t) 1 << ACCESS_THREAD_BITS) - 1)

struct access
{
  uint64_t thread : ACCESS_THREAD_BITS; /* ACCESS_NOBODY: there is no access */
  uint64_t is_write : 1;
  uint64_t event : 43;
  uint32_t time;
  uint32_t location;
  uint32_t held; /* the chain of held.h of the locks that the thread held */
  uint32_t lock; /* the last of them, or TRACE_NONE */
};

static inline struct access
access_none (void)
{
  return (struct access){ .thread = ACCESS_NOBODY };
}

/* An edge of the happens-before relation, for locksets.h and clocks.h. */
struct edge
{
  uint32_t from, to; /* elements: threads and locks, numbered together */
  uint32_t time;     /* of FROM, if that is a thread */
};

#endif
