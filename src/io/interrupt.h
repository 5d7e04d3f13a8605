/* interrupt.h -- SIGINT and SIGTERM: every command ends with 130 or 143, in good order.
 *
 * Temporary files (temporary.h) are removed, whatever was under way.  Most commands end
 * at once.  One that decides queries watches instead: the first signal sets a flag that
 * long work polls (quota_check), completed results are still written, and a second signal
 * ends the program at once. `timeout' and job schedulers signal a process and then its
 * group, so the process twice: what arrives within half a second is the same signal.
 *
 * SIGHUP ends the program, as it does by default, once temporary files are removed.
 */
#ifndef IO_INTERRUPT_H
#define IO_INTERRUPT_H

#include <signal.h>
#include <sys/types.h>

#include "io/status.h"

/* At the start of the program.  A signal that was ignored then stays ignored, until
   somebody watches. */
void interrupt_prepare (void);

/* From now on the first signal sets a flag, which becomes non-zero. */
const volatile sig_atomic_t *interrupt_watch (void);

/* That flag, whether or not anybody watches. */
const volatile sig_atomic_t *interrupt_flag (void);

/* The signal that arrived, or 0. */
int interrupt_signal (void);

/* 130 or 143 if a signal arrived, which overrides all others; otherwise STATUS. */
enum status interrupt_status (enum status status);

/* fork, for a child that its parent ends.  The parent handles signals to all processes of
   a terminal or a job: the child ignores them, and has received none, even if one arrived
   here before or meanwhile. */
pid_t interrupt_fork (void);

#endif
