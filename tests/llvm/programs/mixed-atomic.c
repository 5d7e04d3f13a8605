// expect: assert:safe race:gap deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
void *
work (void *argument)
{
  __atomic_fetch_add (&x, 1, __ATOMIC_SEQ_CST);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  int seen = x;
  pthread_join (a, 0);
  assert (seen == 0 || seen == 1);
  return 0;
}
