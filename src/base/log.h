/* log.h -- the log: a line for each thing the program does, while it does it.
 *
 *     LOG (1, "query %u: pattern %s", number, name);
 *
 * prints a line to standard error that begins with the room and the file:
 *
 *     [ask/choices] query 3: pattern 12
 *
 * The log is for a programmer who looks for a bug or wants to see how a verdict comes
 * about (doc/theory-example.md tells one).  Level 1 is the story, a few lines for each
 * question; level 2 says why; level 3 is everything, also inside loops.
 *
 * By default the log is compiled out, its arguments included, and costs nothing.
 * `configure --enable-logging' compiles it in; log_select then selects rooms at
 * run time, and only the program calls it: --log=engine:2,witness.  The selection
 * is one of the few mutable globals: it is set before any work begins and only
 * read afterwards.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

/* The highest level. */
#define LOG_MOST 3

#ifdef LOGGING
#define LOG_IS_COMPILED_IN true
/* Is LEVEL selected for the room of this file? */
#define LOGS(level) log_wants (__FILE__, level)
#else
#define LOG_IS_COMPILED_IN false
#define LOGS(level) false
#endif

#define LOG(level, ...)                                                                  \
  do                                                                                     \
    if (LOGS (level))                                                                    \
      log_line (__FILE__, __VA_ARGS__);                                                  \
  while (0)

/* Select the rooms of LIST, which has commas between them; each may have a `:LEVEL',
   1 if it has none, and `all' is every room.  False if the list makes no sense:
   then *PROBLEM points to the first entry of LIST that does not. */
bool log_select (const char *list, const char **problem);

/* For the macros: FILE is __FILE__. */
bool log_wants (const char *file, unsigned level);
void log_line (const char *file, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

#endif
