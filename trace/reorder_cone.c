/* reorder_cone.c -- see reorder_cone.h. */
#include <config.h>

#include "trace/reorder_cone.h"

#include <assert.h>
#include <string.h>

void
window_lines_init (struct window_lines *lines, const struct trace_window *window,
                   struct arena *arena)
{
  uint32_t threads = window->threads.count;
  assert (window->events.count > 0 && threads > 0);
  lines->events = arena_calloc (arena, threads, sizeof *lines->events);
  lines->lengths = arena_calloc (arena, threads, sizeof *lines->lengths);
  lines->place = arena_calloc (arena, window->events.count, sizeof *lines->place);
  for (uint32_t i = 0; i < window->events.count; i++)
    lines->place[i] = lines->lengths[window->events.at[i].thread]++;
  for (uint32_t t = 0; t < threads; t++)
    lines->events[t] = arena_calloc (arena, lines->lengths[t], sizeof **lines->events);
  for (uint32_t i = 0; i < window->events.count; i++)
    lines->events[window->events.at[i].thread][lines->place[i]] = i;
}

uint32_t
window_event_numbered (const struct trace_window *window, uint64_t number)
{
  uint32_t low = 0, high = window->events.count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (window->events.at[middle].number < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low < window->events.count && window->events.at[low].number == number
           ? low
           : TRACE_NONE;
}

struct cone
{
  const struct trace_window *window;
  const struct window_lines *lines;
  uint32_t *bounds; /* by thread: events in the cone; all that they need is in `wanted' */
  uint32_t *wanted; /* by thread: how many events have to be in the cone */
  uint32_t *forks;  /* by thread: the event that forks it, or TRACE_NONE */
};

static void
want (struct cone *cone, uint32_t event)
{
  assert (event < cone->window->events.count);
  uint32_t thread = cone->window->events.at[event].thread;
  uint32_t count = cone->lines->place[event] + 1;
  assert (count <= cone->lines->lengths[thread]);
  if (cone->wanted[thread] < count)
    cone->wanted[thread] = count;
}

/* Add to `wanted' what event I needs. */
static void
include (struct cone *cone, uint32_t i)
{
  const struct window_event *event = &cone->window->events.at[i];
  assert (cone->lines->place[i] < cone->wanted[event->thread]);
  if (cone->lines->place[i] == 0 && cone->forks[event->thread] != TRACE_NONE)
    want (cone, cone->forks[event->thread]);
  if (event->op == TRACE_READ && event->source)
    {
      uint32_t write = window_event_numbered (cone->window, event->source);
      if (write != TRACE_NONE)
        want (cone, write);
    }
  else if (event->op == TRACE_JOIN
           && cone->wanted[event->object] < cone->lines->lengths[event->object])
    cone->wanted[event->object] = cone->lines->lengths[event->object];
}

static void
grow (struct cone *cone)
{
  bool grew = true;
  while (grew)
    {
      grew = false;
      for (uint32_t t = 0; t < cone->window->threads.count; t++)
        for (; cone->bounds[t] < cone->wanted[t]; grew = true)
          include (cone, cone->lines->events[t][cone->bounds[t]++]);
    }
}

/* Let THREAD go on until it holds no lock; false: it holds none, or for ever. */
static bool
release_locks (struct cone *cone, uint32_t thread)
{
  assert (thread < cone->window->threads.count);
  uint32_t held = cone->window->threads.at[thread].held.count, i = 0;
  for (; i < cone->lines->lengths[thread] && (i < cone->bounds[thread] || held > 0); i++)
    {
      const struct window_event *event
        = &cone->window->events.at[cone->lines->events[thread][i]];
      held += event->op == TRACE_ACQUIRE;
      held -= event->op == TRACE_RELEASE;
    }
  if (held > 0 || i <= cone->bounds[thread] || cone->bounds[thread] == 0)
    return false;
  assert (i <= cone->lines->lengths[thread]);
  cone->wanted[thread] = i;
  return true;
}

void
reorder_cone (const struct trace_window *window, const struct window_lines *lines,
              const uint32_t *events, uint32_t count, bool inclusive, bool wide,
              uint32_t *bounds, struct arena *scratch)
{
  uint32_t threads = window->threads.count;
  assert (count > 0 && bounds);
  struct cone cone = { .window = window, .lines = lines, .bounds = bounds };
  bool *is_target = arena_calloc (scratch, threads, sizeof *is_target);
  cone.wanted = arena_calloc (scratch, threads, sizeof *cone.wanted);
  cone.forks = arena_alloc (scratch, threads * sizeof *cone.forks);
  memset (cone.forks, 0xff, threads * sizeof *cone.forks);
  memset (bounds, 0, threads * sizeof *bounds);
  for (uint32_t i = 0; i < window->events.count; i++)
    if (window->events.at[i].op == TRACE_FORK)
      cone.forks[window->events.at[i].object] = i;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t thread = window->events.at[events[i]].thread;
      uint32_t wanted = lines->place[events[i]] + (inclusive ? 1 : 0);
      is_target[thread] = true;
      /* A thread that makes its first event has to be forked. */
      if (wanted == 0 && cone.forks[thread] != TRACE_NONE)
        want (&cone, cone.forks[thread]);
      if (cone.wanted[thread] < wanted)
        cone.wanted[thread] = wanted;
    }
  bool again = true;
  while (again)
    {
      grow (&cone);
      again = false;
      for (uint32_t t = 0; t < threads && wide && !again; t++)
        again = !is_target[t] && release_locks (&cone, t);
    }
}
