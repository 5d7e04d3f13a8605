// expect: race:violation wrong:gap O2-race:gap O2-wrong:none
#include <pthread.h>
#include <stdlib.h>
int *v;
void *
w (void *p)
{
  v[1] = 1;
  return p;
}
int
main (int argc, char **argv)
{
  pthread_t t;
  v = malloc (argc * sizeof *v);
  pthread_create (&t, 0, w, 0);
  v[1] = 2;
  pthread_join (t, 0);
  return 0;
}
