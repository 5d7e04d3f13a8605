// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
struct three
{
  int a;
  long b;
  char c;
} from = { 1, 2, 3 }, to;
void *
work (void *argument)
{
  to = from;
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  assert (to.a == 1 && to.b == 2 && to.c == 3);
  return 0;
}
