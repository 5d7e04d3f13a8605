// expect: assert:safe wrong:safe race:violation deadlock:safe
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct s
{
  int v;
} * p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct s *
get (void)
{
  if (!p)
    {
      pthread_mutex_lock (&m);
      if (!p)
        {
          struct s *q = malloc (sizeof *q);
          q->v = 42;
          p = q;
        }
      pthread_mutex_unlock (&m);
    }
  return p;
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
