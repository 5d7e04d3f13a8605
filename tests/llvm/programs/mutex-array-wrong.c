// expect: assert:violation race:violation deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int cell, next;
void *
work (void *argument)
{
  int i = __sync_fetch_and_add (&next, 1) & 1;
  pthread_mutex_lock (&locks[i]);
  cell++;
  pthread_mutex_unlock (&locks[i]);
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
  assert (cell == 2);
  return 0;
}
