// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
sem_t s;
int x;
void *
work (void *argument)
{
  sem_wait (&s);
  x++;
  sem_post (&s);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  sem_init (&s, 0, 1);
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 2);
  return 0;
}
