// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int *shared, storage;
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  if (!shared)
    {
      storage = 3;
      shared = &storage;
    }
  int *mine = shared;
  pthread_mutex_unlock (&m);
  assert (*mine == 3);
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
