/* random_trace.h -- small random traces that a program could have left: locks alternate,
 * threads are forked before they act and joined after.
 */
#ifndef TESTS_TRACE_RANDOM_TRACE_H
#define TESTS_TRACE_RANDOM_TRACE_H

#include "../base/random.h"
#include "trace/event.h"

#define RANDOM_THREADS 6
#define RANDOM_LOCKS 4
#define RANDOM_VARIABLES 4 /* two for each object */
#define RANDOM_EVENTS 96

struct random_shape
{
  uint32_t threads, locks, variables, events;
  bool nests;    /* the lock taken last is given back first */
  bool units;    /* with begin and end */
  bool news;     /* with new objects */
  bool no_forks; /* all threads run from the beginning */
};

struct random_trace
{
  struct trace_event events[RANDOM_EVENTS];
  uint32_t count;
};

struct random_world
{
  bool lives[RANDOM_THREADS], gone[RANDOM_THREADS];
  uint32_t stack[RANDOM_THREADS][2 * RANDOM_LOCKS], depth[RANDOM_THREADS];
  uint32_t units[RANDOM_THREADS];
  bool acted[RANDOM_THREADS]; /* or was forked */
  uint32_t holder[RANDOM_LOCKS];
};

static inline void
random_add (struct random_trace *trace, enum trace_op op, uint32_t thread,
            uint32_t object)
{
  trace->events[trace->count] = (struct trace_event){ .number = trace->count + 1,
                                                      .line = trace->count + 1,
                                                      .thread = thread,
                                                      .object = object,
                                                      .location = trace->count + 1,
                                                      .op = op };
  trace->count++;
}

/* Thread T gives back the lock at PLACE of its stack. */
static inline void
random_release (struct random_trace *trace, struct random_world *world, uint32_t t,
                uint32_t place)
{
  uint32_t lock = world->stack[t][place], others = 0;
  for (uint32_t i = place; i + 1 < world->depth[t]; i++)
    world->stack[t][i] = world->stack[t][i + 1];
  world->depth[t]--;
  for (uint32_t i = 0; i < world->depth[t]; i++)
    others += world->stack[t][i] == lock;
  if (!others)
    world->holder[lock] = TRACE_NONE;
  random_add (trace, TRACE_RELEASE, t, lock);
}

static inline void
random_step (struct random_trace *trace, struct random_world *world,
             const struct random_shape *shape, uint64_t *seed)
{
  uint32_t t = random_below (seed, shape->threads), other;
  if (!world->lives[t] || world->gone[t])
    return;
  switch (random_below (seed, 16))
    {
    case 0:
    case 1:
    case 2:
      other = random_below (seed, shape->locks);
      if (world->depth[t] < RANDOM_LOCKS
          && (world->holder[other] == TRACE_NONE
              || (world->holder[other] == t && !shape->units)))
        {
          world->holder[other] = t;
          world->stack[t][world->depth[t]++] = other;
          random_add (trace, TRACE_ACQUIRE, t, other);
        }
      break;
    case 3:
    case 4:
    case 5:
      if (world->depth[t] > 0)
        random_release (trace, world, t,
                        shape->nests ? world->depth[t] - 1
                                     : random_below (seed, world->depth[t]));
      break;
    case 6:
      other = random_below (seed, shape->threads);
      if (!world->lives[other])
        {
          world->lives[other] = world->acted[other] = true;
          random_add (trace, TRACE_FORK, t, other);
        }
      break;
    case 7:
      other = random_below (seed, shape->threads);
      if (world->acted[other] && other != t && world->depth[other] == 0
          && world->units[other] == 0 && random_below (seed, 4) == 0)
        {
          world->gone[other] = true;
          random_add (trace, TRACE_JOIN, t, other);
        }
      break;
    case 8:
      if (shape->news && random_below (seed, 4) == 0)
        random_add (trace, TRACE_NEW, t, random_below (seed, RANDOM_VARIABLES / 2));
      break;
    case 9:
    case 10:
      if (shape->units && world->units[t] == 0)
        {
          world->units[t]++;
          random_add (trace, TRACE_BEGIN, t, TRACE_NONE);
        }
      else if (shape->units && random_below (seed, 3) == 0)
        {
          world->units[t]--;
          random_add (trace, TRACE_END, t, TRACE_NONE);
        }
      break;
    default:
      random_add (trace, random_below (seed, 3) ? TRACE_READ : TRACE_WRITE, t,
                  random_below (seed, shape->variables));
    }
}

/* What thread T does next; see that it is known to have been there. */
static inline void
random_step_noted (struct random_trace *trace, struct random_world *world,
                   const struct random_shape *shape, uint64_t *seed)
{
  uint32_t before = trace->count;
  random_step (trace, world, shape, seed);
  if (trace->count > before)
    world->acted[trace->events[before].thread] = true;
}

static inline void
random_trace_make (struct random_trace *trace, const struct random_shape *shape,
                   uint64_t *seed)
{
  struct random_world world = { .lives = { true } };
  for (uint32_t i = 0; i < shape->threads; i++)
    world.lives[i] |= shape->no_forks;
  for (uint32_t i = 0; i < RANDOM_LOCKS; i++)
    world.holder[i] = TRACE_NONE;
  trace->count = 0;
  for (uint32_t i = 0; i < 20 * shape->events && trace->count < shape->events; i++)
    random_step_noted (trace, &world, shape, seed);
}

#endif
