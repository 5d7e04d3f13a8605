/* interrupt.h -- SIGINT and SIGTERM: stop soon, in good order.
 *
 * The first signal sets a flag that long work polls (quota_tick); completed
 * results are still written.  A second signal ends the program at once.
 */
#ifndef IO_INTERRUPT_H
#define IO_INTERRUPT_H

#include <signal.h>

#include "io/status.h"

/* Install the handlers.  The flag becomes non-zero when a signal arrives. */
const volatile sig_atomic_t *interrupt_watch (void);

/* The same flag, whether or not handlers were installed. */
const volatile sig_atomic_t *interrupt_flag (void);

/* The signal that arrived, or 0. */
int interrupt_signal (void);

/* 130 or 143 if a signal arrived, which overrides all others; otherwise STATUS. */
enum status interrupt_status (enum status status);

#endif
