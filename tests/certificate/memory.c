/* memory.c -- the checker's solver runs out of memory, and is freed.
 *
 * Address space is limited for real, where no sanitizer needs it all.
 */
#include <config.h>

#include <malloc.h>
#include <sys/resource.h>

#include "base/arena.h"
#include "certificate/checker/gates.h"
#include "tests/lib/tap.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true
#else
#define SANITIZED false
#endif

static struct quota quota;
static struct arena arena;
static struct gates_solver *solver; /* freed after the unwinding */

static size_t
bytes_in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* The same clause without end, over gates that are few: only the solver grows. */
static enum quota_reason
require_for_ever (void)
{
  quota.reason = QUOTA_NOT_EXHAUSTED;
  if (!quota_checkpoint (&quota))
    {
      struct gates gates;
      gates_init (&gates, &solver, &arena);
      gate list[64];
      for (int i = 0; i < 64; i++)
        list[i] = gate_input (&gates);
      for (uint32_t i = 0;; i++)
        gates_require (&gates, list, 3 + i % 61);
    }
  gates_free_solver (&solver);
  arena_clear (&arena);
  return quota.reason;
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (SANITIZED)
    {
      tap_ok (true, "memory runs out # SKIP sanitizers need all address space");
      return tap_done ();
    }
  for (int attempt = 0; attempt < 8; attempt++)
    {
      struct rlimit before, limit;
      getrlimit (RLIMIT_AS, &before);
      limit = before;
      limit.rlim_cur = ((rlim_t) 100 + 29 * (rlim_t) attempt) << 20;
      setrlimit (RLIMIT_AS, &limit);
      size_t used = bytes_in_use ();
      enum quota_reason reason = require_for_ever ();
      size_t kept = bytes_in_use () - used;
      setrlimit (RLIMIT_AS, &before);
      tap_ok (reason == QUOTA_MEMORY, "the solver runs out of memory");
      tap_ok (kept < (size_t) 1 << 20, "... and is freed: %u KiB are kept",
              (unsigned) (kept >> 10));
    }
  return tap_done ();
}
