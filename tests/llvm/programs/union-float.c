// expect: assert:violation race:safe deadlock:none
// A float is written, and its bytes are read as a number: any.
#include <assert.h>
#include <pthread.h>
union
{
  int number;
  float real;
} both;
void *
work (void *argument)
{
  both.real = 1.0f;
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  assert (both.number == 0);
  return 0;
}
