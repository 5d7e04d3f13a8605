// expect: race:violation O2-race:safe deadlock:none
// A gigabyte that two threads set.
#include <pthread.h>
#include <string.h>
static char bytes[1 << 30];
void *
work (void *argument)
{
  memset (bytes, 1, sizeof bytes);
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  memset (bytes + 5, 2, 100);
  return bytes[7];
}
