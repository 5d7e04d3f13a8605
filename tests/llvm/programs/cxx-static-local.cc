// expect: race:safe assert:safe
#include <cassert>
#include <thread>

// The first thread to come makes it, and the other one waits.
struct Config { int value; explicit Config (int x) : value (x) {} };
static int five () { return 5; }
static int config () { static Config c (five ()); return c.value; }

int main ()
{
  std::thread t ([] { assert (config () == 5); });
  assert (config () == 5);
  t.join ();
}
