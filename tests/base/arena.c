/* arena.c -- tests of base/arena.h and base/quota.h. */
#include <config.h>

#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base/names.h"
#include "base/pairmap.h"
#include "base/vec.h"
#include "random.h"
#include "tests/lib/tap.h"

#define OBJECTS 500

/* Objects of all sizes, each filled with its number: do they keep it? */
static bool
objects_are_apart (struct arena *arena)
{
  static unsigned char *object[OBJECTS];
  static size_t size[OBJECTS];
  uint64_t random = 1;
  bool fine = true;
  for (unsigned i = 0; i < OBJECTS; i++)
    {
      size[i] = i % 50 == 0 ? 16384 + random_below (&random, 200000)
                            : random_below (&random, 300);
      object[i] = arena_alloc (arena, size[i]);
      fine &= (uintptr_t) object[i] % alignof (max_align_t) == 0;
      memset (object[i], (int) (i & 0xFF), size[i]);
    }
  for (unsigned i = 0; i < OBJECTS; i++)
    for (size_t k = 0; k < size[i]; k++)
      fine &= object[i][k] == (i & 0xFF);
  return fine;
}

/* Several objects grow in turn, over the size where they get blocks of their
   own: is what they held still there? */
static bool
growth_keeps_bytes (struct arena *arena)
{
  unsigned char *object[4] = { NULL, NULL, NULL, NULL };
  size_t size[4] = { 0, 0, 0, 0 };
  uint64_t random = 2;
  for (unsigned round = 0; round < 400; round++)
    {
      unsigned i = round % 4;
      size_t more = size[i] + random_below (&random, i == 3 ? 2 : 3000);
      object[i] = arena_grow (arena, object[i], size[i], more);
      for (size_t k = size[i]; k < more; k++)
        object[i][k] = (unsigned char) (k * 7 + i);
      size[i] = more;
    }
  bool fine = true;
  for (unsigned i = 0; i < 4; i++)
    for (size_t k = 0; k < size[i]; k++)
      fine &= object[i][k] == (unsigned char) (k * 7 + i);
  return fine && size[0] > 65536;
}

/* Work that uses everything there is to allocate. */
static void
work (struct arena *arena)
{
  struct names names;
  struct pairmap map;
  VEC (uint64_t) vec = VEC_EMPTY;
  names_init (&names, arena);
  pairmap_init (&map, arena);
  for (uint32_t i = 0; i < 1500; i++)
    {
      names_intern (&names, (const char *) &i, sizeof i);
      *pairmap_at (&map, i, ~i) = i;
      *vec_push (arena, &vec) = i;
    }
  arena_calloc (arena, 1000, 100);
  arena_copy (arena, "text", 4);
}

/* Do the work with at most LIMIT bytes; true if it was enough.  *FINE becomes false
   if something is left behind or the limit was overstepped. */
static bool
work_within (size_t limit, bool *fine)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  quota.limit = limit;
  arena_init (&arena, &quota);
  volatile bool enough = false;
  if (!quota_checkpoint (&quota))
    {
      work (&arena);
      enough = true;
    }
  *fine &= enough == (quota.reason == QUOTA_NOT_EXHAUSTED);
  *fine &= quota.peak <= limit && quota.bytes <= quota.peak;
  arena_clear (&arena);
  *fine &= quota.bytes == 0;
  return enough;
}

/* Blocks are charged in multiples of 16 bytes and their heads, so steps of 64
   bytes make every allocation fail that asks the machine for memory. */
static void
test_every_limit (void)
{
  bool fine = true;
  size_t needed = 0;
  for (size_t limit = 1; !needed && limit; limit *= 2)
    if (work_within (limit, &fine))
      needed = limit;
  tap_ok (needed > 0, "the work can be done with %zu bytes", needed);
  /* The least limit, by halving. */
  size_t low = 0, high = needed;
  while (high - low > 1)
    {
      size_t middle = low + (high - low) / 2;
      *(work_within (middle, &fine) ? &high : &low) = middle;
    }
  tap_ok (!work_within (high - 1, &fine) && work_within (high, &fine),
          "with %zu bytes, and with one less not", high);
  unsigned failures = 0;
  for (size_t limit = 0; limit < high; limit += 64)
    failures += !work_within (limit, &fine);
  tap_ok (failures == (high + 63) / 64, "it unwinds for each of %u smaller limits",
          failures);
  tap_ok (fine, "and never leaves anything behind");
}

