// expect: assert:gap race:gap
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int x;
static int
cmp (const void *a, const void *b)
{
  x++;
  return *(const int *) a - *(const int *) b;
}
void *
w (void *p)
{
  int v[2] = { 2, 1 };
  qsort (v, 2, sizeof *v, cmp);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  int y = x;
  pthread_join (t, 0);
  assert (x == 0);
  return y;
}
