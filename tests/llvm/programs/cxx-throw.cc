// expect: race:gap
#include <mutex>
#include <thread>

// What a handler does is not looked at, and that is said.
static int n;
static void work (int x)
{
  try { if (x) throw 1; } catch (int) { n--; }
}

int main ()
{
  std::thread t (work, 1);
  work (0);
  t.join ();
  return n;
}
