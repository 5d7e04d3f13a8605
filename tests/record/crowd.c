/* crowd.c -- thousands of threads, some detached, at most a few at a time: `crowd N'. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
static int here, sum;

static void *
work (void *argument)
{
  pthread_mutex_lock (&lock);
  sum++;
  here--;
  pthread_cond_signal (&gone);
  pthread_mutex_unlock (&lock);
  return argument;
}

static pthread_t
start (int detached)
{
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init (&attributes);
  if (detached)
    pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  pthread_mutex_lock (&lock);
  while (here >= 8)
    pthread_cond_wait (&gone, &lock);
  here++;
  pthread_mutex_unlock (&lock);
  if (pthread_create (&thread, &attributes, work, NULL) != 0)
    exit (3);
  pthread_attr_destroy (&attributes);
  return thread;
}

int
main (int count, char **words)
{
  int wanted = count > 1 ? atoi (words[1]) : 8;
  for (int i = 0; i < wanted; i += 2)
    {
      pthread_t joined = start (0);
      start (1);
      pthread_join (joined, NULL);
    }
  pthread_mutex_lock (&lock);
  while (here > 0)
    pthread_cond_wait (&gone, &lock);
  printf ("%d\n", sum);
  pthread_mutex_unlock (&lock);
  return 0;
}
