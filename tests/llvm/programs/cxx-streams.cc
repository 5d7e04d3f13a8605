// expect: assert:safe deadlock:safe
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex m;
static int n;
static void work () { std::lock_guard<std::mutex> guard (m); n++; }

int main ()
{
  std::thread t (work);
  work ();
  t.join ();
  assert (n == 2);
  std::cout << n << "\n";
}
