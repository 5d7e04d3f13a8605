// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x, y;
void *
w (void *p)
{
  *(int *) p = 1;
  return p;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, &x);
  pthread_create (&u, 0, w, &y);
  pthread_join (t, 0);
  assert (x == 1);
  assert (y == 1);
  pthread_join (u, 0);
  return 0;
}
