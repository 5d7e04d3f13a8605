// expect: assert:violation
#include <pthread.h>
#include <assert.h>
struct p
{
  int a, b;
};
struct p g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct p
twice (struct p p)
{
  p.a *= 2;
  p.b *= 2;
  return p;
}
void *
w (void *q)
{
  pthread_mutex_lock (&m);
  g = twice (g);
  pthread_mutex_unlock (&m);
  return q;
}
int
main (void)
{
  pthread_t t;
  g.a = 1;
  g.b = 2;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (g.a == 2 && g.b == 4);
  assert (g.b != 4);
  return 0;
}
