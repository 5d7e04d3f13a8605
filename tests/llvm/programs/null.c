// expect: wrong:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x, *where = &x;
void *
work (void *argument)
{
  where = 0;
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  *where = 1;
  pthread_join (a, 0);
  return 0;
}
