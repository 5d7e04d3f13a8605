/* faults.c -- what runs out inside of the solver: time, memory, the user's patience.
 *
 * Each time a question that takes for ever (pigeons in too few holes) is given up for the
 * right reason, and the next solver answers a simple one.  Nothing is printed, and the
 * process lives on.  Address space is limited for real, where no sanitizer needs it all.
 */
#include <config.h>

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/sat/solver.h"
#include "tests/lib/tap.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#else
#define SANITIZED false
#endif

static struct quota quota;
static struct solver *solver; /* freed after the unwinding */
static volatile sig_atomic_t interrupted;

static void
on_alarm (int signal)
{
  (void) signal;
  interrupted = 1;
}

/* PIGEONS in one hole less: each has a hole, and no two of them the same. */
static void
add_pigeons (int pigeons)
{
  int holes = pigeons - 1, first = 0;
  for (int i = 0; i < pigeons * holes; i++)
    first = solver_variable (solver);
  first -= pigeons * holes - 1;
  for (int p = 0; p < pigeons; p++)
    {
      for (int h = 0; h < holes; h++)
        solver_add (solver, first + p * holes + h);
      solver_add (solver, 0);
      for (int q = 0; q < p; q++)
        for (int h = 0; h < holes; h++)
          {
            solver_add (solver, -(first + p * holes + h));
            solver_add (solver, -(first + q * holes + h));
            solver_add (solver, 0);
          }
    }
}

/* Clauses without end. */
static void
add_for_ever (void)
{
  for (;;)
    add_pigeons (40);
}

/* The reason for which the work is given up. */
static enum quota_reason
give_up (int pigeons)
{
  quota.reason = QUOTA_NOT_EXHAUSTED;
  if (!quota_checkpoint (&quota))
    {
      solver = solver_new (&quota);
      if (pigeons)
        add_pigeons (pigeons);
      else
        add_for_ever ();
      solver_solve (solver, 0);
    }
  solver_free (solver);
  solver = NULL;
  return quota.reason;
}

/* The next one is unharmed: five pigeons have no four holes, and four of them have. */
static bool
works (void)
{
  volatile bool fine = false;
  if (!quota_checkpoint (&quota))
    {
      solver = solver_new (&quota);
      add_pigeons (5);
      fine = solver_solve (solver, 0) == SOLVER_UNSAT;
      solver_free (solver);
      solver = solver_new (&quota);
      int a = solver_variable (solver), b = solver_variable (solver);
      solver_add (solver, a);
      solver_add (solver, b);
      solver_add (solver, 0);
      solver_assume (solver, -a);
      fine = fine && solver_solve (solver, 0) == SOLVER_SAT && solver_value (solver, b);
    }
  solver_free (solver);
  solver = NULL;
  return fine;
}

static void
test_time (void)
{
  quota.deadline = quota_clock () + 30000000;
  enum quota_reason reason = give_up (13);
  quota.deadline = 0;
  tap_ok (reason == QUOTA_TIME, "time is up while the solver works");
  tap_ok (works (), "... and the next one is unharmed");
}

/* A formula may be so large that time is up before the solver is asked. */
static void
test_clauses (void)
{
  volatile uint64_t looks = 0;
  quota.impatient = true; /* a look at each unit of work */
  if (!quota_checkpoint (&quota))
    {
      quota.patience = 0;
      uint64_t before = quota.looks;
      solver = solver_new (&quota);
      add_pigeons (10);
      looks = quota.looks - before;
    }
  solver_free (solver);
  solver = NULL;
  quota.impatient = false;
  tap_ok (looks >= 10 + 9 * 10 * 9 / 2, "a look at the clock for each clause: %u",
          (unsigned) looks);
}

static void
test_signal (void)
{
  struct sigaction action = { .sa_handler = on_alarm };
  struct itimerval soon = { .it_value = { 0, 30000 } };
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &soon, NULL);
  quota.interrupted = &interrupted;
  enum quota_reason reason = give_up (13);
  quota.interrupted = NULL;
  tap_ok (reason == QUOTA_INTERRUPTED, "a signal comes while the solver works");
  tap_ok (works (), "... and the next one is unharmed");
}

/* A limit of the quota: what malloc has given out is counted, which a sanitizer does not
   tell. */
static void
test_limit (void)
{
  if (SANITIZED)
    return;
  quota.limit = (size_t) 1 << 20;
  enum quota_reason reason = give_up (30);
  quota.limit = SIZE_MAX;
  tap_ok (reason == QUOTA_MEMORY,
          "the limit of memory is reached while the solver works");
  tap_ok (works (), "... and the next one is unharmed");
}

static size_t
bytes_in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* C++ finds no memory.  The solver is freed all the same, since it had a reserve. */
static void
test_no_memory (void)
{
  struct rlimit before, tight;
  size_t used = bytes_in_use ();
  FILE *self = fopen ("/proc/self/statm", "r");
  unsigned long pages = 0;
  if (SANITIZED || !self || fscanf (self, "%lu", &pages) != 1)
    return;
  fclose (self);
  getrlimit (RLIMIT_AS, &before);
  tight = before;
  tight.rlim_cur = pages * (rlim_t) sysconf (_SC_PAGESIZE) + ((rlim_t) 48 << 20);
  setrlimit (RLIMIT_AS, &tight);
  enum quota_reason reason = give_up (0);
  setrlimit (RLIMIT_AS, &before);
  tap_ok (reason == QUOTA_MEMORY, "there is no memory for more clauses");
  tap_ok (bytes_in_use () < used + ((size_t) 1 << 20), "... none is lost");
  tap_ok (works (), "... and the next one is unharmed");
}

/* With an argument memory is not limited: valgrind needs it, and does not tell. */
int
main (int count, char **arguments)
{
  (void) arguments;
  /* What the solver prints, if it does, is in this file. */
  FILE *printed = tmpfile ();
  int out = dup (STDOUT_FILENO), err = dup (STDERR_FILENO);
  struct stat about = { .st_size = 1 };
  quota_init (&quota);
  if (!printed)
    return 1;
  fflush (stdout);
  dup2 (fileno (printed), STDOUT_FILENO);
  dup2 (fileno (printed), STDERR_FILENO);
  if (quota_checkpoint (&quota))
    return 1;
  solver = solver_new (&quota);
  add_pigeons (7);
  bool unsat = solver_solve (solver, 0) == SOLVER_UNSAT;
  solver_free (solver);
  solver = NULL;
  quota.deadline = quota_clock () + 10000000;
  give_up (13);
  quota.deadline = 0;
  fflush (stdout);
  fstat (fileno (printed), &about);
  dup2 (out, STDOUT_FILENO);
  dup2 (err, STDERR_FILENO);
  fclose (printed);
  tap_ok (unsat && about.st_size == 0, "it prints nothing");
  test_time ();
  test_clauses ();
  test_signal ();
  if (count > 1)
    return tap_done ();
  test_limit ();
  test_no_memory ();
  return tap_done ();
}
