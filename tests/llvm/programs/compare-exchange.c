// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int lock;
int x;
void *
work (void *argument)
{
  int free = 0;
  while (!atomic_compare_exchange_strong (&lock, &free, 1))
    free = 0;
  x++;
  atomic_store (&lock, 0);
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
  assert (x == 2);
  return 0;
}
