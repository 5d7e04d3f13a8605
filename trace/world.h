/* world.h -- the threads and locks of a trace after the events read so far; decides
 * whether the next event is possible.
 *
 * A thread begins when it is forked, and takes part until it is joined.  The first thread
 * of a trace needs no fork, nor does any other before the first fork of the trace: there
 * are traces without forks.  A lock has at most one holder, which may take it several
 * times and gives it back as often; only the outermost operations count, the others are
 * marked as nested.
 */
#ifndef TRACE_WORLD_H
#define TRACE_WORLD_H

#include "trace/event.h"
#include "trace/held.h"
#include "trace/std_reader.h"

enum thread_life
{
  THREAD_UNSEEN,
  THREAD_RUNS,
  THREAD_JOINED,
};

struct world_thread
{
  enum thread_life life;
  uint32_t held; /* the chain of held.h of its locks */
};

struct world_lock
{
  uint32_t holder; /* a thread, or TRACE_NONE */
  uint32_t depth;  /* how often the holder took the lock */
};

struct world
{
  struct arena *arena;
  const struct trace_names *names;
  VEC (struct world_thread) threads;
  VEC (struct world_lock) locks;
  struct held_chains held;
  bool forks;        /* the trace has a fork */
  uint32_t seen;     /* threads that took part, or were forked */
  uint64_t unnested; /* releases of a lock that was not the last one taken */
};

/* NAMES, of the reader, are borrowed. */
void world_init (struct world *world, const struct trace_names *names,
                 struct arena *arena);

/* Let EVENT happen.  False, with *PROBLEM set and nothing changed: it cannot; skip it. */
bool world_step (struct world *world, struct trace_event *event,
                 struct trace_problem *problem);

/* Does THREAD hold LOCK? */
static inline bool
world_holds (const struct world *world, uint32_t thread, uint32_t lock)
{
  return lock < world->locks.count && world->locks.at[lock].holder == thread;
}

#endif
