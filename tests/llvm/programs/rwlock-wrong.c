// expect: assert:violation race:violation deadlock:gap O2-assert:none O2-race:safe
#include <pthread.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *
reader (void *argument)
{
  pthread_rwlock_rdlock (&l);
  int first = x;
  assert (x == first);
  pthread_rwlock_unlock (&l);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, reader, 0);
  pthread_rwlock_rdlock (&l);
  x++;
  pthread_rwlock_unlock (&l);
  pthread_join (a, 0);
  return 0;
}
