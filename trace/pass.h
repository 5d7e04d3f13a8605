/* pass.h -- one pass over a trace: events are read, checked against the world, and passed
   to listeners. */
#ifndef TRACE_PASS_H
#define TRACE_PASS_H

#include "trace/std_reader.h"
#include "trace/world.h"

struct trace_listener
{
  void (*event) (void *context, const struct trace_event *event);
  /* Called with a batch before its events: to fetch memory ahead.  Or null. */
  void (*ahead) (void *context, const struct trace_batch *batch);
  void *context;
};

struct trace_pass
{
  struct trace_reader reader;
  struct world world;
  uint64_t events; /* that happened */
};

void trace_pass_init (struct trace_pass *pass, bool lenient, struct arena *arena);
void trace_pass_clear (struct trace_pass *pass);

/* Read PATH, or "-", to its end.  False, with the problem in the reader, if it could not
   be read to the end or is no trace; what came before was heard. */
bool trace_pass_run (struct trace_pass *pass, const char *path,
                     const struct trace_listener *listeners, uint32_t count);

#endif
