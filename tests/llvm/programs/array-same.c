// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int cells[4];
void *
work (void *argument)
{
  long i = (long) argument;
  cells[i % 2] += 1;
  return 0;
}
int
main (void)
{
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create (&t[i], 0, work, (void *) i);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  assert (cells[0] == 2);
  return 0;
}
