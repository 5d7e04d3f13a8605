// expect: race:violation deadlock:safe
#include <mutex>
#include <thread>

struct Task { virtual void run () = 0; };
static int n;
static std::mutex m;
struct Locked : Task { void run () override { std::lock_guard<std::mutex> guard (m); n++; } };
struct Plain : Task { void run () override { n++; } };
static void go (Task *task) { task->run (); }

int main ()
{
  Locked locked;
  Plain plain;
  std::thread a (go, &locked), b (go, &plain);
  a.join ();
  b.join ();
}
