// expect: race:gap deadlock:none O2-deadlock:gap
// atoi reads a text that another thread writes.
#include <pthread.h>
#include <stdlib.h>
char text[4] = "12";
void *
work (void *argument)
{
  text[0] = '3';
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  int n = atoi (text);
  pthread_join (t, 0);
  return n;
}
