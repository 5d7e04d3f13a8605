// expect: assert:violation race:violation deadlock:safe O2-assert:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;

int readers, busy, data;
void *
reader (void *argument)
{
  pthread_mutex_lock (&m);
  while (busy)
    pthread_cond_wait (&free_again, &m);
  readers++;
  pthread_mutex_unlock (&m);
  int seen = data;
  assert (seen == 0 || seen == 2);
  pthread_mutex_lock (&m);
  readers--;
  pthread_cond_broadcast (&free_again);
  pthread_mutex_unlock (&m);
  return argument;
}
void *
writer (void *argument)
{
  pthread_mutex_lock (&m);
  while (busy)
    pthread_cond_wait (&free_again, &m);
  busy = 1;
  pthread_mutex_unlock (&m);
  data++;
  data++;
  pthread_mutex_lock (&m);
  busy = 0;
  pthread_cond_broadcast (&free_again);
  pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, 0, reader, 0);
  pthread_create (&b, 0, reader, 0);
  pthread_create (&c, 0, writer, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  pthread_join (c, 0);
  return 0;
}
