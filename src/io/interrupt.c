/* interrupt.c -- see interrupt.h. */
#include <config.h>

#include "io/interrupt.h"

#include <assert.h>
#include <unistd.h>

/* The first signal, or 0.  A global, because a handler has no other context. */
static volatile sig_atomic_t received;

static void
on_signal (int number)
{
  if (received)
    _exit (128 + number);
  received = number;
}

const volatile sig_atomic_t *
interrupt_watch (void)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
  sigemptyset (&action.sa_mask);
  int failed = sigaction (SIGINT, &action, NULL) | sigaction (SIGTERM, &action, NULL);
  assert (!failed);
  (void) failed;
  return &received;
}

const volatile sig_atomic_t *
interrupt_flag (void)
{
  return &received;
}

int
interrupt_signal (void)
{
  return received;
}

enum status
interrupt_status (enum status status)
{
  assert (!received || received == SIGINT || received == SIGTERM);
  return received == SIGTERM ? STATUS_TERMINATED : received ? STATUS_INTERRUPTED : status;
}
