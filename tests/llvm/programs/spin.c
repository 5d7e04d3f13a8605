// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_spinlock_t s;
int x;
void *
work (void *argument)
{
  pthread_spin_lock (&s);
  x++;
  pthread_spin_unlock (&s);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_spin_init (&s, PTHREAD_PROCESS_PRIVATE);
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 2);
  return 0;
}
