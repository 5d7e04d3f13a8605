// expect: assert:violation
// A value that is compared with other numbers than zero has more than two.
#include <assert.h>
int __VERIFIER_nondet_int (void);

int
main (void)
{
  int n = __VERIFIER_nondet_int (), m = __VERIFIER_nondet_int ();
  if (n != 0)
    assert (n == 1);
  if (m != 0)
    assert (n == 0);
  return 0;
}
