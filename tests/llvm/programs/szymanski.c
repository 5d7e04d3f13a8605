// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int flag[2];
int inside;
static void
enter (int me)
{
  int other = 1 - me;
  flag[me] = 1;
  while (flag[other] >= 3)
    ;
  flag[me] = 3;
  if (flag[other] == 1)
    {
      flag[me] = 2;
      while (flag[other] != 4)
        ;
    }
  flag[me] = 4;
  if (me == 1)
    while (flag[0] >= 2)
      ;
  inside++;
  assert (inside == 1);
  inside--;
  if (me == 0)
    while (flag[1] == 2 || flag[1] == 3)
      ;
  flag[me] = 0;
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
