// expect: assert:safe race:safe deadlock:safe
// What is only asked whether it is zero has two values, not 2^32.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int (void);
int cells[2];
int *assigned[2];

void *
work (void *argument)
{
  int *cell = assigned[(long) argument];
  while (*cell < 4)
    (*cell)++;
  return 0;
}

int
main (void)
{
  pthread_t a, b;
  int turned = __VERIFIER_nondet_int () != 0;
  assigned[0] = &cells[turned];
  assigned[1] = &cells[!turned];
  pthread_create (&a, 0, work, (void *) 0);
  pthread_create (&b, 0, work, (void *) 1);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (cells[0] + cells[1] == 8);
  return 0;
}
