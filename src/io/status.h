/* status.h -- exit statuses: a contract with scripts (README.md).
 *
 * Status 1 is never used: libraries exit with it.
 */
#ifndef IO_STATUS_H
#define IO_STATUS_H

enum status
{
  STATUS_FINE = 0,          /* every query was decided, no violation */
  STATUS_BAD_INPUT = 2,     /* bad usage or bad input */
  STATUS_NOT_WRITTEN = 4,   /* output could not be written */
  STATUS_UNDECIDED = 5,     /* no violation found, but some query is undecided */
  STATUS_INTERNAL = 6,      /* a bug of ours */
  STATUS_FOUND = 10,        /* a violation; a file that is not formatted */
  STATUS_INTERRUPTED = 130, /* by SIGINT */
  STATUS_BROKEN_PIPE = 141, /* nobody reads the output any more; nothing is said */
  STATUS_TERMINATED = 143,  /* by SIGTERM */
};

/* The status to report for work of which one part ends with A and another with B. */
enum status status_worse (enum status a, enum status b);

#endif
