// expect: race:violation
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int n, last;
// Two readers at a time: `last' races, n does not.
static void reader () { std::shared_lock<std::shared_mutex> lock (m); last = n; }
static void writer () { std::unique_lock<std::shared_mutex> lock (m); n++; }

int main ()
{
  std::thread a (reader), b (reader), c (writer);
  a.join ();
  b.join ();
  c.join ();
}
