// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
long x;
int n = -7; // n / 2 == -3, n % 2 == -1, n >> 1 == -4
void *
w (void *p)
{
  x = (n / 2) * 100 + (n % 2) * 10 + (n >> 1);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x != -314);
  return 0;
}
