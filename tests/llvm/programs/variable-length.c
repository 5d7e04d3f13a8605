// expect: assert:violation wrong:gap
#include <pthread.h>
#include <assert.h>
int r, n = 3;
void *
w (void *p)
{
  int v[n];
  for (int i = 0; i < n; i++)
    v[i] = i;
  r = v[2];
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (r != 2);
  return 0;
}
