// expect: assert:gap race:gap deadlock:gap
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
void *
work (void *argument)
{
  atomic_fetch_add_explicit (&x, 1, memory_order_relaxed);
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
