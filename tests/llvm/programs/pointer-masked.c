// expect: assert:gap race:gap O2-assert:violation O2-race:safe
#include <pthread.h>
#include <stdint.h>
#include <assert.h>
int x;
uintptr_t k = 0x5a5a;
void *
w (void *p)
{
  uintptr_t u = (uintptr_t) &x ^ k;
  int *q = (int *) (u ^ k);
  *q = 7;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x == 0);
  return 0;
}
