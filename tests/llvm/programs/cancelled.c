// expect: assert:gap race:gap
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int x;
void *
w (void *p)
{
  sleep (1);
  x = 1;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_cancel (t);
  pthread_join (t, 0);
  assert (x == 1);
  return 0;
}
