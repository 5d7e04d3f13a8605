// expect: race:violation deadlock:safe assert:safe
#include <cassert>
#include <mutex>
#include <thread>

// add () locks, get () does not; after the join all is well.
struct Account
{
  std::mutex m;
  int balance = 0;
  void add (int x) { std::lock_guard<std::mutex> guard (m); balance += x; }
  int get () { return balance; }
};

int main ()
{
  Account account;
  std::thread t ([&account] { account.add (1); });
  int seen = account.get ();
  t.join ();
  assert (account.get () == 1);
  return seen;
}