static void
test_overflow (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  volatile unsigned step = 0;
  static volatile unsigned unwound;
  unwound = 0;
  if (quota_checkpoint (&quota))
    unwound++;
  while (step < 3)
    {
      step++;
      if (step == 1)
        arena_alloc (&arena, SIZE_MAX - 8);
      if (step == 2)
        arena_calloc (&arena, SIZE_MAX / 8, 16);
      if (step == 3)
        arena_calloc (&arena, SIZE_MAX, SIZE_MAX);
    }
  tap_ok (unwound == 3 && quota.reason == QUOTA_MEMORY,
          "impossible sizes unwind (%u of 3)", unwound);
  tap_ok (quota.bytes == 0, "and are not charged");
  arena_clear (&arena);
}

/* This number of ticks is more than enough for the clock to be looked at. */
static void
tick (struct quota *quota)
{
  for (unsigned i = 0; i < 1000000; i++)
    quota_tick (quota);
}

/* Does ticking unwind, and for what reason? */
static enum quota_reason
reason_of_ticking (struct quota *quota)
{
  quota->reason = QUOTA_NOT_EXHAUSTED;
  if (!quota_checkpoint (quota))
    tick (quota);
  return quota->reason;
}

static enum quota_reason
reason_of_checking (struct quota *quota)
{
  quota->reason = QUOTA_NOT_EXHAUSTED;
  if (!quota_checkpoint (quota))
    quota_check (quota);
  return quota->reason;
}

static void
test_time (void)
{
  struct quota quota;
  quota_init (&quota);
  tap_ok (reason_of_ticking (&quota) == QUOTA_NOT_EXHAUSTED
            && reason_of_checking (&quota) == QUOTA_NOT_EXHAUSTED,
          "without a deadline time does not run out");
  quota.deadline = UINT64_MAX;
  tap_ok (reason_of_ticking (&quota) == QUOTA_NOT_EXHAUSTED,
          "nor does it run out before one");
  quota.deadline = 1;
  tap_ok (reason_of_ticking (&quota) == QUOTA_TIME
            && reason_of_checking (&quota) == QUOTA_TIME,
          "after it work unwinds");
  static volatile sig_atomic_t interrupted;
  quota.deadline = 0;
  quota.interrupted = &interrupted;
  tap_ok (reason_of_checking (&quota) == QUOTA_NOT_EXHAUSTED, "no signal came");
  interrupted = 1;
  tap_ok (reason_of_ticking (&quota) == QUOTA_INTERRUPTED
            && reason_of_checking (&quota) == QUOTA_INTERRUPTED,
          "a signal unwinds, too");
  tap_ok (quota_clock () <= quota_clock (), "the clock does not go back");
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  tap_ok (arena_calloc (&arena, 0, 4) != NULL, "nothing can come first");
  tap_ok (objects_are_apart (&arena), "objects are aligned and do not overlap");
  tap_ok (growth_keeps_bytes (&arena), "what grows keeps its bytes");
  const char *zeros = arena_calloc (&arena, 70000, 3);
  bool zero = true;
  for (size_t i = 0; i < 210000; i++)
    zero &= zeros[i] == 0;
  tap_ok (zero, "arena_calloc zeroes");
  tap_ok (strcmp (arena_copy (&arena, "abcdef", 3), "abc") == 0, "arena_copy terminates");
  tap_ok (arena_alloc (&arena, 0) != NULL, "nothing can be allocated");
  tap_ok (quota.bytes > 0 && quota.peak >= quota.bytes, "bytes are accounted for");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "and given back");
  arena_clear (&arena);
  tap_ok (arena_copy (&arena, "", 0)[0] == 0, "a cleared arena can be used again");
  arena_clear (&arena);
  test_every_limit ();
  test_overflow ();
  test_time ();
  return tap_done ();
}
