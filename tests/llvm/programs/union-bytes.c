// expect: assert:gap
#include <pthread.h>
#include <assert.h>
union
{
  int i;
  unsigned char c[4];
} u;
void *
w (void *p)
{
  u.c[0] = 7;
  return p;
}
int
main (void)
{
  pthread_t t;
  u.i = 0x01020304;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (u.i != 0x01020307);
  return 0;
}
