// expect: assert:gap race:gap deadlock:gap
#include <pthread.h>
#include <assert.h>
int lock, x;
void *
work (void *argument)
{
  while (__sync_lock_test_and_set (&lock, 1))
    ;
  x++;
  __sync_lock_release (&lock);
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
  assert (x == 2);
  return 0;
}
