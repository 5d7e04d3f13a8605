/* ends.c -- all the ways to end a program, for tests/record/recorder.sh: `ends WAY'. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int before_the_end, in_the_child, after_the_child;
static volatile int *nowhere;

static void *
work (void *argument)
{
  for (int i = 0; i < 1000; i++)
    {
      pthread_mutex_lock (&lock);
      before_the_end++;
      pthread_mutex_unlock (&lock);
    }
  return argument;
}

static void
fork_and_wait (int executes)
{
  pid_t child = fork ();
  if (child == 0)
    {
      for (int i = 0; i < 10000; i++)
        in_the_child++;
      if (executes)
        execl ("/proc/self/exe", "ends", "return", NULL);
      _exit (in_the_child == 10000 ? 0 : 3);
    }
  int status;
  waitpid (child, &status, 0);
  if (status != 0)
    abort ();
}

int
main (int count, char **words)
{
  const char *way = count > 1 ? words[1] : "";
  pthread_t thread;
  if (pthread_create (&thread, NULL, work, NULL) != 0)
    return 3;
  pthread_join (thread, NULL);
  if (strcmp (way, "exit") == 0)
    exit (0);
  if (strcmp (way, "_exit") == 0)
    _exit (7);
  if (strcmp (way, "abort") == 0)
    abort ();
  if (strcmp (way, "crash") == 0)
    return *nowhere;
  if (strcmp (way, "kill") == 0)
    kill (getpid (), SIGKILL);
  if (strcmp (way, "fork") == 0)
    fork_and_wait (0);
  if (strcmp (way, "exec") == 0)
    fork_and_wait (1);
  if (strcmp (way, "close") == 0)
    for (int i = 3; i < 1000; i++)
      close (i);
  for (int i = 0; i < 1000; i++)
    after_the_child++;
  return 0;
}
