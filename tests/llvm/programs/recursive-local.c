// expect: assert:violation
#include <pthread.h>
#include <assert.h>
int r;
static void
f (int n, int *out)
{
  int mine;
  if (n == 0)
    {
      *out = 1;
      return;
    }
  f (n - 1, &mine);
  *out = n * mine;
}
void *
w (void *p)
{
  int v;
  f (4, &v);
  r = v;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (r != 24);
  return 0;
}
