// expect: assert:violation race:violation deadlock:safe O2-assert:safe
#include <pthread.h>
#include <assert.h>
int turn, wants[2], inside;
static void
enter (int me)
{
  turn = 1 - me;
  wants[me] = 1;
  while (wants[1 - me] && turn == 1 - me)
    ;
  inside++;
  assert (inside == 1);
  inside--;
  wants[me] = 0;
}
void *
zero (void *argument)
{
  enter (0);
  return argument;
}
void *
one (void *argument)
{
  enter (1);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, zero, 0);
  pthread_create (&b, 0, one, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
