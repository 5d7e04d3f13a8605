// expect: assert:gap race:gap deadlock:gap
// A part of a number is copied, and set.
#include <assert.h>
#include <pthread.h>
#include <string.h>
int x, y = 0x01020304, z;
void *
work (void *argument)
{
  memcpy (&x, &y, 2);
  memset (&z, 1, 3);
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  assert (x == 0);
  assert (z == 0);
  return 0;
}
