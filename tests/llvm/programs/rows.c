// expect: assert:violation wrong:safe race:safe
#include <pthread.h>
#include <assert.h>
int v[2][3];
void *
w (void *p)
{
  long r = (long) p;
  for (int i = 0; i < 3; i++)
    v[r][i] = r * 10 + i;
  return 0;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, (void *) 0);
  pthread_create (&u, 0, w, (void *) 1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (v[1][2] != 12);
  return 0;
}
