// expect: race:safe deadlock:safe assert:safe
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue
{
  std::mutex m;
  std::condition_variable filled;
  int items = 0;

public:
  void put ()
  {
    std::unique_lock<std::mutex> lock (m);
    items++;
    filled.notify_one ();
  }
  void take ()
  {
    std::unique_lock<std::mutex> lock (m);
    filled.wait (lock, [this] { return items > 0; });
    items--;
    assert (items >= 0);
  }
};

static Queue queue;
static std::atomic<int> done { 0 };

int main ()
{
  std::thread a ([] { queue.put (); done++; }), b ([] { queue.take (); done.fetch_add (1); });
  a.join ();
  b.join ();
  assert (done == 2);
}
