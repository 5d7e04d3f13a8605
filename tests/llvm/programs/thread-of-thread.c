// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
void *
inner (void *argument)
{
  x += 2;
  return argument;
}
void *
outer (void *argument)
{
  pthread_t t;
  pthread_create (&t, 0, inner, 0);
  x += 1;
  pthread_join (t, 0);
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, outer, 0);
  pthread_join (t, 0);
  assert (x == 3);
  return 0;
}
