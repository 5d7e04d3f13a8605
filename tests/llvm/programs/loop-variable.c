// expect: assert:violation race:violation
#include <pthread.h>
#include <assert.h>
int got[3];
void *
w (void *p)
{
  got[*(int *) p] = 1;
  return p;
}
int
main (void)
{
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create (&t[i], 0, w, &i);
  for (int j = 0; j < 2; j++)
    pthread_join (t[j], 0);
  assert (got[0] == 1);
  return 0;
}
