/* log.h -- what the program does, told while it does it.
 *
 *     LOG (1, "query %u: pattern %s", number, name);
 *
 * prints a line to standard error that begins with the room and the file:
 *
 *     [engine/choices] query 3: pattern 12
 *
 * For whoever looks for a bug, or wants to see how a verdict comes about
 * (doc/log.md tells one query).  Level 1 is the story, a few lines for each
 * question; level 2 says why; level 3 is everything, also inside loops.
 *
 * Compiled out by default, arguments included, and so free; switched on with
 * `configure --enable-logging', and then at run time by log_select, which only the
 * program calls: --log=engine:2,witness.  What is selected is one of the few mutable
 * globals.  It is set before any work begins and only read afterwards.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

/* The most that can be asked for. */
#define LOG_MOST 3

#ifdef LOGGING
#define LOG_IS_COMPILED_IN true
/* Is LEVEL wanted of the room of this file? */
#define LOGS(level) log_wants (__FILE__, level)
#else
#define LOG_IS_COMPILED_IN false
#define LOGS(level) false
#endif

#define LOG(level, ...)                                                      \
  do                                                                         \
    if (LOGS (level))                                                        \
      log_line (__FILE__, __VA_ARGS__);                                      \
  while (0)

/* Select by LIST: rooms with commas between them, each with `:LEVEL', 1 if there is
   none; `all' is every room.  False if the list makes no sense: then *PROBLEM points
   at where it does not. */
bool log_select (const char *list, const char **problem);

/* For the macros: FILE is __FILE__. */
bool log_wants (const char *file, unsigned level);
void log_line (const char *file, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

#endif
