// expect: assert:violation race:violation deadlock:safe
#include <cassert>
#include <thread>

static int n;
static void work () { n++; }

int main ()
{
  std::thread a (work), b (work);
  a.join ();
  b.join ();
  assert (n == 2);
}
