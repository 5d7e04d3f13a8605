/* idset.c -- base/idset.h against sets that are sorted arrays. */
#include <config.h>

#include "base/idset.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tests/lib/tap.h"

#define MOST 400 /* members of a naive set */
#define SETS 60

struct naive
{
  uint32_t members[MOST];
  uint32_t count;
};

static bool
naive_has (const struct naive *set, uint32_t member)
{
  for (uint32_t i = 0; i < set->count; i++)
    if (set->members[i] == member)
      return true;
  return false;
}

static void
naive_add (struct naive *set, uint32_t member)
{
  if (naive_has (set, member) || set->count == MOST)
    return;
  uint32_t at = set->count++;
  for (; at > 0 && set->members[at - 1] > member; at--)
    set->members[at] = set->members[at - 1];
  set->members[at] = member;
}

static bool
naive_equal (const struct naive *a, const struct naive *b)
{
  return a->count == b->count
         && memcmp (a->members, b->members, a->count * sizeof *a->members) == 0;
}

/* Does SET have exactly the members of NAIVE, however one asks? */
static bool
is_same (const struct idsets *sets, idset set, const struct naive *naive)
{
  if (idset_count (sets, set) != naive->count
      || idset_is_empty (set) != (naive->count == 0))
    return false;
  uint32_t member = idset_next (sets, set, 0);
  for (uint32_t i = 0; i < naive->count; i++)
    {
      if (member != naive->members[i] || !idset_has (sets, set, member))
        return false;
      if (member > 0
          && idset_has (sets, set, member - 1) != naive_has (naive, member - 1))
        return false;
      if (idset_has (sets, set, member + 1) != naive_has (naive, member + 1))
        return false;
      member = idset_next (sets, set, member + 1);
    }
  return member == UINT32_MAX;
}

/* A member below RANGE; for the largest, of any number of bits. */
static uint32_t
draw_member (uint64_t *random, uint32_t range)
{
  uint32_t member = random_below (random, range);
  return range > 1000000 ? member >> random_below (random, 31) : member;
}

/* Random sets made by adding, uniting and taking away. */
static bool
agrees (struct arena *arena, uint32_t range, uint64_t random)
{
  static struct naive naive[SETS];
  idset set[SETS];
  struct idsets sets;
  idsets_init (&sets, arena);
  memset (naive, 0, sizeof naive);
  for (unsigned i = 0; i < SETS; i++)
    set[i] = IDSET_EMPTY;
  for (unsigned round = 0; round < 1500; round++)
    {
      unsigned to = random_below (&random, SETS);
      unsigned a = random_below (&random, SETS), b = random_below (&random, SETS);
      static struct naive result;
      switch (random_below (&random, 7))
        {
        case 0: /* union, if there is room */
          if (naive[a].count + naive[b].count > MOST)
            continue;
          result = naive[a];
          for (uint32_t i = 0; i < naive[b].count; i++)
            naive_add (&result, naive[b].members[i]);
          set[to] = idset_union (&sets, set[a], set[b]);
          break;
        case 1: /* difference */
          result.count = 0;
          for (uint32_t i = 0; i < naive[a].count; i++)
            if (!naive_has (&naive[b], naive[a].members[i]))
              naive_add (&result, naive[a].members[i]);
          set[to] = idset_minus (&sets, set[a], set[b]);
          break;
        case 2: /* what both have */
          result.count = 0;
          for (uint32_t i = 0; i < naive[a].count; i++)
            if (naive_has (&naive[b], naive[a].members[i]))
              naive_add (&result, naive[a].members[i]);
          set[to] = idset_common (&sets, set[a], set[b]);
          break;
        default: /* one more */
          if (naive[a].count == MOST)
            continue;
          {
            uint32_t member = draw_member (&random, range);
            result = naive[a];
            naive_add (&result, member);
            set[to] = idset_add (&sets, set[a], member);
          }
        }
      bool meet = false;
      for (uint32_t i = 0; i < naive[a].count; i++)
        meet |= naive_has (&naive[b], naive[a].members[i]);
      if (to != a && to != b && idset_meets (&sets, set[a], set[b]) != meet)
        return false;
      naive[to] = result;
      if (!is_same (&sets, set[to], &naive[to]))
        return false;
    }
  /* Equal sets are equal numbers, and no others. */
  for (unsigned a = 0; a < SETS; a++)
    for (unsigned b = 0; b < SETS; b++)
      if (idset_equal (set[a], set[b]) != naive_equal (&naive[a], &naive[b]))
        return false;
  return true;
}

/* Sets are equal whatever the order in which they came about. */
static bool
order_is_forgotten (struct arena *arena)
{
  struct idsets sets;
  idsets_init (&sets, arena);
  idset up = IDSET_EMPTY, down = IDSET_EMPTY;
  for (uint32_t i = 0; i < 3000; i++)
    {
      up = idset_add (&sets, up, i * 7);
      down = idset_add (&sets, down, (2999 - i) * 7);
    }
  idset more = idset_add (&sets, up, UINT32_C (1) << 31);
  idset less
    = idset_minus (&sets, more, idset_add (&sets, IDSET_EMPTY, UINT32_C (1) << 31));
  return idset_equal (up, down) && idset_equal (less, up) && !idset_equal (more, up)
         && idset_count (&sets, up) == 3000
         && idset_equal (IDSET_EMPTY, idset_minus (&sets, up, more));
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  static const uint32_t ranges[]
    = { 3, 64, 65, 130, 1000, 100000, (UINT32_C (1) << 31) + 1 };
  for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
    {
      bool fine = true;
      for (uint64_t seed = 0; seed < 4; seed++)
        fine &= agrees (&arena, ranges[i], seed * 100 + i);
      tap_ok (fine, "members below %u", (unsigned) ranges[i]);
    }
  tap_ok (order_is_forgotten (&arena), "equal sets have equal numbers");

  struct idsets sets;
  idsets_init (&sets, &arena);
  static const uint32_t edges[]
    = { 0, 63, 64, 127, 128, 4095, 4096, INT32_MAX, UINT32_C (1) << 31, UINT32_MAX - 1 };
  bool fine = true;
  idset all = IDSET_EMPTY;
  for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
    {
      idset one = idset_add (&sets, IDSET_EMPTY, edges[i]);
      all = idset_add (&sets, all, edges[i]);
      fine &= idset_count (&sets, one) == 1 && idset_next (&sets, one, 0) == edges[i]
              && idset_next (&sets, one, edges[i]) == edges[i]
              && idset_next (&sets, one, edges[i] + 1) == UINT32_MAX
              && idset_has (&sets, one, edges[i]) && !idset_has (&sets, one, edges[i] ^ 1)
              && idset_count (&sets, all) == i + 1;
    }
  tap_ok (fine, "members at the edges of the trie");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}
