// expect: assert:safe race:gap deadlock:safe O2-assert:violation O2-race:violation
#include <pthread.h>
#include <assert.h>
void reach_error (void);
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
int __VERIFIER_nondet_int (void);
void __VERIFIER_assume (int);
int x;
void
__VERIFIER_atomic_add (void)
{
  int old = x;
  x = old + 1;
}
void *
work (void *argument)
{
  __VERIFIER_atomic_add ();
  return argument;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  if (x != 2)
    reach_error ();
  return 0;
}
