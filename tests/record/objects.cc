// objects.cc -- the C++ library: its locks, threads and objects; for recorder.sh.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class Queue
{
public:
  void push (int value);
  int pop ();

private:
  std::mutex guard;
  std::condition_variable filled;
  std::deque<int> values;
};

__attribute__ ((noinline)) void
Queue::push (int value)
{
  std::lock_guard<std::mutex> hold (guard);
  values.push_back (value);
  filled.notify_one ();
}

__attribute__ ((noinline)) int
Queue::pop ()
{
  std::unique_lock<std::mutex> hold (guard);
  filled.wait (hold, [&] { return !values.empty (); });
  int value = values.front ();
  values.pop_front ();
  return value;
}

struct Shape
{
  virtual ~Shape () {}
  virtual int area () const { return 1; }
};
struct Square : Shape
{
  int side = 3;
  int area () const override { return side * side; }
};

namespace depot
{
std::shared_mutex gate;
int stock;
std::once_flag opened;
}

static const std::string &
name ()
{
  static const std::string it ("a name that is too long to be stored inline");
  return it;
}

int
main ()
{
  Queue queue;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++)
    threads.emplace_back ([&] {
      for (int k = 0; k < 5; k++)
        {
          int value = queue.pop ();
          std::shared_lock<std::shared_mutex> hold (depot::gate);
          std::call_once (depot::opened, [] { depot::stock += 0; });
          if (depot::stock + value + (int) name ().size () < 0)
            std::puts ("never");
        }
    });
  std::unique_ptr<Shape> shape (new Square);
  for (int i = 0; i < 10; i++)
    {
      queue.push (shape->area ());
      std::unique_lock<std::shared_mutex> hold (depot::gate);
      depot::stock++;
    }
  for (auto &thread : threads)
    thread.join ();
  std::printf ("%d\n", depot::stock);
}
