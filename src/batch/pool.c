/* pool.c -- see pool.h: the parent of the workers.
 *
 * An item is waiting (in `waiting'), in the range of a worker that has not begun it,
 * being worked on, or settled: replied to, lost, or dropped.  Ranges get smaller as fewer
 * items wait, and when none waits, an idle worker gets half of what another has not
 * begun.  So no worker is idle while some item has not been begun.
 *
 * Replies of a worker come in the order of its range, so the item that a dead
 * worker was at is the last one it took, if there was no reply to it: the page
 * (worker_link.h) stays readable, and so does the stream.
 */
#include <config.h>

#include "batch/pool.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "batch/worker_link.h"
#include "io/interrupt.h"

#define MILLISECOND UINT64_C (1000000)

/* The time between two checks of the clock and the workers. */
#define PATIENCE (100 * MILLISECOND)

/* The most items of a range: what a worker has not begun can be taken back, but items
   that were not handed out are easier to give to another. */
#define LARGEST_RANGE 256

/* If this many workers die in a row, with nothing done, something is wrong. */
#define MOST_FAILURES 20

struct worker
{
  pid_t pid; /* 0: there is none */
  int stream;
  struct worker_link_page *page;
  uint32_t answered; /* all items of its range before this one are answered */
  uint32_t end;      /* the end of its range */
  uint64_t stopped;  /* since when it is stopped (SIGSTOP); 0: it is not */
  bool killed;       /* by us, for the reason below */
  enum pool_loss_reason reason;
  VEC (char) heard; /* incomplete replies */
};

struct pool
{
  const struct pool_work *work;
  struct arena *arena;
  struct worker *workers;
  struct worker_link_page *pages;
  VEC (struct worker_link_range) waiting; /* the last range first */
  uint32_t end;                           /* items from here on are not wanted */
  uint64_t open;                          /* items that are not settled */
  unsigned failures;                      /* failures in a row to start a worker, or to
                                             keep it alive */
  int why;                                /* errno if no worker could be started; or 0 */
  uint64_t looked;                        /* the time of the last check */
  uint64_t back;           /* since when the parent has listened without interruption */
  unsigned long oom_kills; /* the machine's count at the last check */
  bool stop;
};

/* ---- Ranges. ---- */

static void
put_waiting (struct pool *pool, uint32_t from, uint32_t end)
{
  if (end > pool->end)
    end = pool->end;
  if (from < end)
    *vec_push (pool->arena, &pool->waiting) = (struct worker_link_range){ from, end };
}

static uint32_t
count_waiting (const struct pool *pool)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < pool->waiting.count; i++)
    count += pool->waiting.at[i].end - pool->waiting.at[i].next;
  return count;
}

/* Items that are wanted and not settled: those that wait, and those in the ranges
   of workers that have no reply. */
static uint64_t
count_open (const struct pool *pool)
{
  uint64_t open = count_waiting (pool);
  for (unsigned i = 0; i < pool->work->jobs; i++)
    {
      const struct worker *worker = &pool->workers[i];
      uint32_t end = worker->end < pool->end ? worker->end : pool->end;
      if (worker->pid && worker->answered < end)
        open += end - worker->answered;
    }
  return open;
}

/* Take a range for an idle worker from what waits. */
static bool
take_waiting (struct pool *pool, struct worker_link_range *range)
{
  uint32_t share = count_waiting (pool) / (4 * pool->work->jobs);
  if (pool->waiting.count == 0)
    return false;
  struct worker_link_range *last = &pool->waiting.at[pool->waiting.count - 1];
  assert (last->next < last->end);
  share = share < 1 ? 1 : share > LARGEST_RANGE ? LARGEST_RANGE : share;
  if (share > last->end - last->next)
    share = last->end - last->next;
  *range = (struct worker_link_range){ last->next, last->next + share };
  last->next += share;
  if (last->next == last->end)
    pool->waiting.count--;
  assert (range->next < range->end && range->end <= pool->end);
  return true;
}

static uint32_t
count_not_begun (const struct worker *worker)
{
  struct worker_link_range range = atomic_load (&worker->page->range);
  return worker->pid ? range.end - range.next : 0;
}

