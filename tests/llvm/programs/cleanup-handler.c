// expect: assert:gap
#include <pthread.h>
#include <assert.h>
int x;
static void
cl (void *p)
{
  x = 1;
}
void *
w (void *p)
{
  pthread_cleanup_push (cl, 0);
  pthread_exit (0);
  pthread_cleanup_pop (0);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x == 0);
  return 0;
}
