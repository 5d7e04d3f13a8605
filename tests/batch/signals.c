/* signals.c -- tests of interrupt.h and pool.h: a signal is the parent's business.
 *
 * Workers reply with the signal that they believe to have arrived: always none, whether
 * it came before they were forked, or while they work.
 */
#include <config.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/quota.h"
#include "batch/pool.h"
#include "io/interrupt.h"
#include "tests/lib/tap.h"

#define ITEMS 200
#define SECOND UINT64_C (1000000000)

struct trial
{
  unsigned fine, wrong, lost;
  bool again; /* the parent signals its group whenever it pauses */
  bool stop;
};

static void
open_desk (void *context)
{
  (void) context;
}

static void
perform (void *context, uint32_t item, struct pool_link *link)
{
  (void) context;
  pool_announce (link, 0, "an item");
  /* Signals for the group come while some of them work. */
  if (item % 50 == 0)
    usleep (150000);
  char reply = interrupt_signal () || *interrupt_flag () ? 'x' : '.';
  pool_reply (link, &reply, 1);
}

static void
done (void *context, struct pool *pool, uint32_t item, const char *bytes, size_t length)
{
  struct trial *trial = context;
  (void) pool;
  (void) item;
  trial->fine += length == 1 && *bytes == '.';
  trial->wrong += length != 1 || *bytes != '.';
}

static void
lost (void *context, struct pool *pool, uint32_t item, const struct pool_loss *loss)
{
  struct trial *trial = context;
  (void) pool;
  (void) item;
  (void) loss;
  trial->lost++;
}

static bool
take_a_break (void *context, struct pool *pool)
{
  struct trial *trial = context;
  (void) pool;
  /* A second signal would end this process: these are for the workers. */
  if (trial->again)
    {
      signal (SIGTERM, SIG_IGN);
      kill (0, SIGTERM);
    }
  return !trial->stop;
}

static struct trial
run (unsigned jobs, bool again, bool stop, enum pool_end *end)
{
  struct trial trial = { .again = again, .stop = stop };
  struct pool_work work = { .context = &trial,
                            .items = ITEMS,
                            .jobs = jobs,
                            .grace = 60 * SECOND,
                            .open = open_desk,
                            .perform = perform,
                            .done = done,
                            .lost = lost,
                            .pause = take_a_break };
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  *end = pool_run (&work, &arena);
  arena_clear (&arena);
  return trial;
}

int
main (void)
{
  enum pool_end end;
  if (setpgid (0, 0) != 0)
    return 99;
  interrupt_prepare ();
  tap_ok (*interrupt_watch () == 0, "no signal has arrived");
  raise (SIGINT);
  tap_ok (interrupt_signal () == SIGINT && interrupt_status (STATUS_FOUND) == 130,
          "the first signal is noted");
  raise (SIGINT);
  raise (SIGTERM);
  tap_ok (interrupt_signal () == SIGINT,
          "what follows at once is the same signal: it ends nothing");
  for (unsigned jobs = 1; jobs <= 4; jobs *= 2)
    {
      struct trial trial = run (jobs, false, false, &end);
      tap_ok (end == POOL_FINISHED && trial.fine == ITEMS,
              "%u workers, forked after a signal, know nothing of it", jobs);
      tap_ok (trial.wrong + trial.lost == 0, "%u workers: nothing is wrong or lost",
              jobs);
      trial = run (jobs, true, false, &end);
      tap_ok (end == POOL_FINISHED && trial.fine == ITEMS && trial.lost == 0,
              "%u workers, and signals for the group: nothing is wrong or lost", jobs);
    }
  struct trial trial = run (2, false, true, &end);
  tap_ok (end == POOL_STOPPED && trial.fine + trial.wrong + trial.lost == 0,
          "who wants to stop before the start gets no work done");
  return tap_done ();
}
