/* window_model.c -- see window_model.h. */
#include <config.h>

#include "trace/window_model.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"

/* What the window says of a cell or lock. */
struct user
{
  uint32_t thread;   /* TRACE_NONE: nobody uses it */
  bool several;      /* threads do */
  bool is_written;
};

struct builder
{
  struct window_model *model;
  const struct trace_window *window;
  struct arena *arena;
  struct user *cells, *locks;
  uint32_t lock_count;
  bool *acts;        /* by thread: it has events */
  bool *is_forked;   /* by thread: in the window */
  bool *is_joined;   /* by thread: in the window */
  bool *is_lockless; /* by thread: its locks do not nest, and are left out */
  VEC (uint32_t) holders; /* threads that hold shared locks at the beginning */
  FILE *file;
  uint32_t line;     /* lines that are written */
};

/* ---- What matters. ---- */

static void
use (struct user *user, uint32_t thread, bool is_write)
{
  assert (thread != TRACE_NONE);
  user->several |= user->thread != TRACE_NONE && user->thread != thread;
  user->thread = thread;
  user->is_written |= is_write;
}

static struct user *
new_users (struct builder *b, uint32_t count)
{
  struct user *users = arena_calloc (b->arena, count, sizeof *users);
  for (uint32_t i = 0; i < count; i++)
    users[i].thread = TRACE_NONE;
  return users;
}

static bool
is_shared_lock (const struct builder *b, uint32_t lock)
{
  assert (lock < b->lock_count);
  return b->locks[lock].several;
}

/* Is LOCK in the process of THREAD? */
static bool
keeps_lock (const struct builder *b, uint32_t thread, uint32_t lock)
{
  return is_shared_lock (b, lock) && !b->is_lockless[thread];
}

static bool
is_shared_cell (const struct builder *b, uint32_t cell)
{
  assert (cell < b->window->cells.count);
  return b->cells[cell].several && b->cells[cell].is_written;
}

static void
count_locks (struct builder *b)
{
  const struct trace_window *window = b->window;
  for (uint32_t i = 0; i < window->events.count; i++)
    if ((window->events.at[i].op == TRACE_ACQUIRE
         || window->events.at[i].op == TRACE_RELEASE)
        && window->events.at[i].object >= b->lock_count)
      b->lock_count = window->events.at[i].object + 1;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      if (window->threads.at[t].held.at[i] >= b->lock_count)
        b->lock_count = window->threads.at[t].held.at[i] + 1;
}

static void
survey (struct builder *b)
{
  const struct trace_window *window = b->window;
  count_locks (b);
  b->cells = new_users (b, window->cells.count);
  b->locks = new_users (b, b->lock_count);
  b->acts = arena_calloc (b->arena, window->threads.count, sizeof *b->acts);
  b->is_forked = arena_calloc (b->arena, window->threads.count, sizeof *b->is_forked);
  b->is_joined = arena_calloc (b->arena, window->threads.count, sizeof *b->is_joined);
  b->is_lockless = arena_calloc (b->arena, window->threads.count, sizeof *b->is_lockless);
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      use (&b->locks[window->threads.at[t].held.at[i]], t, false);
  for (uint32_t i = 0; i < window->events.count; i++)
    {
      const struct window_event *event = &window->events.at[i];
      b->acts[event->thread] = true;
      if (event->op == TRACE_READ || event->op == TRACE_WRITE)
        use (&b->cells[event->object], event->thread, event->op == TRACE_WRITE);
      else if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
        use (&b->locks[event->object], event->thread, false);
      else if (event->op == TRACE_FORK)
        b->is_forked[event->object] = true;
      else if (event->op == TRACE_JOIN)
        b->is_joined[event->object] = true;
    }
}

/* Who holds shared locks at the beginning. */
static void
find_holders (struct builder *b)
{
  const struct trace_window *window = b->window;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      if (keeps_lock (b, t, window->threads.at[t].held.at[i]))
        {
          *vec_push (b->arena, &b->holders) = t;
          /* It holds a lock that others want, and so it is a process. */
          b->acts[t] = true;
          break;
        }
}

