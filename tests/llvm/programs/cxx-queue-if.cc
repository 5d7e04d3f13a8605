// expect: race:safe assert:violation
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static int items;

// A wait may end by itself: `if' is not enough.
static void take ()
{
  std::unique_lock<std::mutex> lock (m);
  if (items == 0)
    filled.wait (lock);
  items--;
  assert (items >= 0);
}

int main ()
{
  std::thread a (take);
  { std::lock_guard<std::mutex> guard (m); items++; }
  filled.notify_one ();
  a.join ();
}
