// expect: race:safe deadlock:violation
#include <functional>
#include <mutex>
#include <thread>

struct Account { std::mutex m; int balance = 0; };
static Account a, b;

static void transfer (Account &from, Account &to)
{
  std::lock_guard<std::mutex> first (from.m);
  std::lock_guard<std::mutex> second (to.m);
  from.balance--;
  to.balance++;
}

int main ()
{
  std::thread t (transfer, std::ref (a), std::ref (b));
  transfer (b, a);
  t.join ();
}
