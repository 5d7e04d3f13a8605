// expect: wrong:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int cells[4];
int __VERIFIER_nondet_int (void);
int
main (void)
{
  int i = __VERIFIER_nondet_int ();
  if (i < 0 || i > 3)
    return 0;
  cells[i] = 1;
  return 0;
}
