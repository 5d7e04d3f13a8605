/* std_reader.h -- a trace in the STD format of RAPID: an event a line,
 *
 *     thread|op(object)|location
 *
 * read line by line, so that memory grows with the names of the trace and not with its
 * length.  doc/trace.md has the format.  Whether the events make sense one after the
 * other is for world.h.
 *
 *     struct trace_reader reader;
 *     trace_reader_init (&reader, &arena, false);
 *     if (trace_reader_open (&reader, path))
 *       while (trace_reader_next (&reader, &batch))
 *         use (&batch);
 *     if (reader.problem.message[0])
 *       complain (&reader.problem);
 *     trace_reader_clear (&reader);
 */
#ifndef TRACE_STD_READER_H
#define TRACE_STD_READER_H

#include "trace/event.h"
#include "trace/input.h"
#include "trace/symbols.h"

/* A line has at most this number of bytes. */
#define TRACE_LINE_LIMIT ((size_t) 64 << 10)

/* The most threads and events: an access is kept in few bytes (access.h). */
#define TRACE_THREADS_LIMIT (((uint32_t) 1 << 20) - 1)
#define TRACE_EVENTS_LIMIT (((uint64_t) 1 << 43) - 1)

struct trace_names
{
  struct symbols threads, locks, variables, methods, objects, locations;
  /* By variable: its object, the part before its last dot, or TRACE_NONE; and the next
     variable of that object. */
  VEC (uint32_t) object_of;
  VEC (uint32_t) next_field;
  VEC (uint32_t) first_field; /* by object: a variable of it, or TRACE_NONE */
};

struct trace_reader
{
  struct arena *arena;
  struct trace_input *input;
  bool lenient; /* broken lines are skipped */
  struct trace_names names;
  char *buffer;
  size_t begin, end; /* the bytes left in the buffer */
  bool input_end;
  bool has_nul;     /* some line has a NUL byte: look at each */
  uint64_t lines;   /* read so far */
  uint64_t events;  /* read so far */
  uint64_t skipped; /* broken lines */
  struct trace_problem first_skipped;
  struct trace_problem problem; /* why reading stopped; no message: at the end */
};

void trace_reader_init (struct trace_reader *reader, struct arena *arena, bool lenient);
void trace_reader_clear (struct trace_reader *reader);

/* False if PATH, or "-", cannot be read: see the problem. */
bool trace_reader_open (struct trace_reader *reader, const char *path);

/* Read events, at least one; as many as are there, up to TRACE_BATCH.  False at the end,
   and where there is a problem. */
bool trace_reader_next (struct trace_reader *reader, struct trace_batch *batch);

/* Skip the last event, for the reason in PROBLEM: true if the reader is lenient;
   otherwise that becomes the problem of the reader. */
bool trace_reader_skip (struct trace_reader *reader, const struct trace_problem *problem);

#endif
