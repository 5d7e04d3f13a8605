// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int made, value;
static void
make (void)
{
  made++;
  value = 5;
}
void *
work (void *argument)
{
  if (value != 5)
    make ();
  assert (value == 5);
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
  assert (made == 1);
  return 0;
}