/* The worker with the most items not begun, or null. */
static struct worker *
find_busiest (struct pool *pool)
{
  struct worker *busiest = NULL;
  uint32_t most = 0;
  for (unsigned i = 0; i < pool->work->jobs; i++)
    {
      uint32_t count = count_not_begun (&pool->workers[i]);
      if (count > most)
        {
          most = count;
          busiest = &pool->workers[i];
        }
    }
  return busiest;
}

static bool
take_from_another (struct pool *pool, struct worker_link_range *range)
{
  struct worker *busiest = find_busiest (pool);
  if (!busiest || !worker_link_take_back (busiest->page, range))
    return false;
  assert (busiest->answered <= range->next && range->end == busiest->end);
  busiest->end = range->next;
  return true;
}

static bool
is_idle (const struct worker *worker)
{
  return worker->pid && !worker->killed && worker->answered == worker->end;
}

static void
hand_out (struct pool *pool, struct worker *worker)
{
  struct worker_link_range range;
  assert (is_idle (worker));
  if (!take_waiting (pool, &range) && !take_from_another (pool, &range))
    return;
  assert (range.next < range.end && range.end <= pool->work->items);
  worker->answered = range.next;
  worker->end = range.end;
  /* An idle worker has no deadline.  Set one now, until it takes an item of the range,
     which must not be there before. */
  atomic_store (
    &worker->page->deadline,
    worker_link_deadline (WORKER_LINK_BETWEEN, quota_clock (), pool->work->grace));
  atomic_store (&worker->page->range, range);
  /* That a worker is gone is noticed when its stream ends. */
  char word = 0;
  ssize_t sent = send (worker->stream, &word, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  (void) sent;
}

/* ---- Workers come. ---- */

static bool
start_worker (struct pool *pool, struct worker *worker)
{
  int pair[2];
  assert (!worker->pid && !pool->stop);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return false;
  memset (worker->page, 0, sizeof *worker->page);
  uint64_t now = quota_clock ();
  atomic_store (&worker->page->since, now);
  atomic_store (&worker->page->deadline,
                worker_link_deadline (WORKER_LINK_BETWEEN, now, pool->work->grace));
  fflush (NULL);
  pid_t parent = getpid ();
  /* A signal must not end the worker, which would count as a crash, nor make it answer
     "interrupted", which would settle queries that were not decided. */
  pid_t pid = interrupt_fork ();
  if (pid == 0)
    {
      close (pair[0]);
      for (unsigned i = 0; i < pool->work->jobs; i++)
        if (pool->workers[i].pid)
          close (pool->workers[i].stream);
      worker_link_work (pool->work, worker->page, pair[1], parent);
    }
  int why = errno;
  close (pair[1]);
  if (pid < 0)
    {
      close (pair[0]);
      errno = why;
      return false;
    }
  worker->pid = pid;
  worker->stream = pair[0];
  worker->answered = worker->end = 0;
  worker->killed = false;
  worker->stopped = 0;
  worker->heard.count = 0;
  return true;
}

/* Start as many workers as there is work for; fewer if the machine allows no more. */
static void
start_workers (struct pool *pool)
{
  unsigned alive = 0;
  for (unsigned i = 0; i < pool->work->jobs; i++)
    alive += pool->workers[i].pid != 0;
  for (unsigned i = 0; i < pool->work->jobs && alive < pool->open; i++)
    {
      struct worker *worker = &pool->workers[i];
      bool needed = pool->waiting.count > 0 || find_busiest (pool);
      if (worker->pid || !needed)
        continue;
      if (!start_worker (pool, worker))
        {
          pool->why = errno;
          pool->failures += alive == 0;
          return;
        }
      alive++;
      hand_out (pool, worker);
    }
}

/* ---- What workers say. ---- */

static void
settle (struct pool *pool, uint32_t item)
{
  if (item < pool->end)
    {
      assert (pool->open > 0);
      pool->open--;
    }
}

/* The item that WORKER takes next. */
static uint32_t
next_item (const struct worker *worker)
{
  struct worker_link_range range = atomic_load (&worker->page->range);
  return range.next;
}

/* Handle the complete replies in what was heard. */
static void
take_replies (struct pool *pool, struct worker *worker)
{
  size_t used = 0;
  struct worker_link_frame frame;
  while (worker->heard.count - used >= sizeof frame)
    {
      memcpy (&frame, worker->heard.at + used, sizeof frame);
      if (frame.length > worker->heard.count - used - sizeof frame)
        break;
      assert (frame.item == worker->answered && frame.item < worker->end);
      assert (frame.item < next_item (worker));
      worker->answered++;
      pool->failures = 0;
      bool wanted = frame.item < pool->end;
      settle (pool, frame.item);
      if (wanted)
        pool->work->done (pool->work->context, pool, frame.item,
                          worker->heard.at + used + sizeof frame, (size_t) frame.length);
      used += sizeof frame + (size_t) frame.length;
    }
  assert (used <= worker->heard.count);
  worker->heard.count -= (uint32_t) used;
  memmove (worker->heard.at, worker->heard.at + used, worker->heard.count);
}

/* Receive from WORKER.  False: the stream has ended. */
static bool
listen_to (struct pool *pool, struct worker *worker)
{
  vec_reserve (pool->arena, &worker->heard, (uint64_t) worker->heard.count + 65536);
  ssize_t got
    = recv (worker->stream, worker->heard.at + worker->heard.count, 65536, MSG_DONTWAIT);
  if (got < 0)
    return errno == EINTR || errno == EAGAIN;
  worker->heard.count += (uint32_t) got;
  take_replies (pool, worker);
  return got > 0;
}

/* ---- Workers go. ---- */

static void
kill_worker (struct worker *worker, enum pool_loss_reason reason)
{
  assert (worker->pid > 0);
  kill (worker->pid, SIGKILL);
  if (!worker->killed)
    worker->reason = reason;
  worker->killed = true;
}

enum quota_reason
pool_loss_quota (const struct pool_loss *loss)
{
  return loss->reason == POOL_LOST_TIME     ? QUOTA_TIME
         : loss->reason == POOL_LOST_MEMORY ? QUOTA_MEMORY
                                            : QUOTA_NOT_EXHAUSTED;
}

void
pool_print_death (FILE *file, int wait_status)
{
  if (WIFSIGNALED (wait_status))
    fprintf (file, "was killed by signal %d (%s)", WTERMSIG (wait_status),
             strsignal (WTERMSIG (wait_status)));
  else
    fprintf (file, "ended with status %d", WEXITSTATUS (wait_status));
}

/* How many processes the machine has killed for lack of memory. */
static unsigned long
read_oom_kills (void)
{
  unsigned long count = 0;
  char line[128];
  FILE *file = fopen ("/proc/vmstat", "re");
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "oom_kill %lu", &count) == 1)
      break;
  if (file)
    fclose (file);
  return count;
}

