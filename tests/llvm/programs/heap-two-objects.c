// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
void *
work (void *argument)
{
  int *box = argument;
  *box += 1;
  return 0;
}
int
main (void)
{
  pthread_t a, b;
  int *left = malloc (sizeof *left), *right = malloc (sizeof *right);
  *left = *right = 0;
  pthread_create (&a, 0, work, left);
  pthread_create (&b, 0, work, right);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (*left == 1 && *right == 1);
  return 0;
}
