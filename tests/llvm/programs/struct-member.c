// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
struct pair
{
  int left, right;
} pair;
void *
work (void *argument)
{
  pair.right += 2;
  return argument;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (pair.right == 4 && pair.left == 0);
  return 0;
}
