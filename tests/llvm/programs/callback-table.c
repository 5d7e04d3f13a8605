// expect: assert:violation wrong:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
typedef void (*op) (int);
static void
add (int n)
{
  x += n;
}
static void
sub (int n)
{
  x -= n;
}
static struct
{
  const char *name;
  op f;
} table[] = { { "add", add }, { "sub", sub } };
void *
w (void *p)
{
  table[(long) p].f (3);
  return 0;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, (void *) 1);
  pthread_join (t, 0);
  assert (x != -3);
  return 0;
}
