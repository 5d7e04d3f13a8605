// expect: assert:gap race:gap
#include <pthread.h>
#include <stdint.h>
#include <assert.h>
int x;
uintptr_t tagged;
void *
w (void *p)
{
  tagged = (uintptr_t) &x | 1;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  int *q = (int *) (tagged & ~(uintptr_t) 1);
  *q = 3;
  assert (x == 0);
  return 0;
}
