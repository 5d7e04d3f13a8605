/* reordering.c -- see reordering.h. */
#include <config.h>

#include "trace/reordering.h"

#include <assert.h>

struct replay
{
  const struct trace_window *window;
  uint32_t *next;   /* by event: the next one of its thread, or the number of events */
  uint32_t *at;     /* by thread: its next event */
  bool *runs;       /* by thread */
  uint32_t *holder; /* by lock */
  uint64_t *writes; /* by cell: the last write */
  bool consistent_reads;
  bool *strayed; /* by thread: it has read something else than in the trace */
};

static uint32_t
count_locks (const struct trace_window *window)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < window->events.count; i++)
    if (window->events.at[i].op == TRACE_ACQUIRE
        || window->events.at[i].op == TRACE_RELEASE)
      count
        = window->events.at[i].object >= count ? window->events.at[i].object + 1 : count;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      count = window->threads.at[t].held.at[i] >= count
                ? window->threads.at[t].held.at[i] + 1
                : count;
  return count;
}

static void
start (struct replay *r, const struct trace_window *window, struct arena *arena)
{
  uint32_t threads = window->threads.count, events = window->events.count;
  assert (window->last_write.count == window->cells.count);
  uint32_t locks = count_locks (window);
  r->window = window;
  r->next = arena_calloc (arena, events, sizeof *r->next);
  r->at = arena_calloc (arena, threads, sizeof *r->at);
  r->runs = arena_calloc (arena, threads, sizeof *r->runs);
  r->strayed = arena_calloc (arena, threads, sizeof *r->strayed);
  r->holder = arena_calloc (arena, locks, sizeof *r->holder);
  r->writes = arena_calloc (arena, window->cells.count, sizeof *r->writes);
  for (uint32_t c = 0; c < window->cells.count; c++)
    r->writes[c] = window->last_write.at[c];
  for (uint32_t l = 0; l < locks; l++)
    r->holder[l] = TRACE_NONE;
  for (uint32_t t = 0; t < threads; t++)
    {
      r->at[t] = events;
      r->runs[t] = true;
      for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
        r->holder[window->threads.at[t].held.at[i]] = t;
    }
  for (uint32_t i = events; i-- > 0;)
    {
      const struct window_event *event = &window->events.at[i];
      assert (event->thread < threads);
      r->next[i] = r->at[event->thread];
      r->at[event->thread] = i;
      if (event->op == TRACE_FORK)
        r->runs[event->object] = false;
    }
}

/* Let EVENT happen; false: it cannot now. */
static bool
happen (struct replay *r, const struct window_event *event)
{
  uint32_t object = event->object;
  assert (!r->strayed[event->thread] && r->runs[event->thread]);
  switch (event->op)
    {
    case TRACE_READ:
      r->strayed[event->thread]
        = r->consistent_reads && r->writes[object] != event->source;
      return true;
    case TRACE_WRITE: r->writes[object] = event->number; return true;
    case TRACE_ACQUIRE:
      if (r->holder[object] != TRACE_NONE)
        return false;
      r->holder[object] = event->thread;
      return true;
    case TRACE_RELEASE:
      if (r->holder[object] != event->thread)
        return false;
      r->holder[object] = TRACE_NONE;
      return true;
    case TRACE_FORK: r->runs[object] = true; return true;
    case TRACE_JOIN:
      return r->runs[object] && !r->strayed[object]
             && r->at[object] == r->window->events.count;
    case TRACE_BEGIN:
    case TRACE_END:
    case TRACE_ENTER:
    case TRACE_EXIT:
    case TRACE_NEW: break;
    }
  return true;
}

/* Is event I the next one of its thread, which may go on? */
static bool
is_next (const struct replay *r, uint32_t i)
{
  assert (i < r->window->events.count);
  uint32_t thread = r->window->events.at[i].thread;
  return r->at[thread] == i && r->runs[thread] && !r->strayed[thread];
}

bool
reordering_check (const struct trace_window *window, const struct reordering *reordering,
                  struct arena *scratch)
{
  struct replay r = { .consistent_reads = reordering->consistent_reads };
  start (&r, window, scratch);
  for (uint32_t k = 0; k < reordering->count; k++)
    {
      uint32_t i = reordering->order[k];
      if (!is_next (&r, i) || !happen (&r, &window->events.at[i]))
        return false;
      r.at[window->events.at[i].thread] = r.next[i];
    }
  for (uint32_t k = 0; k < reordering->end_count; k++)
    if (!is_next (&r, reordering->ends[k]))
      return false;
  return true;
}
