// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int turn, n;
void *
w (void *p)
{
  for (int i = 0; i < 2; i++)
    {
      pthread_mutex_lock (&m);
      while (turn != 1)
        pthread_cond_wait (&c, &m);
      n++;
      turn = 0;
      pthread_cond_broadcast (&c);
      pthread_mutex_unlock (&m);
    }
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  for (int i = 0; i < 2; i++)
    {
      pthread_mutex_lock (&m);
      while (turn != 0)
        pthread_cond_wait (&c, &m);
      turn = 1;
      assert (n == i);
      pthread_cond_broadcast (&c);
      pthread_mutex_unlock (&m);
    }
  pthread_join (t, 0);
  assert (n == 2);
  return 0;
}
