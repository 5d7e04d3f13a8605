// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *
w (void *p)
{
  while (pthread_mutex_trylock (&m) != 0)
    ;
  x++;
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, 0);
  pthread_create (&u, 0, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (x == 2);
  return 0;
}
