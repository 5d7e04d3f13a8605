// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int *shared, storage;
void *
work (void *argument)
{
  if (!shared)
    {
      pthread_mutex_lock (&m);
      if (!shared)
        {
          shared = &storage;
          storage = 3; /* too late */
        }
      pthread_mutex_unlock (&m);
    }
  assert (*shared == 3);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);

  return 0;
}
