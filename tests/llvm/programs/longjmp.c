// expect: assert:gap race:gap
#include <setjmp.h>
#include <assert.h>
#include <pthread.h>
jmp_buf b;
int x;
int g;
void *
w (void *a)
{
  g++;
  return a;
}
void
f (void)
{
  x = 5;
  longjmp (b, 1);
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  if (setjmp (b) == 0)
    f ();
  else
    assert (x != 5);
  pthread_join (t, 0);
  return 0;
}
