// expect: race:violation
#include <pthread.h>
#include <string.h>
struct s
{
  int a, b;
  char t[4];
} g, h;
void *
w (void *p)
{
  memcpy (&g, &h, sizeof g);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  memset (&g, 0, sizeof g);
  pthread_join (t, 0);
  return 0;
}
