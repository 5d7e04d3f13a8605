// expect: race:violation deadlock:safe
#include <pthread.h>
volatile int x;
int y;
void *
w (void *a)
{
  y = 1;
  x = 1;
  return a;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  while (!x)
    ;
  int z = y;
  pthread_join (t, 0);
  return z;
}
