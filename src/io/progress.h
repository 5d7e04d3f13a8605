/* progress.h -- where long work is: one line that is rewritten on a terminal,
 * a plain line now and then elsewhere.  Nothing in the first second. */
#ifndef IO_PROGRESS_H
#define IO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum progress_mode
{
  PROGRESS_AUTO,   /* on a terminal: the line; else: a line a minute */
  PROGRESS_ALWAYS,
  PROGRESS_NEVER,
};

struct progress
{
  enum progress_mode mode;
  bool terminal;
  bool often;          /* plain lines every five seconds rather than a minute */
  bool shown;          /* there is a line to be cleared */
  uint64_t before;     /* so many were done before the start */
  uint64_t start, last;
};

/* auto, always or never; false: WORD is none of them. */
bool progress_parse (const char *word, enum progress_mode *mode);

void progress_start (struct progress *progress, enum progress_mode mode, bool quiet);

/* DONE of ALL are decided, FOUND violations so far; NOW names what is next. */
void progress_show (struct progress *progress, uint64_t done, uint64_t all,
                    uint64_t found, const char *now);

/* The same of a batch, with its speed; SLOWEST is what is being decided for the
   longest time, SINCE when, or null. */
void progress_show_batch (struct progress *progress, uint64_t done, uint64_t all,
                          uint64_t found, const char *slowest, uint64_t since);
/* DONE of ALL, of WHAT. */
void progress_show_count (struct progress *progress, uint64_t done, uint64_t all,
                          const char *what);

/* Clear the line, before other output. */
void progress_clear (struct progress *progress);

#endif