static enum pool_loss_reason
find_reason (struct pool *pool, const struct worker *worker, int wait_status)
{
  if (worker->killed)
    return worker->reason;
  if (WIFEXITED (wait_status) && WEXITSTATUS (wait_status) == WORKER_LINK_NO_MEMORY)
    return POOL_LOST_MEMORY;
  unsigned long before = pool->oom_kills;
  pool->oom_kills = read_oom_kills ();
  bool by_machine = WIFSIGNALED (wait_status) && WTERMSIG (wait_status) == SIGKILL
                    && pool->oom_kills > before;
  return by_machine ? POOL_LOST_MEMORY : POOL_LOST_CRASH;
}

/* WORKER's stream has ended: it is dead or will be.  Settle its item; free its place. */
static void
bury (struct pool *pool, struct worker *worker)
{
  int wait_status = 0;
  assert (worker->pid > 0 && worker->answered <= worker->end);
  kill (worker->pid, SIGKILL);
  while (waitpid (worker->pid, &wait_status, 0) < 0 && errno == EINTR)
    ;
  close (worker->stream);
  worker->pid = 0;
  uint32_t next = next_item (worker);
  /* If the worker never saw its range, nothing of it was begun. */
  bool begun = worker->answered < worker->end && worker->answered < next;
  assert (!begun || next == worker->answered + 1);
  put_waiting (pool, next > worker->answered ? next : worker->answered, worker->end);
  pool->failures++;
  if (!begun || pool->stop)
    return;
  struct pool_loss loss
    = { .reason = find_reason (pool, worker, wait_status),
        .wait_status = wait_status,
        .nanoseconds = quota_clock () - atomic_load (&worker->page->since) };
  uint32_t item = worker->answered;
  if (item >= pool->end)
    return;
  pool->failures = 0;
  settle (pool, item);
  pool->work->lost (pool->work->context, pool, item, &loss);
}

