// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
_Thread_local int mine;
void *
w (void *p)
{
  mine = 5;
  assert (mine == 5);
  return p;
}
int
main (void)
{
  pthread_t t;
  mine = 1;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (mine == 1);
  return 0;
}
