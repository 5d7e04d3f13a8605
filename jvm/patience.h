/* patience.h -- waiting for a JVM: never for ever, and never deaf to a signal.
 *
 * Whatever is waited for has a deadline.  Meanwhile what the JVM prints is taken away, so
 * that it never waits for us; the end of it is kept for messages.
 */
#ifndef JVM_PATIENCE_H
#define JVM_PATIENCE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum patience_end
{
  PATIENCE_READY,
  PATIENCE_LATE,        /* the deadline has passed */
  PATIENCE_INTERRUPTED, /* a signal came */
};

#define PATIENCE_KEPT 2048

struct patience
{
  const volatile sig_atomic_t *interrupted; /* or null */
  int output;                               /* what the JVM prints; -1: nothing more */
  char printed[PATIENCE_KEPT];              /* the end of that, terminated */
  size_t length;
};

void patience_init (struct patience *patience, const volatile sig_atomic_t *interrupted);

/* Until FILE, which is open, can be read or, if WRITING, written.  The deadline is one of
   quota_clock. */
enum patience_end patience_wait (struct patience *patience, int file, bool writing,
                                 uint64_t deadline);

/* Wait until the JVM has printed a line that begins with WORDS; its rest, or null with
 *END.  The rest lasts until the next call. */
const char *patience_line (struct patience *patience, const char *words,
                           uint64_t deadline, enum patience_end *end);

/* Why there was nothing: "no answer in time". */
const char *patience_reason (enum patience_end end);

#endif
