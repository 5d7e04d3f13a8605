/* really.c -- what random programs call, for running them: status 99 is a failure.  An
   atomic block is not atomic to the other accesses: such programs are not run.  Programs
   that mark their steps are: between step and done no other thread makes one, and in what
   order they were made is printed, for random.sh to ask whether the model can do that. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST 1000

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static unsigned char order[MOST];
static int count;
static _Thread_local int inside;

void
reach_error (void)
{
  _exit (99);
}

void
__VERIFIER_atomic_begin (void)
{
}

void
__VERIFIER_atomic_end (void)
{
}

void
step (int me)
{
  static _Thread_local unsigned seed;
  if (seed == 0)
    seed = (unsigned) getpid () * 31 + (unsigned) me + 1;
  if (rand_r (&seed) % 3 == 0)
    usleep ((unsigned) rand_r (&seed) % 60);
  pthread_mutex_lock (&one);
  inside = 1;
  if (count == MOST)
    _exit (1);
  order[count++] = (unsigned char) me;
}

void
done (void)
{
  inside = 0;
  pthread_mutex_unlock (&one);
}

/* The order of the steps so far; nobody makes another one. */
void
seen (int me)
{
  (void) me;
  if (!inside)
    pthread_mutex_lock (&one);
  printf ("#define STEPS %d\n#define ORDER", count);
  for (int i = 0; i < count; i++)
    printf ("%s%d", i == 0 ? " " : ", ", order[i]);
  printf ("\n");
}

/* An assertion of the thread ME fails. */
void
failed (int me)
{
  seen (me);
  printf ("#define VALUES 0\n");
  fflush (stdout);
  _exit (99);
}
