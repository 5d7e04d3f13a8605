// expect: assert:violation wrong:gap race:gap O2-assert:gap
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int *v;
void *
w (void *p)
{
  v[0] = 7;
  return p;
}
int
main (void)
{
  pthread_t t;
  v = malloc (4);
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  v = realloc (v, 8);
  assert (v[0] != 7);
  return 0;
}