static uint64_t
resident_bytes (pid_t pid)
{
  char path[64];
  unsigned long pages = 0;
  snprintf (path, sizeof path, "/proc/%d/statm", (int) pid);
  FILE *file = fopen (path, "re");
  if (file && fscanf (file, "%*u %lu", &pages) != 1)
    pages = 0;
  if (file)
    fclose (file);
  return (uint64_t) pages * (uint64_t) sysconf (_SC_PAGESIZE);
}

/* Update whether WORKER is stopped.  Its death is left to `bury'. */
static void
look_whether_stopped (struct worker *worker, uint64_t now)
{
  siginfo_t news = { .si_pid = 0 };
  while (waitid (P_PID, (id_t) worker->pid, &news, WSTOPPED | WCONTINUED | WNOHANG) == 0
         && news.si_pid != 0)
    {
      worker->stopped = news.si_code == CLD_STOPPED ? now : 0;
      news.si_pid = 0;
    }
}

/* The deadline of WORKER, and the reason if it is missed; 0: none.  An idle worker has
   none.  One that was stopped must go on soon, unless its item has no limit. */
static uint64_t
find_deadline (const struct pool *pool, const struct worker *worker,
               enum pool_loss_reason *reason)
{
  uint64_t deadline = atomic_load (&worker->page->deadline);
  enum worker_link_phase phase = worker_link_phase (deadline);
  uint64_t end = worker_link_end_of_time (deadline);
  bool stopped = worker->stopped != 0;
  *reason = phase == WORKER_LINK_ITEM || (phase == WORKER_LINK_READING && !stopped)
              ? POOL_LOST_TIME
              : POOL_LOST_HANG;
  if (is_idle (worker))
    return 0;
  if (!end && stopped && phase == WORKER_LINK_READING)
    end = worker->stopped + pool->work->grace;
  /* A worker cannot reply while the parent does not listen. */
  return end && end < pool->back + pool->work->grace && phase == WORKER_LINK_BETWEEN
           ? pool->back + pool->work->grace
           : end;
}

/* Enforce the hard limits: a worker observes the time and the memory of a query itself;
   one that does not is killed. */
static void
look_after (struct pool *pool, struct worker *worker, uint64_t now)
{
  enum pool_loss_reason reason;
  assert (worker->pid && !worker->killed);
  look_whether_stopped (worker, now);
  uint64_t deadline = find_deadline (pool, worker, &reason);
  uint64_t memory = pool->work->memory;
  if (deadline && now > deadline)
    kill_worker (worker, reason);
  else if (memory && resident_bytes (worker->pid) / 2 > memory + ((uint64_t) 256 << 20))
    kill_worker (worker, POOL_LOST_MEMORY);
}

/* ---- Together. ---- */

static void
look_around (struct pool *pool)
{
  uint64_t now = quota_clock ();
  if (now - pool->looked < PATIENCE)
    return;
  /* The parent was busy elsewhere (its output has a slow reader), or was stopped. */
  if (now - pool->looked > 10 * PATIENCE)
    pool->back = now;
  pool->looked = now;
  for (unsigned i = 0; i < pool->work->jobs; i++)
    if (pool->workers[i].pid && !pool->workers[i].killed)
      look_after (pool, &pool->workers[i], now);
  pool->stop |= !pool->work->pause (pool->work->context, pool);
}

