// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int turn, wants[2];
int inside;
static void
enter (int me)
{
  wants[me] = 1;
  while (wants[1 - me])
    if (turn != me)
      {
        wants[me] = 0;
        while (turn != me)
          ;
        wants[me] = 1;
      }
  inside++;
  assert (inside == 1);
  inside--;
  turn = 1 - me;
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
