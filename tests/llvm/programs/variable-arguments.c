// expect: assert:gap race:gap
#include <pthread.h>
#include <stdarg.h>
#include <assert.h>
int x;
static void
set (int n, ...)
{
  va_list l;
  va_start (l, n);
  for (int i = 0; i < n; i++)
    x += va_arg (l, int);
  va_end (l);
}
void *
w (void *p)
{
  set (2, 3, 4);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x != 7);
  return 0;
}
