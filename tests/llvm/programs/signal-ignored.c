// expect: assert:gap
#include <pthread.h>
#include <signal.h>
#include <assert.h>
int x;
void
handler (int s)
{
  x = 1;
}
int
main (void)
{
  signal (SIGUSR1, handler);
  x = 0;
  raise (SIGUSR1);
  assert (x == 0);
  return 0;
}
