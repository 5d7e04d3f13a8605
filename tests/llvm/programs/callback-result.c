// expect: race:violation wrong:safe deadlock:none
// A callback whose result nobody looks at.
#include <pthread.h>
int x;
int
add (void)
{
  return ++x;
}
void
take (void)
{
  x--;
}
typedef void (*callback) (void);
callback table[2] = { take, (callback) add };
void *
work (void *argument)
{
  table[1]();
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  table[0]();
  pthread_join (t, 0);
  return 0;
}
