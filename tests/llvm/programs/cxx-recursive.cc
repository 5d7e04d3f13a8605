// expect: race:safe deadlock:safe assert:safe
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int n;
static void inner () { std::lock_guard<std::recursive_mutex> guard (m); n++; }
static void outer () { std::lock_guard<std::recursive_mutex> guard (m); inner (); n++; }

int main ()
{
  std::thread t (outer);
  outer ();
  t.join ();
  assert (n == 4);
}
