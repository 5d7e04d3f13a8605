// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_key_t k;
int a, b;
void *
w (void *p)
{
  pthread_setspecific (k, p);
  int *q = pthread_getspecific (k);
  *q = 1;
  return p;
}
int
main (void)
{
  pthread_t t, u;
  pthread_key_create (&k, 0);
  pthread_create (&t, 0, w, &a);
  pthread_create (&u, 0, w, &b);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (a + b == 2);
  return 0;
}
