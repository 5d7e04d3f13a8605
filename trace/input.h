/* input.h -- the bytes of a trace: a file, standard input or a pipe; plain, or
 * compressed with gzip or zstd, which its first bytes tell.
 *
 * Everything is read once and in order, so a pipe is as good as a file.  Several
 * compressed pieces in a row are one text, as with gzip and zstd.  A compressed file that
 * breaks off is a problem, not an end.
 */
#ifndef TRACE_INPUT_H
#define TRACE_INPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "trace/problem.h"

struct trace_input;

/* PATH "-" is standard input.  Null, with *PROBLEM filled in, if it cannot be read.
   INTERRUPTED, or null: set by a signal, which ends the wait for input. */
struct trace_input *trace_input_open (const char *path,
                                      const volatile sig_atomic_t *interrupted,
                                      struct trace_problem *problem);
/* Null is fine. */
void trace_input_close (struct trace_input *input);

/* Fetch at most SIZE bytes, at least one unless the text is at its end: then *COUNT is 0.
   Waits only if nothing is there.  False, with *PROBLEM set: it failed. */
bool trace_input_read (struct trace_input *input, char *buffer, size_t size,
                       size_t *count, struct trace_problem *problem);

#endif
