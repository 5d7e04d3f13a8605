// expect: assert:gap race:gap deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int x;
int __VERIFIER_nondet_int (void);
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  x = 1;
  pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  int n = __VERIFIER_nondet_int ();
  for (int i = 0; i < n; i++)
    {
      pthread_t t;
      pthread_create (&t, 0, work, 0);
      pthread_detach (t);
    }
  pthread_mutex_lock (&m);
  assert (x < 2);
  pthread_mutex_unlock (&m);
  return 0;
}
