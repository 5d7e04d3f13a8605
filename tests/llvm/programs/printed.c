// expect: race:gap
#include <pthread.h>
#include <stdio.h>
char b[8];
void *
w (void *p)
{
  b[0] = 'x';
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  printf ("%s", b);
  pthread_join (t, 0);
  return 0;
}
