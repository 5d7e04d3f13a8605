// expect: assert:safe race:none deadlock:none
// The number of arguments is not negative.
#include <assert.h>

int
main (int argc, char **argv)
{
  assert (argc >= 0);
  return argv == 0;
}
