// expect: assert:safe race:safe
#include <pthread.h>
#include <errno.h>
#include <assert.h>
void *
w (void *p)
{
  errno = 3;
  assert (errno == 3);
  return p;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, 0);
  pthread_create (&u, 0, w, 0);
  errno = 4;
  assert (errno == 4);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
