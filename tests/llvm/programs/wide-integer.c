// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
unsigned __int128 x; // fails
void *
w (void *p)
{
  x += (unsigned __int128) 1 << 70;
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert ((x >> 70) == 0);
  return 0;
}
