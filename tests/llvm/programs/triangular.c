// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);

void reach_error (void);
int i = 3, j = 6;
void *
one (void *argument)
{
  for (int k = 0; k < 5; k++)
    {
      __VERIFIER_atomic_begin ();
      i = j + 1;
      __VERIFIER_atomic_end ();
    }
  return argument;
}
void *
two (void *argument)
{
  for (int k = 0; k < 5; k++)
    {
      __VERIFIER_atomic_begin ();
      j = i + 1;
      __VERIFIER_atomic_end ();
    }
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, one, 0);
  pthread_create (&b, 0, two, 0);
  __VERIFIER_atomic_begin ();
  int found = i >= 17 || j >= 17;
  __VERIFIER_atomic_end ();
  if (found)
    reach_error ();
  return 0;
}
