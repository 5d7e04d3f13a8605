// expect: assert:gap deadlock:gap
// How large a stack is, is not followed.
#include <assert.h>
#include <pthread.h>
int
main (void)
{
  pthread_attr_t attributes;
  size_t size = 0;
  pthread_attr_init (&attributes);
  pthread_attr_getstacksize (&attributes, &size);
  assert (size == 0);
  return 0;
}
