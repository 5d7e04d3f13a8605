// expect: assert:gap race:gap
#include <pthread.h>
#include <assert.h>
int x;
void *
w (void *p)
{
  __asm__ volatile("movl $5, %0" : "=m"(x));
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
