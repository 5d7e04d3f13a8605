// expect: race:safe assert:safe
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static int n;
static void work ()
{
  while (taken.test_and_set ())
    ;
  n++;
  taken.clear ();
}

int main ()
{
  std::thread a (work), b (work);
  a.join ();
  b.join ();
  assert (n == 2);
}