/* Do the shared locks of THREAD nest, and does it hold none when it is joined? */
static bool
thread_nests (const struct builder *b, uint32_t thread)
{
  VEC (uint32_t) stack = VEC_EMPTY;
  const struct window_thread *start = &b->window->threads.at[thread];
  for (uint32_t i = 0; i < start->held.count; i++)
    if (is_shared_lock (b, start->held.at[i]))
      *vec_push (b->arena, &stack) = start->held.at[i];
  for (uint32_t i = 0; i < b->window->events.count; i++)
    {
      const struct window_event *event = &b->window->events.at[i];
      if (event->thread != thread
          || (event->op != TRACE_ACQUIRE && event->op != TRACE_RELEASE)
          || !is_shared_lock (b, event->object))
        continue;
      if (event->op == TRACE_ACQUIRE)
        *vec_push (b->arena, &stack) = event->object;
      else if (stack.count == 0 || stack.at[--stack.count] != event->object)
        return false;
    }
  return stack.count == 0 || !b->is_joined[thread];
}

/* ---- The text. ---- */

/* End the current line, which is EVENT of the window, or nothing. */
static void
end_line (struct builder *b, uint32_t event)
{
  fputc ('\n', b->file);
  *vec_push (b->arena, &b->model->event_of_line) = event;
  b->line++;
}

static void
declare (struct builder *b)
{
  const struct trace_window *window = b->window;
  for (uint32_t c = 0; c < window->cells.count; c++)
    if (is_shared_cell (b, c))
      {
        fprintf (b->file, "field v%u;", (unsigned) c);
        *vec_push (b->arena, &b->model->cell_of_field) = c;
        end_line (b, TRACE_NONE);
      }
  for (uint32_t l = 0; l < b->lock_count; l++)
    if (is_shared_lock (b, l))
      {
        fprintf (b->file, "lock l%u;", (unsigned) l);
        *vec_push (b->arena, &b->model->lock_of_lock) = l;
        end_line (b, TRACE_NONE);
      }
}

/* The fields of one object, in one generation, are a set; others are alone. */
static bool
together (const struct window_cell *a, const struct window_cell *b)
{
  return a->object != TRACE_NONE && a->object == b->object
         && a->generation == b->generation;
}

/* Field number FIRST and the fields of the same object that follow. */
static void
declare_set (struct builder *b, uint32_t first, bool *done)
{
  const struct trace_window *window = b->window;
  uint32_t count = b->model->cell_of_field.count, members = 0;
  const uint32_t *fields = b->model->cell_of_field.at;
  for (uint32_t j = 0; j < count; j++)
    members += j == first
               || together (&window->cells.at[fields[first]], &window->cells.at[fields[j]]);
  assert (members > 0 && !done[first]);
  bool is_large = members > WINDOW_SET_LIMIT;
  b->model->large += is_large;
  fprintf (b->file, "atomicset s%u { v%u", (unsigned) first, (unsigned) fields[first]);
  for (uint32_t j = first + 1; j < count && !is_large; j++)
    if (together (&window->cells.at[fields[first]], &window->cells.at[fields[j]]))
      {
        fprintf (b->file, ", v%u", (unsigned) fields[j]);
        done[j] = true;
      }
  fputs (" }", b->file);
  end_line (b, TRACE_NONE);
}

static void
declare_sets (struct builder *b)
{
  uint32_t count = b->model->cell_of_field.count;
  bool *done = arena_calloc (b->arena, count, sizeof *done);
  for (uint32_t i = 0; i < count; i++)
    if (!done[i])
      declare_set (b, i, done);
}

static void
print_event (struct builder *b, uint32_t i)
{
  const struct window_event *event = &b->window->events.at[i];
  unsigned object = event->object;
  switch (event->op)
    {
    case TRACE_READ:
    case TRACE_WRITE:
      if (!is_shared_cell (b, event->object))
        return;
      fprintf (b->file, "  %s v%u;", event->op == TRACE_READ ? "read" : "write", object);
      break;
    case TRACE_ACQUIRE:
    case TRACE_RELEASE:
      if (!keeps_lock (b, event->thread, event->object))
        return;
      fprintf (b->file, "  %s l%u;", event->op == TRACE_ACQUIRE ? "lock" : "unlock",
               object);
      break;
    case TRACE_FORK:
    case TRACE_JOIN:
      if (!b->acts[event->object])
        return;
      fprintf (b->file, "  %s t%u;", event->op == TRACE_FORK ? "start" : "join", object);
      break;
    case TRACE_BEGIN:
      fputs ("  unit {", b->file);
      break;
    case TRACE_END:
      fputs ("  }", b->file);
      break;
    case TRACE_ENTER:
    case TRACE_EXIT:
    case TRACE_NEW:
      assert (event->op <= TRACE_END); /* in a window */
    }
  end_line (b, i);
}