/* Listen to all workers; wait for something to happen, but not for long. */
static void
hear_all (struct pool *pool, struct pollfd *streams, bool wait)
{
  unsigned jobs = pool->work->jobs;
  for (unsigned i = 0; i < jobs; i++)
    {
      const struct worker *worker = &pool->workers[i];
      streams[i]
        = (struct pollfd){ .fd = worker->pid ? worker->stream : -1, .events = POLLIN };
    }
  if (poll (streams, jobs, wait ? (int) (PATIENCE / MILLISECOND) : 0) <= 0)
    return;
  for (unsigned i = 0; i < jobs; i++)
    if (streams[i].revents && !listen_to (pool, &pool->workers[i]))
      bury (pool, &pool->workers[i]);
}

static void
dismiss (struct pool *pool)
{
  for (unsigned i = 0; i < pool->work->jobs; i++)
    if (pool->workers[i].pid)
      kill_worker (&pool->workers[i], POOL_LOST_CRASH);
  for (unsigned i = 0; i < pool->work->jobs; i++)
    if (pool->workers[i].pid)
      {
        /* The worker is dead, so its stream has an end. */
        struct pollfd stream = { .fd = pool->workers[i].stream, .events = POLLIN };
        while (listen_to (pool, &pool->workers[i]))
          poll (&stream, 1, -1);
        bury (pool, &pool->workers[i]);
      }
}

enum pool_end
pool_run (const struct pool_work *work, struct arena *arena)
{
  assert (work->jobs > 0 && work->items < UINT32_MAX && work->grace > 0);
  assert (work->open && work->perform && work->done && work->lost && work->pause);
  struct pool pool = { .work = work,
                       .arena = arena,
                       .end = work->items,
                       .open = work->items,
                       .oom_kills = read_oom_kills () };
  size_t bytes = work->jobs * sizeof *pool.pages;
  pool.pages
    = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pool.pages == MAP_FAILED)
    return POOL_NO_WORKERS;
  pool.workers = arena_calloc (arena, work->jobs, sizeof *pool.workers);
  for (unsigned i = 0; i < work->jobs; i++)
    pool.workers[i].page = &pool.pages[i];
  struct pollfd *streams = arena_calloc (arena, work->jobs, sizeof *streams);
  put_waiting (&pool, 0, work->items);
  while (pool.open > 0 && !pool.stop && pool.failures < MOST_FAILURES)
    {
      assert (pool.open == count_open (&pool));
      look_around (&pool);
      if (pool.stop)
        break;
      start_workers (&pool);
      for (unsigned i = 0; i < work->jobs; i++)
        if (is_idle (&pool.workers[i]))
          hand_out (&pool, &pool.workers[i]);
      hear_all (&pool, streams, true);
    }
  enum pool_end end = pool.open == 0 ? POOL_FINISHED
                      : pool.stop    ? POOL_STOPPED
                                     : POOL_NO_WORKERS;
  assert (end != POOL_FINISHED || pool.waiting.count == 0);
  pool.stop = true;
  dismiss (&pool);
  munmap (pool.pages, bytes);
  errno = pool.why;
  return end;
}

void
pool_cut (struct pool *pool, uint32_t end)
{
  if (end >= pool->end)
    return;
  pool->end = end;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < pool->waiting.count; i++)
    {
      struct worker_link_range range = pool->waiting.at[i];
      if (range.end > end)
        range.end = end;
      if (range.next < range.end)
        pool->waiting.at[kept++] = range;
    }
  pool->waiting.count = kept;
  uint64_t open = count_open (pool);
  assert (open <= pool->open);
  pool->open = open;
}

bool
pool_find_slowest (struct pool *pool, struct pool_view *view)
{
  *view = (struct pool_view){ .since = UINT64_MAX };
  for (unsigned i = 0; i < pool->work->jobs; i++)
    {
      const struct worker *worker = &pool->workers[i];
      uint64_t since = atomic_load (&worker->page->since);
      if (!worker->pid || is_idle (worker) || since >= view->since)
        continue;
      view->since = since;
      memcpy (view->text, worker->page->text, sizeof view->text);
      view->text[sizeof view->text - 1] = 0;
    }
  return view->since != UINT64_MAX;
}
