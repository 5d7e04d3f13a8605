// expect: assert:violation race:safe deadlock:safe
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
  __VERIFIER_assume (n > 3 && n < 7);
  if (n * n == 36)
    reach_error ();
  return 0;
}
