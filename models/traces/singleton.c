/* singleton.c -- a lazy singleton by double-checked locking.
 *
 * Whoever finds the pointer set does not take the lock, so nothing orders the creation of
 * the settings before their use: the pointer races, and so do the settings behind it if
 * another thread finds it set.  singleton-fixed.c has an atomic pointer.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct settings
{
  int width, height;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings *instance;

static struct settings *
get (void)
{
  if (!instance)
    {
      pthread_mutex_lock (&lock);
      if (!instance)
        {
          struct settings *fresh = malloc (sizeof *fresh);
          if (!fresh)
            abort ();
          fresh->width = 80;
          fresh->height = 25;
          instance = fresh;
        }
      pthread_mutex_unlock (&lock);
    }
  return instance;
}

static void *
work (void *argument)
{
  int *area = argument;
  struct settings *settings = get ();
  *area = settings->width * settings->height;
  return NULL;
}

int
main (void)
{
  pthread_t threads[2];
  int areas[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, &areas[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%d\n", areas[0] + areas[1]);
  free (instance);
  return 0;
}
