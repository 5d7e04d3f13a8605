// expect: race:safe deadlock:safe
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_mutex_lock (&m);
  pthread_join (t, 0);
  pthread_mutex_unlock (&m);
  return 0;
}
