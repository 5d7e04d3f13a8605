/* interrupt.c -- see interrupt.h. */
#include <config.h>

#include "io/interrupt.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "base/quota.h"
#include "io/temporary.h"

/* Within so many nanoseconds a second signal counts as the first one. */
#define SAME_SIGNAL UINT64_C (500000000)

/* Globals, because a handler has no other context.  Those larger than a word are only
   touched by the handler, which no other signal of ours interrupts. */
static volatile sig_atomic_t watching; /* work polls the flag below */
static volatile sig_atomic_t received; /* the first signal, or 0 */
static uint64_t received_at;           /* on quota_clock */

static const int ours[] = { SIGINT, SIGTERM, SIGHUP };
#define OURS (sizeof ours / sizeof *ours)

static void
on_signal (int number)
{
  int error = errno;
  uint64_t now = quota_clock ();
  if (number == SIGHUP)
    {
      temporary_remove_all ();
      signal (SIGHUP, SIG_DFL);
      raise (SIGHUP); /* blocked until the handler returns */
    }
  else if (watching && !received)
    {
      received = number;
      received_at = now;
    }
  else if (!watching || now - received_at >= SAME_SIGNAL)
    {
      temporary_remove_all ();
      _exit (128 + number);
    }
  errno = error;
}

static void
fill (sigset_t *set)
{
  sigemptyset (set);
  for (size_t i = 0; i < OURS; i++)
    sigaddset (set, ours[i]);
}

static void
handle (int number)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
  fill (&action.sa_mask);
  int failed = sigaction (number, &action, NULL);
  assert (!failed);
  (void) failed;
}

void
interrupt_prepare (void)
{
  assert (!watching && !received);
  for (size_t i = 0; i < OURS; i++)
    {
      struct sigaction before;
      if (sigaction (ours[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        handle (ours[i]);
    }
}

const volatile sig_atomic_t *
interrupt_watch (void)
{
  assert (!received || watching);
  watching = 1;
  handle (SIGINT);
  handle (SIGTERM);
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
  assert (!received || watching);
  return received;
}

enum status
interrupt_status (enum status status)
{
  assert (!received || received == SIGINT || received == SIGTERM);
  return received == SIGTERM ? STATUS_TERMINATED : received ? STATUS_INTERRUPTED : status;
}

/* Signals of ours are blocked until the child ignores them, and it does not inherit
   pending ones. */
pid_t
interrupt_fork (void)
{
  sigset_t block, before;
  fill (&block);
  sigprocmask (SIG_BLOCK, &block, &before);
  pid_t pid = fork ();
  int error = errno;
  if (pid == 0)
    {
      for (size_t i = 0; i < OURS; i++)
        signal (ours[i], SIG_IGN);
      received = 0;
    }
  assert (pid != 0 || interrupt_signal () == 0);
  sigprocmask (SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}
