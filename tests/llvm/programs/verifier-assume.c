// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
void reach_error (void);
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
int __VERIFIER_nondet_int (void);
void __VERIFIER_assume (int);

int
main (void)
{
  int n = __VERIFIER_nondet_int ();
  __VERIFIER_assume (n > 3 && n < 6);
  if (n * n != 16 && n * n != 25)
    reach_error ();
  return 0;
}
