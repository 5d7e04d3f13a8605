/* transcript.h -- a recording as a trace: one event a line, thread|op(object)|location.
 *
 * The recording is read twice: first to find out which bytes are accessed separately,
 * which threads share locks, and which modules have the compiler's hooks; then to write.
 * Memory grows with threads, locks, variables and places in the code, not with events.
 */
#ifndef RECORDING_TRANSCRIPT_H
#define RECORDING_TRANSCRIPT_H

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "trace/recording/cells.h"
#include "trace/recording/holders.h"
#include "trace/recording/debug_lines.h"
#include "trace/recording/recording.h"

struct transcript_summary
{
  uint64_t events; /* lines of the trace */
  uint32_t threads;
  uint64_t units;      /* calls of functions that are units */
  uint64_t mended;     /* locks that were released by another thread than acquired them */
  uint64_t unresolved; /* accesses of code without debugging information */
  bool is_cut;         /* the recorder ran out of space */
};

/* A function call that has not returned. */
struct transcript_frame
{
  const char *function; /* as debug_lines.h has it, or null */
  uint64_t place;       /* in it */
  uint64_t caller;      /* where it returns to */
  bool is_unit;
};

struct transcript_thread
{
  bool is_forked;
  VEC (struct transcript_frame) frames; /* innermost last */
};

struct transcript
{
  struct arena *arena;
  struct recording *recording;
  const char *units; /* functions whose calls are units, a glob; or null */
  FILE *stream;
  struct debug_lines lines;
  struct cells cells;
  struct holders holders;
  VEC (struct transcript_thread) threads;
  VEC (bool) instrumented; /* modules, by number */
  struct transcript_summary summary;
};

/* FOLDER is where relative paths begin; UNITS may be null. */
void transcript_init (struct transcript *transcript, struct arena *arena,
                      struct recording *recording, const char *folder, const char *units);
void transcript_write (struct transcript *transcript, FILE *stream);
/* Also after an unwinding. */
void transcript_clear (struct transcript *transcript);

#endif
