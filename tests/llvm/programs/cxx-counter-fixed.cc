// expect: assert:safe race:safe deadlock:safe wrong:safe
#include <cassert>
#include <mutex>
#include <thread>

static int n;
static std::mutex m;
static void work () { std::lock_guard<std::mutex> guard (m); n++; }

int main ()
{
  std::thread a (work), b (work);
  a.join ();
  b.join ();
  assert (n == 2);
}
