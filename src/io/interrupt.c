/* interrupt.c -- see interrupt.h. */
#include <config.h>

#include "io/interrupt.h"

#include <string.h>
#include <unistd.h>

/* Written by the handler: a signal has no other way to tell. */
static volatile sig_atomic_t came;

static void
on_signal (int number)
{
  if (came)
    _exit (128 + number);
  came = number;
}

const volatile sig_atomic_t *
interrupt_watch (void)
{
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigemptyset (&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  return &came;
}

int
interrupt_signal (void)
{
  return came;
}

enum status
interrupt_status (enum status status)
{
  return came == SIGTERM ? STATUS_TERMINATED : came ? STATUS_INTERRUPTED : status;
}
