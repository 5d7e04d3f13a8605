/* interrupt.h -- SIGINT and SIGTERM: stop soon, in good order.
 *
 * The first signal raises a flag that long work looks at (quota_tick); what is
 * complete is still written.  A second SIGINT ends the program at once.
 */
#ifndef IO_INTERRUPT_H
#define IO_INTERRUPT_H

#include <signal.h>

#include "io/status.h"

/* Install the handlers; the flag is set when a signal came. */
const volatile sig_atomic_t *interrupt_watch (void);

/* The signal that came, or 0. */
int interrupt_signal (void);

/* 130 or 143 if a signal came, which goes before all others; else STATUS. */
enum status interrupt_status (enum status status);

#endif
