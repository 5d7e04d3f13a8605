// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
struct pair
{
  int left, right;
} pair;
void *
one (void *argument)
{
  pair.left = 1;
  return argument;
}
void *
two (void *argument)
{
  pair.right = 2;
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, one, 0);
  pthread_create (&b, 0, two, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (pair.left + pair.right == 3);
  return 0;
}
