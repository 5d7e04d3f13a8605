// expect: assert:violation race:none deadlock:none
// A program is started with any number of arguments.
#include <assert.h>

int
main (int argc, char **argv)
{
  assert (argc < 3);
  return argv == 0;
}
