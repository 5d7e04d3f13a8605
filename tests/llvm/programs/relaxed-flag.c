// expect: race:gap O2-race:violation
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
void *
w (void *a)
{
  data = 1;
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
  return a;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  int d = 0;
  if (atomic_load_explicit (&flag, memory_order_relaxed))
    d = data;
  pthread_join (t, 0);
  return d;
}
