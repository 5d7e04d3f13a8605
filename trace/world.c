/* world.c -- see world.h. */
#include <config.h>

#include "trace/world.h"

#include <assert.h>

void
world_init (struct world *world, const struct trace_names *names, struct arena *arena)
{
  assert (world && names && arena);
  *world = (struct world){ .arena = arena, .names = names };
  held_init (&world->held, arena);
}

static struct world_thread *
thread_at (struct world *world, uint32_t thread)
{
  while (world->threads.count <= thread)
    *vec_push (world->arena, &world->threads)
      = (struct world_thread){ THREAD_UNSEEN, HELD_NONE };
  return &world->threads.at[thread];
}

static struct world_lock *
lock_at (struct world *world, uint32_t lock)
{
  while (world->locks.count <= lock)
    *vec_push (world->arena, &world->locks) = (struct world_lock){ TRACE_NONE, 0 };
  return &world->locks.at[lock];
}

static const char *
thread_name (const struct world *world, uint32_t thread)
{
  return symbols_text (&world->names->threads, thread);
}

static const char *
lock_name (const struct world *world, uint32_t lock)
{
  return symbols_text (&world->names->locks, lock);
}

/* ---- Locks. ---- */

static bool
acquire (struct world *world, struct trace_event *event, struct trace_problem *problem)
{
  struct world_lock *lock = lock_at (world, event->object);
  assert ((lock->holder == TRACE_NONE) == (lock->depth == 0));
  if (lock->depth > 0 && lock->holder != event->thread)
    return trace_problem_set (problem, event->line,
                              "two holders: '%.60s' takes lock '%.60s', which '%.60s' "
                              "holds",
                              thread_name (world, event->thread),
                              lock_name (world, event->object),
                              thread_name (world, lock->holder));
  event->nested = lock->depth++ > 0;
  if (event->nested)
    return true;
  assert (lock->depth == 1 && lock->holder == TRACE_NONE);
  lock->holder = event->thread;
  struct world_thread *thread = thread_at (world, event->thread);
  thread->held = held_add (&world->held, thread->held, event->object);
  return true;
}

static bool
release (struct world *world, struct trace_event *event, struct trace_problem *problem)
{
  struct world_lock *lock = lock_at (world, event->object);
  if (lock->holder != event->thread)
    return trace_problem_set (
      problem, event->line, "'%.60s' releases lock '%.60s' without holding it",
      thread_name (world, event->thread), lock_name (world, event->object));
  assert (lock->depth > 0);
  event->nested = --lock->depth > 0;
  if (event->nested)
    return true;
  assert (lock->depth == 0 && lock->holder == event->thread);
  lock->holder = TRACE_NONE;
  struct world_thread *thread = thread_at (world, event->thread);
  bool nests;
  thread->held = held_remove (&world->held, thread->held, event->object, &nests);
  world->unnested += !nests;
  return true;
}

/* ---- Threads. ---- */

static bool
fork_thread (struct world *world, const struct trace_event *event,
             struct trace_problem *problem)
{
  struct world_thread *child = thread_at (world, event->object);
  if (child->life != THREAD_UNSEEN)
    return trace_problem_set (problem, event->line,
                              "thread '%.60s' is forked, but has been there before",
                              thread_name (world, event->object));
  assert (child->held == HELD_NONE && event->object != event->thread);
  child->life = THREAD_RUNS;
  world->seen++;
  world->forks = true;
  return true;
}

static bool
join_thread (struct world *world, const struct trace_event *event,
             struct trace_problem *problem)
{
  struct world_thread *child = thread_at (world, event->object);
  if (event->object == event->thread)
    return trace_problem_set (problem, event->line, "thread '%.60s' joins itself",
                              thread_name (world, event->thread));
  if (child->life == THREAD_UNSEEN)
    return trace_problem_set (problem, event->line,
                              "thread '%.60s' is joined, but has not been forked",
                              thread_name (world, event->object));
  assert (child->life == THREAD_RUNS || child->life == THREAD_JOINED);
  /* Several threads may join one. */
  child->life = THREAD_JOINED;
  return true;
}

/* May EVENT's thread do anything? */
static bool
takes_part (struct world *world, const struct trace_event *event,
            struct trace_problem *problem)
{
  struct world_thread *thread = thread_at (world, event->thread);
  if (thread->life == THREAD_RUNS)
    return true;
  if (thread->life == THREAD_JOINED)
    return trace_problem_set (problem, event->line,
                              "an event of thread '%.60s', which has been joined",
                              thread_name (world, event->thread));
  if (world->forks)
    return trace_problem_set (problem, event->line,
                              "an event of thread '%.60s', which has not been forked",
                              thread_name (world, event->thread));
  assert (thread->held == HELD_NONE);
  thread->life = THREAD_RUNS;
  world->seen++;
  return true;
}

bool
world_step (struct world *world, struct trace_event *event, struct trace_problem *problem)
{
  assert (event->thread != TRACE_NONE && !problem->message[0]);
  if (!takes_part (world, event, problem))
    return false;
  switch (event->op)
    {
    case TRACE_ACQUIRE: return acquire (world, event, problem);
    case TRACE_RELEASE: return release (world, event, problem);
    case TRACE_FORK: return fork_thread (world, event, problem);
    case TRACE_JOIN: return join_thread (world, event, problem);
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_BEGIN:
    case TRACE_END:
    case TRACE_ENTER:
    case TRACE_EXIT:
    case TRACE_NEW: break;
    }
  return true;
}
