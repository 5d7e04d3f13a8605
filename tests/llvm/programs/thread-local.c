// expect: assert:safe race:safe deadlock:none
#include <assert.h>
#include <pthread.h>
_Thread_local int x;
int
main (void)
{
  assert (x == 0);
  return 0;
}
