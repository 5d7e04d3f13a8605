// queue-fixed.cc -- queue.cc, repaired: whoever asks for the length takes the lock, too.
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
  std::lock_guard<std::mutex> hold (guard);
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
