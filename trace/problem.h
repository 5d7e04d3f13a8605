/* problem.h -- what is wrong with a trace, or keeps it from being read. */
#ifndef TRACE_PROBLEM_H
#define TRACE_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

struct trace_problem
{
  uint64_t line; /* from 1; 0: the problem is with the file as a whole */
  char message[256];
};

/* Set PROBLEM, unless it already has a message: the first one counts.  Returns false, for
   the caller to return. */
bool trace_problem_set (struct trace_problem *problem, uint64_t line, const char *format,
                        ...) __attribute__ ((format (printf, 3, 4)));

#endif
