/* problem.c -- see problem.h. */
#include <config.h>

#include "trace/problem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

bool
trace_problem_set (struct trace_problem *problem, uint64_t line, const char *format, ...)
{
  assert (problem && format);
  if (problem->message[0])
    return false;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (problem->message, sizeof problem->message, format, arguments);
  va_end (arguments);
  problem->line = line;
  assert (problem->message[0]);
  return false;
}
