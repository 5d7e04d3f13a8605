/* signals.c -- handlers that interrupt the recorder at any place, for recorder.sh. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/time.h>

static long in_handler, outside;
static atomic_long handled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void
handle (int number)
{
  (void) number;
  in_handler++;
  atomic_fetch_add (&handled, 1);
}

static void *
work (void *argument)
{
  while (atomic_load (&handled) < 100)
    for (int i = 0; i < 100; i++)
      {
        pthread_mutex_lock (&lock);
        outside++;
        pthread_mutex_unlock (&lock);
      }
  return argument;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
  struct itimerval often = { { 0, 200 }, { 0, 200 } };
  pthread_t threads[2];
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  often.it_value.tv_usec = often.it_interval.tv_usec = 0;
  setitimer (ITIMER_REAL, &often, NULL);
  printf ("%s\n", atomic_load (&handled) >= 100 ? "fine" : "no");
  return 0;
}
