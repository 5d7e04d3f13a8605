// expect: assert:violation race:violation
#include <pthread.h>
#include <assert.h>
int done;
void *
w (void *p)
{
  done = 1;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_detach (t);
  assert (done == 0);
  pthread_exit (0);
}
