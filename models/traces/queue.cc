// queue.cc -- a bounded queue, and a monitor that asks how long it is.
//
// push and pop take the lock and wait for each other.  The monitor does not: its read of
// the length races with both.  queue-fixed.cc has it take the lock.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable changed;
static int buffer[4], first, length;

static void
push (int value)
{
  std::unique_lock<std::mutex> hold (guard);
  changed.wait (hold, [] { return length < 4; });
  buffer[(first + length) % 4] = value;
  length++;
  changed.notify_all ();
}

static int
pop ()
{
  std::unique_lock<std::mutex> hold (guard);
  changed.wait (hold, [] { return length > 0; });
  int value = buffer[first];
  first = (first + 1) % 4;
  length--;
  changed.notify_all ();
  return value;
}

static int
count ()
{
  return length;
}

int
main ()
{
  int sum = 0;
  std::thread producer ([] {
    for (int i = 1; i <= 8; i++)
      push (i);
  });
  std::thread consumer ([&sum] {
    for (int i = 1; i <= 8; i++)
      sum += pop ();
  });
  std::thread monitor ([] {
    if (count () > 4)
      std::puts ("too long");
  });
  producer.join ();
  consumer.join ();
  monitor.join ();
  std::printf ("%d\n", sum);
}
