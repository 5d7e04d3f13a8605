// expect: race:violation
#include <thread>

// The destructor of the global runs after main, while the thread may still count.
static int n;
struct Report { ~Report () { n = 0; } };
static Report report;

int main ()
{
  std::thread t ([] { n++; });
  t.detach ();
}
