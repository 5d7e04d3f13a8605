/* pass.c -- see pass.h. */
#include <config.h>

#include "trace/pass.h"

#include <assert.h>

#include "base/log.h"

void
trace_pass_init (struct trace_pass *pass, bool lenient, struct arena *arena)
{
  assert (pass && arena);
  trace_reader_init (&pass->reader, arena, lenient);
  world_init (&pass->world, &pass->reader.names, arena);
  pass->events = 0;
}

void
trace_pass_clear (struct trace_pass *pass)
{
  trace_reader_clear (&pass->reader);
}

/* False: the trace ends here, with a problem. */
static bool
happen (struct trace_pass *pass, struct trace_batch *batch,
        const struct trace_listener *listeners, uint32_t count)
{
  struct trace_problem problem = { .line = 0 };
  for (uint32_t i = 0; i < batch->count; i++)
    {
      struct trace_event *event = &batch->events[i];
      if (!world_step (&pass->world, event, &problem))
        {
          if (!trace_reader_skip (&pass->reader, &problem))
            return false;
          problem.message[0] = 0;
          continue;
        }
      pass->events++;
      assert (pass->events <= event->number);
      for (uint32_t j = 0; j < count; j++)
        listeners[j].event (listeners[j].context, event);
    }
  return true;
}

bool
trace_pass_run (struct trace_pass *pass, const char *path,
                const struct trace_listener *listeners, uint32_t count)
{
  assert (path && (listeners || count == 0));
  if (!trace_reader_open (&pass->reader, path))
    return false;
  struct trace_batch batch;
  bool fine = true;
  while (fine && trace_reader_next (&pass->reader, &batch))
    {
      quota_tick (pass->reader.arena->quota);
      for (uint32_t i = 0; i < count; i++)
        if (listeners[i].ahead)
          listeners[i].ahead (listeners[i].context, &batch);
      fine = happen (pass, &batch, listeners, count);
    }
  LOG (1, "%s: %llu events, %u threads", path, (unsigned long long) pass->events,
       (unsigned) pass->world.seen);
  return !pass->reader.problem.message[0];
}
