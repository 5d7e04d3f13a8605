// expect: assert:safe race:safe deadlock:safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int (void);
extern long __VERIFIER_nondet_long (void);
int sum;
void *
work (void *argument)
{
  int a = __VERIFIER_nondet_int (), r;
  if (a > 0 && !__builtin_add_overflow (a, 1, &r))
    assert (r > 1);
  long b = __VERIFIER_nondet_long (), q;
  if (b >= 0 && __builtin_add_overflow (b, 1, &q))
    assert (b == 0x7fffffffffffffff);
  unsigned long u = b, v;
  if (__builtin_sub_overflow (u, 5ul, &v))
    assert (u < 5);
  short s;
  if (!__builtin_mul_overflow (a, 2, &s))
    sum = s;
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  assert (sum % 2 == 0);
  return 0;
}
