// expect: assert:violation race:safe
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
atomic_int x;
void *
w (void *p)
{
  int e = 0;
  assert (atomic_compare_exchange_weak (&x, &e, 1));
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  return 0;
}
