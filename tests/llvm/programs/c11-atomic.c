// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
void *
work (void *argument)
{
  x++;
  atomic_fetch_add (&x, 2);
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
  assert (x == 6);
  return 0;
}
