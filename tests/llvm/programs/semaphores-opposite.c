// expect: race:safe deadlock:gap
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;
void *
w (void *p)
{
  sem_wait (&a);
  sem_wait (&b);
  sem_post (&b);
  sem_post (&a);
  return p;
}
int
main (void)
{
  pthread_t t;
  sem_init (&a, 0, 1);
  sem_init (&b, 0, 1);
  pthread_create (&t, 0, w, 0);
  sem_wait (&b);
  sem_wait (&a);
  sem_post (&a);
  sem_post (&b);
  pthread_join (t, 0);
  return 0;
}
