// expect: race:safe assert:safe
#include <cassert>
#include <thread>

// A global that is constructed before main.
struct Config { int value; explicit Config (int x) : value (x) {} };
static int five () { return 5; }
static Config config (five ());
static void look () { assert (config.value == 5); }

int main ()
{
  std::thread t (look);
  look ();
  t.join ();
}
