// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b;
int a[2];
void *
w (void *p)
{
  long me = (long) p;
  for (int r = 1; r <= 2; r++)
    {
      a[me] = r;
      pthread_barrier_wait (&b);
      assert (a[1 - me] == r);
      pthread_barrier_wait (&b);
    }
  return 0;
}
int
main (void)
{
  pthread_t t;
  pthread_barrier_init (&b, 0, 2);
  pthread_create (&t, 0, w, (void *) 1);
  w (0);
  pthread_join (t, 0);
  return 0;
}
