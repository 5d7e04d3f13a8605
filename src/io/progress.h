/* progress.h -- how far long work has come: one line that is rewritten on a
 * terminal, a plain line now and then elsewhere.  Nothing in the first second. */
#ifndef IO_PROGRESS_H
#define IO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum progress_mode
{
  PROGRESS_AUTO, /* on a terminal, the line; elsewhere, a line a minute */
  PROGRESS_ALWAYS,
  PROGRESS_NEVER,
};

struct progress
{
  enum progress_mode mode;
  bool terminal;
  bool often;                 /* plain lines every five seconds rather than a minute */
  bool shown;                 /* there is a line to be cleared */
  uint64_t before;            /* the number that was done before the start */
  uint64_t start, last;       /* when work began, when the last line was due */
  uint64_t parts_done, parts; /* classes or models; 0: there are none */
  const char *part_noun;      /* "classes" */
};

void progress_start (struct progress *progress, enum progress_mode mode, bool quiet);

/* From now on work on part DONE, from 0 on, of ALL parts, which are called NOUN: lines
   begin with that. */
void progress_part (struct progress *progress, uint64_t done, uint64_t all,
                    const char *noun);

/* Would a line be shown now? */
bool progress_is_due (const struct progress *progress);

/* DONE of ALL queries are decided, with FOUND violations; NOW names the next. */
void progress_show (struct progress *progress, uint64_t done, uint64_t all,
                    uint64_t found, const char *now);

/* As progress_show, for a batch, with its speed.  SLOWEST names the query that has been
   running for the longest time, SINCE when; or it is null. */
void progress_show_batch (struct progress *progress, uint64_t done, uint64_t all,
                          uint64_t found, const char *slowest, uint64_t since);
/* "DONE of ALL WHAT"; if ALL is 0, "DONE WHAT". */
void progress_show_count (struct progress *progress, uint64_t done, uint64_t all,
                          const char *what);

/* Clear the line, before other output. */
void progress_clear (struct progress *progress);

#endif
