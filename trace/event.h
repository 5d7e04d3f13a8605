/* event.h -- an event of a trace: what one thread did, to what, and where.
 *
 * Names have become numbers (symbols.h).  Each kind of thing is numbered on its own:
 * the threads of a trace, its locks, variables, methods and objects.
 */
#ifndef TRACE_EVENT_H
#define TRACE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum trace_op
{
  TRACE_READ, /* a variable */
  TRACE_WRITE,
  TRACE_ACQUIRE, /* a lock */
  TRACE_RELEASE,
  TRACE_FORK, /* a thread */
  TRACE_JOIN,
  TRACE_BEGIN, /* a unit; no object */
  TRACE_END,
  TRACE_ENTER, /* a method */
  TRACE_EXIT,
  TRACE_NEW, /* an object: its fields are new */
};

#define TRACE_OPS 11

/* No object (of a unit), or no location. */
#define TRACE_NONE UINT32_MAX

struct trace_event
{
  uint64_t number; /* from 1: the events before it in the trace, and itself */
  uint64_t line;   /* from 1 */
  uint32_t thread;
  uint32_t object;
  uint32_t location; /* see symbols.h */
  enum trace_op op;
  bool nested; /* of a lock: its thread has it already, or still; set by world.h */
};

/* Events are read in pieces, so that memory can be fetched ahead. */
#define TRACE_BATCH 128

struct trace_batch
{
  struct trace_event events[TRACE_BATCH];
  uint32_t count;
};

static inline bool
trace_is_access (const struct trace_event *event)
{
  return event->op <= TRACE_WRITE;
}

/* "r", "w", "acq" and so on: as in the text of a trace. */
const char *trace_op_word (enum trace_op op);

#endif
