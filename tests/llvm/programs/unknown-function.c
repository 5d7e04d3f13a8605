// expect: assert:gap race:gap deadlock:gap
#include <pthread.h>
#include <assert.h>
int x;
void elsewhere (int *);
int
main (void)
{
  elsewhere (&x);
  assert (x == 0);
  return 0;
}
