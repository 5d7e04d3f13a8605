// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int cells[2] = { 10, 20 };
void *
work (void *argument)
{
  long i = (long) argument;
  cells[i] += 1;
  return 0;
}
int
main (void)
{
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (cells[0] == 11 && cells[1] == 21);
  return 0;
}
