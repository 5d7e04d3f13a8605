// expect: race:gap O2-race:violation
#include <pthread.h>
#include <string.h>
char b[8];
void *
w (void *p)
{
  strcpy (b, "hi");
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  strcpy (b, "ho");
  pthread_join (t, 0);
  return b[0];
}
