// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
static void
add (void)
{
  x += 1;
}
static void
twice (void)
{
  x *= 2;
}
void (*jobs[2]) (void) = { add, twice };
void *
work (void *argument)
{
  jobs[(long) argument]();
  return 0;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, (void *) 0);
  pthread_create (&b, 0, work, (void *) 1);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 2);
  return 0;
}
