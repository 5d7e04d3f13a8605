// expect: race:safe deadlock:safe
#include <mutex>
#include <thread>

struct Task { virtual void run () = 0; };
static int n;
static std::mutex m;
struct Locked : Task { void run () override { std::lock_guard<std::mutex> guard (m); n++; } };
struct Other : Task { void run () override { std::lock_guard<std::mutex> guard (m); n--; } };
static void go (Task *task) { task->run (); }

int main ()
{
  Locked locked;
  Other other;
  std::thread a (go, &locked), b (go, &other);
  a.join ();
  b.join ();
}
