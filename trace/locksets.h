/* locksets.h -- the happens-before relation, by locksets that are evaluated lazily
 * [ElmasQadeer05].
 *
 * The lockset of an access is a set of threads and locks, its elements.  It says whom
 * the access is ordered before: a thread, if what the thread does next comes after the
 * access; a lock, if whoever acquires it next comes after.  At first it is the thread
 * that made the access.  An event that synchronises is an edge between two elements, and
 * there is one rule: if FROM is in a lockset, TO joins it.
 *
 *     rel(l) by t: t -> l     acq(l) by t: l -> t     fork(u) by t: t -> u
 *     join(u) by t: u -> t
 *
 * An access by u comes after an earlier one iff u is in the lockset of that one.
 *
 * Cost.  The paper updates all locksets at every event.  Here edges are only put on a
 * list, and locksets catch up with it when they are asked.  And they catch up together:
 * what t does at a later time is ordered before less, so the locksets of the accesses of
 * one thread are nested, and one number for each element x, the latest time of t whose
 * lockset has x, holds all of them:
 *
 *     lockset of (t, time) = { x : reach_t[x] >= time }
 *
 * reach_t is the column of t.  An edge takes one comparison for each column that walks
 * over it: at most (threads) comparisons for an event, none that depends on the number
 * of variables or locks, and no work at all for threads whose accesses are settled by a
 * short cut: the same thread again; a lock held at both accesses; a lockset that has the
 * thread already.
 *
 * The list is dropped when locksets_collect has made all columns catch up; a column that
 * no remembered access needs is dropped, too.
 *
 * Departures from the paper.  (1) A lock joins at its release, not at the acquire, as in
 * [Goldilocks]: the same relation, since nobody else acquires it meanwhile,
 * and events need not know what else is held.  (2) With the paper's rule for join a
 * lock that the joining thread holds at the time never joins, and a false race results;
 * here it does, when it is released.  (3) The paper's section 6 cuts the locksets of
 * reads; here each read has a lockset of its own (races.h), which is exact.
 */
#ifndef TRACE_LOCKSETS_H
#define TRACE_LOCKSETS_H

#include <stdbool.h>

#include "base/vec.h"
#include "trace/access.h"

struct lockset_column
{
  uint32_t *reach; /* by element; null: as if all were 0 */
  uint32_t capacity;
  uint64_t position; /* edges walked over, counted from the beginning of the trace */
};

struct locksets
{
  struct arena *arena;
  VEC (struct edge) list;
  uint64_t dropped;                    /* edges that are no longer in the list */
  uint32_t elements;                   /* seen so far */
  VEC (struct lockset_column) columns; /* by thread */
  uint64_t walks;                      /* how often a column caught up */
};

void locksets_init (struct locksets *locksets, struct arena *arena);

void locksets_edge (struct locksets *locksets, struct edge edge);

/* Is what thread FIRST did at TIME ordered before what another thread does now?  FROM
   and TO are the elements of the two threads. */
bool locksets_ordered (struct locksets *locksets, uint32_t first, uint32_t from,
                       uint32_t time, uint32_t to);

/* Drop the list.  LIVE[t]: some access of thread t is remembered; ELEMENTS[t] is its
   element.  There are COUNT threads. */
void locksets_collect (struct locksets *locksets, const bool *live,
                       const uint32_t *elements, uint32_t count);

#endif
