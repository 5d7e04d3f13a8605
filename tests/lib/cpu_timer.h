/* cpu_timer.h -- a limit for what a test asks: time of this process, not of the clock,
 * since how busy the machine is must not change what is compared.  So not the program's
 * own limit, but its way to be interrupted (base/quota.h).
 */
#ifndef TESTS_LIB_CPU_TIMER_H
#define TESTS_LIB_CPU_TIMER_H

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t time_is_up;

static void
on_timer (int signal)
{
  (void) signal;
  time_is_up = 1;
}

/* From now on; 0: never. */
static void
set_timer (unsigned milliseconds)
{
  struct sigaction action = { .sa_handler = on_timer, .sa_flags = SA_RESTART };
  struct itimerval timer
    = { .it_value = { milliseconds / 1000, (milliseconds % 1000) * 1000 } };
  time_is_up = 0;
  if (sigaction (SIGPROF, &action, NULL) != 0
      || setitimer (ITIMER_PROF, &timer, NULL) != 0)
    abort ();
}

#endif
