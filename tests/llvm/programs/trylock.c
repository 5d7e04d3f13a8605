// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, failed;
void *
work (void *argument)
{
  if (pthread_mutex_trylock (&m) == 0)
    {
      x++;
      assert (x == 1);
      x--;
      pthread_mutex_unlock (&m);
    }
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
  assert (x == 0);
  return 0;
}
