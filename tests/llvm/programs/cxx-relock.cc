// expect: wrong:violation deadlock:safe
#include <mutex>
#include <thread>

// A unique_lock that holds its mutex is locked again: the library throws.
static std::mutex m;
static int n;
static void work ()
{
  std::unique_lock<std::mutex> lock (m);
  lock.lock ();
  n++;
}

int main ()
{
  std::thread t (work);
  t.join ();
}
