/* really.c -- what random programs call, for running them: status 99 is a failure.  An
   atomic block is not atomic to the other accesses: such programs are not run. */
#include <unistd.h>
void
reach_error (void)
{
  _exit (99);
}
