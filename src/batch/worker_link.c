/* worker_link.c -- see worker_link.h: what a worker does. */
#include <config.h>

#include "batch/worker_link.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Ranges. ---- */

/* The next item to begin; false: the range is empty. */
static bool
take_next (struct worker_link_page *page, uint32_t *item)
{
  struct worker_link_range range = atomic_load (&page->range), rest;
  do
    {
      assert (range.next <= range.end);
      if (range.next == range.end)
        return false;
      *item = range.next;
      rest = (struct worker_link_range){ range.next + 1, range.end };
    }
  while (!atomic_compare_exchange_weak (&page->range, &range, rest));
  return true;
}

bool
worker_link_take_back (struct worker_link_page *page, struct worker_link_range *taken)
{
  struct worker_link_range range = atomic_load (&page->range), rest;
  do
    {
      assert (range.next <= range.end);
      if (range.next == range.end)
        return false;
      /* The smaller half stays; if there is one item, none. */
      uint32_t middle = range.next + (range.end - range.next) / 2;
      rest = (struct worker_link_range){ range.next, middle };
    }
  while (!atomic_compare_exchange_weak (&page->range, &range, rest));
  *taken = (struct worker_link_range){ rest.end, range.end };
  assert (taken->next < taken->end);
  return true;
}

/* ---- What a worker says. ---- */

/* Send bytes to the parent; if that is gone, exit. */
static void
send_all (int stream, const void *bytes, size_t length)
{
  const char *rest = bytes;
  while (length > 0)
    {
      ssize_t sent = send (stream, rest, length, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        _exit (0);
      rest += sent;
      length -= (size_t) sent;
    }
}

static void
announce (struct pool_link *link, enum worker_link_phase phase, uint64_t limit,
          const char *text)
{
  struct worker_link_page *page = link->page;
  assert (phase != WORKER_LINK_BETWEEN && !link->replied);
  uint64_t now = quota_clock ();
  atomic_store (&page->since, now);
  snprintf (page->text, sizeof page->text, "%s", text);
  atomic_store (&page->deadline, worker_link_deadline (phase, now, limit));
}

void
pool_announce (struct pool_link *link, uint64_t limit, const char *text)
{
  announce (link, WORKER_LINK_ITEM, limit, text);
}

void
pool_announce_reading (struct pool_link *link, uint64_t limit, const char *text)
{
  announce (link, WORKER_LINK_READING, limit, text);
}

/* Set the deadline between items: a worker may be stopped anywhere, so it always has one,
   except during work without a limit. */
static void
set_grace (struct pool_link *link)
{
  atomic_store (&link->page->deadline,
                worker_link_deadline (WORKER_LINK_BETWEEN, quota_clock (), link->grace));
}

void
pool_reply (struct pool_link *link, const char *bytes, size_t length)
{
  assert (!link->replied && length > 0);
  struct worker_link_frame frame = { .item = link->item, .length = length };
  link->replied = true;
  set_grace (link);
  send_all (link->stream, &frame, sizeof frame);
  send_all (link->stream, bytes, length);
}

noreturn void
pool_give_up (struct pool_link *link)
{
  (void) link;
  _exit (WORKER_LINK_NO_MEMORY);
}

/* ---- The main function of a worker. ---- */

/* Prepare the process.  Signals that the parent catches were handled by
   interrupt_fork. */
static void
settle_in (pid_t parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (0);
  /* When memory runs out, a worker should be killed rather than the parent. */
  int file = open ("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0)
    {
      ssize_t written = write (file, "500", 3);
      (void) written;
      close (file);
    }
}

/* Let allocations fail beyond twice the limit; that unwinds, and is cheaper than being
   killed.  Sanitizers reserve address space freely. */
static void
limit_memory (uint64_t memory)
{
#if !defined __SANITIZE_ADDRESS__
  struct rlimit limit;
  unsigned long pages = 0;
  FILE *file = fopen ("/proc/self/statm", "re");
  bool known = file && fscanf (file, "%lu", &pages) == 1;
  if (file)
    fclose (file);
  if (!known || memory > UINT64_C (1) << 48 || getrlimit (RLIMIT_AS, &limit) != 0)
    return;
  rlim_t most = (rlim_t) pages * (rlim_t) sysconf (_SC_PAGESIZE) + 2 * (rlim_t) memory
                + ((rlim_t) 256 << 20);
  if (limit.rlim_cur == RLIM_INFINITY || most < limit.rlim_cur)
    {
      limit.rlim_cur = most;
      setrlimit (RLIMIT_AS, &limit);
    }
#else
  (void) memory;
#endif
}

/* Wait until the parent says that there is a new range. */
static void
wait_for_range (int stream)
{
  char word;
  ssize_t got;
  do
    got = recv (stream, &word, 1, 0);
  while (got < 0 && errno == EINTR);
  if (got != 1)
    _exit (0);
}

noreturn void
worker_link_work (const struct pool_work *work, struct worker_link_page *page, int stream,
                  pid_t parent)
{
  assert (work->open && work->perform && work->grace > 0);
  settle_in (parent);
  if (work->memory)
    limit_memory (work->memory);
  work->open (work->context);
  struct pool_link link = { .page = page, .stream = stream, .grace = work->grace };
  for (;;)
    {
      set_grace (&link);
      atomic_store (&page->since, quota_clock ());
      if (!take_next (page, &link.item))
        {
          wait_for_range (stream);
          continue;
        }
      link.replied = false;
      work->perform (work->context, link.item, &link);
      assert (link.replied);
    }
}
