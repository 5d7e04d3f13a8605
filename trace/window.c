/* window.c -- see window.h. */
#include <config.h>

#include "trace/window.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

void
windows_init (struct windows *windows, const struct trace_names *names, uint32_t size,
              struct arena *arena)
{
  assert (names && arena && size >= 2);
  *windows = (struct windows){ .arena = arena, .names = names, .size = size };
  windows->window.is_first = true;
  unit_filter_init (&windows->filter, names, arena);
  pairmap_init (&windows->cells, arena);
}

/* ---- Threads. ---- */

static struct window_thread *
thread_at (struct windows *windows, uint32_t thread)
{
  while (windows->window.threads.count <= thread)
    {
      *vec_push (windows->arena, &windows->window.threads)
        = (struct window_thread){ .held = VEC_EMPTY };
      *vec_push (windows->arena, &windows->depth) = 0;
    }
  return &windows->window.threads.at[thread];
}

void
window_thread_step (struct window_thread *thread, const struct window_event *event,
                    struct arena *arena)
{
  if (event->op == TRACE_ACQUIRE)
    *vec_push (arena, &thread->held) = event->object;
  else if (event->op == TRACE_RELEASE)
    {
      uint32_t i = 0;
      while (i < thread->held.count && thread->held.at[i] != event->object)
        i++;
      assert (i < thread->held.count);
      memmove (&thread->held.at[i], &thread->held.at[i + 1],
               (thread->held.count - i - 1) * sizeof *thread->held.at);
      thread->held.count--;
    }
  else if (event->op == TRACE_BEGIN)
    {
      assert (!thread->in_unit);
      thread->in_unit = true;
    }
  else if (event->op == TRACE_END)
    thread->in_unit = false;
}

/* EVENT leaves the window: it is now before it. */
static void
leave (struct windows *windows, const struct window_event *event)
{
  struct trace_window *window = &windows->window;
  struct window_thread *thread = thread_at (windows, event->thread);
  assert (!thread->is_joined);
  thread->runs = true;
  window_thread_step (thread, event, windows->arena);
  if (event->op == TRACE_WRITE)
    window->last_write.at[event->object] = event->number;
  else if (event->op == TRACE_FORK)
    thread_at (windows, event->object)->runs = true;
  else if (event->op == TRACE_JOIN)
    thread_at (windows, event->object)->is_joined = true;
}

/* ---- Cells. ---- */

static uint32_t
generation_of (const struct windows *windows, uint32_t object)
{
  return object < windows->generation.count ? windows->generation.at[object] : 0;
}

static uint32_t
cell_of (struct windows *windows, uint32_t variable)
{
  struct trace_window *window = &windows->window;
  assert (variable < windows->names->object_of.count);
  uint32_t object = windows->names->object_of.at[variable];
  uint32_t generation = object == TRACE_NONE ? 0 : generation_of (windows, object);
  uint32_t *cell = pairmap_at (&windows->cells, variable, generation);
  if (*cell == PAIRMAP_FREE)
    {
      *cell = window->cells.count;
      *vec_push (windows->arena, &window->cells)
        = (struct window_cell){ variable, object, generation };
      *vec_push (windows->arena, &window->last_write) = 0;
      *vec_push (windows->arena, &windows->writes) = 0;
    }
  return *cell;
}

/* ---- Events. ---- */

static void
hand_over (struct windows *windows)
{
  assert (windows->window.events.count > 0
          && windows->window.events.count <= windows->size);
  windows->done++;
  LOG (1, "window %u: %u events", (unsigned) windows->done,
       (unsigned) windows->window.events.count);
  if (windows->work)
    windows->work (windows->context, &windows->window);
}

/* Advance the window: it begins in the middle of the last one. */
static void
advance (struct windows *windows)
{
  struct trace_window *window = &windows->window;
  uint32_t half = windows->size / 2;
  assert (half > 0 && half < window->events.count);
  for (uint32_t i = 0; i < half; i++)
    leave (windows, &window->events.at[i]);
  memmove (window->events.at, window->events.at + half,
           (window->events.count - half) * sizeof *window->events.at);
  window->events.count -= half;
  window->is_first = false;
}

static void
add (struct windows *windows, const struct trace_event *event, enum trace_op op,
     uint32_t object)
{
  /* The window is handed over only now, since the last one has to be marked as such. */
  if (windows->window.events.count == windows->size)
    {
      hand_over (windows);
      advance (windows);
    }
  bool is_access = op == TRACE_READ || op == TRACE_WRITE;
  assert (windows->window.events.count < windows->size);
  assert (!is_access || object < windows->writes.count);
  *vec_push (windows->arena, &windows->window.events) = (struct window_event){
    .number = event->number,
    .thread = event->thread,
    .object = object,
    .location = event->location,
    .op = op,
    .source = is_access ? windows->writes.at[object] : 0,
  };
  if (op == TRACE_WRITE)
    windows->writes.at[object] = event->number;
}

void
windows_event (struct windows *windows, const struct trace_event *event)
{
  (void) thread_at (windows, event->thread);
  enum unit_edge edge = unit_filter_edge (&windows->filter, event);
  uint32_t *depth = &windows->depth.at[event->thread];
  if (trace_is_access (event))
    add (windows, event, event->op, cell_of (windows, event->object));
  else if (edge == UNIT_BEGINS && (*depth)++ == 0)
    {
      windows->units++;
      add (windows, event, TRACE_BEGIN, TRACE_NONE);
    }
  else if (edge == UNIT_ENDS && *depth > 0 && --*depth == 0)
    add (windows, event, TRACE_END, TRACE_NONE);
  else if (event->op == TRACE_NEW)
    {
      while (windows->generation.count <= event->object)
        *vec_push (windows->arena, &windows->generation) = 0;
      windows->generation.at[event->object]++;
    }
  else if (event->op >= TRACE_ACQUIRE && event->op <= TRACE_JOIN && !event->nested)
    {
      if (event->op == TRACE_FORK || event->op == TRACE_JOIN)
        (void) thread_at (windows, event->object);
      add (windows, event, event->op, event->object);
    }
}

void
windows_end (struct windows *windows)
{
  assert (!windows->window.is_last);
  windows->window.is_last = true;
  if (windows->window.events.count > 0)
    hand_over (windows);
}
