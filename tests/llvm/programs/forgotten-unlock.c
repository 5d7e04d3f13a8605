// expect: race:safe deadlock:gap
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int (void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static int
f (int e)
{
  pthread_mutex_lock (&m);
  if (e)
    goto out;
  x++;
  pthread_mutex_unlock (&m);
out:
  return e;
}
void *
w (void *p)
{
  f (__VERIFIER_nondet_int ());
  f (0);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  f (0);
  pthread_join (t, 0);
  return 0;
}
