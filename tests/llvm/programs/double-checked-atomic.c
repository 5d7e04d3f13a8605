// expect: assert:gap race:gap deadlock:gap
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <assert.h>
struct s
{
  int v;
};
_Atomic (struct s *) p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct s *
get (void)
{
  struct s *q = atomic_load_explicit (&p, memory_order_acquire);
  if (!q)
    {
      pthread_mutex_lock (&m);
      q = atomic_load_explicit (&p, memory_order_relaxed);
      if (!q)
        {
          q = malloc (sizeof *q);
          q->v = 42;
          atomic_store_explicit (&p, q, memory_order_release);
        }
      pthread_mutex_unlock (&m);
    }
  return q;
}
void *
w (void *a)
{
  assert (get ()->v == 42);
  return a;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, 0);
  pthread_create (&u, 0, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