/* A statement that is no event of the trace. */
static void
print_extra (struct builder *b, const char *statement, uint32_t number)
{
  fprintf (b->file, statement, (unsigned) number);
  end_line (b, TRACE_NONE);
}

/* The locks that holder number H holds at the beginning, and whom it starts then. */
static void
print_holder (struct builder *b, uint32_t h)
{
  uint32_t thread = b->holders.at[h], count = b->holders.count;
  assert (h < count && b->acts[thread]);
  const struct window_thread *start = &b->window->threads.at[thread];
  for (uint32_t i = 0; i < start->held.count; i++)
    if (keeps_lock (b, thread, start->held.at[i]))
      print_extra (b, "  lock l%u;", start->held.at[i]);
  if (h + 1 < count)
    {
      print_extra (b, "  start t%u;", b->holders.at[h + 1]);
      print_extra (b, "  join Gate;", 0);
      return;
    }
  for (uint32_t t = 0; t < b->window->threads.count; t++)
    {
      bool holds = false;
      for (uint32_t i = 0; i < count; i++)
        holds |= b->holders.at[i] == t;
      if (b->acts[t] && !holds && !b->is_forked[t])
        print_extra (b, "  start t%u;", t);
    }
  if (count > 1)
    print_extra (b, "  start Gate;", 0);
}

static void
print_thread (struct builder *b, uint32_t thread)
{
  const struct window_thread *start = &b->window->threads.at[thread];
  uint32_t held = 0, units = 0;
  assert (b->acts[thread]);
  fprintf (b->file, "process t%u {", (unsigned) thread);
  end_line (b, TRACE_NONE);
  *vec_push (b->arena, &b->model->thread_of_body) = thread;
  for (uint32_t h = 0; h < b->holders.count; h++)
    if (b->holders.at[h] == thread)
      print_holder (b, h);
  for (uint32_t i = 0; i < start->held.count; i++)
    held += keeps_lock (b, thread, start->held.at[i]);
  if (start->in_unit)
    {
      print_extra (b, "  unit {", 0);
      units++;
    }
  for (uint32_t i = 0; i < b->window->events.count; i++)
    {
      const struct window_event *event = &b->window->events.at[i];
      if (event->thread != thread)
        continue;
      print_event (b, i);
      units += event->op == TRACE_BEGIN;
      units -= event->op == TRACE_END;
      if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
        if (keeps_lock (b, thread, event->object))
          held += event->op == TRACE_ACQUIRE ? 1 : UINT32_MAX;
    }
  assert (units <= 1);
  if (held > 0)
    print_extra (b, "  loop { skip; }", 0);
  for (; units > 0; units--)
    print_extra (b, "  }", 0);
  print_extra (b, "}", 0);
}

static void
print_model (struct builder *b)
{
  struct scribe scribe;
  b->file = scribe_start (&scribe, b->arena);
  *vec_push (b->arena, &b->model->event_of_line) = TRACE_NONE; /* there is no line 0 */
  declare (b);
  declare_sets (b);
  if (b->holders.count > 1)
    {
      print_extra (b, "process Gate { skip; }", 0);
      *vec_push (b->arena, &b->model->thread_of_body) = TRACE_NONE;
    }
  for (uint32_t t = 0; t < b->window->threads.count; t++)
    if (b->acts[t])
      print_thread (b, t);
  b->model->text = scribe_end (&scribe);
  b->model->length = strlen (b->model->text);
  assert (b->model->length > 0);
}

void
window_model_build (struct window_model *model, const struct trace_window *window,
                    struct arena *arena)
{
  assert (model && window->events.count > 0);
  *model = (struct window_model){ .text = NULL };
  struct builder b = { .model = model, .window = window, .arena = arena };
  survey (&b);
  for (uint32_t t = 0; t < window->threads.count; t++)
    {
      b.is_lockless[t] = !thread_nests (&b, t);
      model->unnested += b.is_lockless[t];
    }
  find_holders (&b);
  LOG (2, "%u holders, %u threads whose locks do not nest", (unsigned) b.holders.count,
       (unsigned) model->unnested);
  print_model (&b);
  assert (model->event_of_line.count == b.line + 1);
}
