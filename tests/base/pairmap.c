/* pairmap.c -- base/pairmap.h against a map that is searched from end to end. */
#include <config.h>

#include "base/pairmap.h"

#include "random.h"
#include "tests/lib/tap.h"

struct entry
{
  uint32_t first, second, value;
};

/* The number of keys: small, so that the naive search is quick enough. */
#define MOST 3000

struct naive
{
  struct entry entries[MOST];
  uint32_t count;
};

static struct entry *
naive_find (struct naive *naive, uint32_t first, uint32_t second)
{
  for (uint32_t i = 0; i < naive->count; i++)
    if (naive->entries[i].first == first && naive->entries[i].second == second)
      return &naive->entries[i];
  return NULL;
}

/* Draw keys from a range of RANGE numbers, some of them very large. */
static bool
agrees (struct arena *arena, uint32_t range, uint64_t seed)
{
  static struct naive naive;
  struct pairmap map;
  naive.count = 0;
  pairmap_init (&map, arena);
  for (uint32_t i = 0; i < MOST; i++)
    {
      uint32_t first = random_below (&seed, range), second = random_below (&seed, range);
      if (i % 2)
        first = ~first;
      if (i % 3)
        second = ~second;
      uint32_t *value = pairmap_at (&map, first, second);
      struct entry *known = naive_find (&naive, first, second);
      if (*value != (known ? known->value : PAIRMAP_FREE))
        return false;
      uint32_t number = known ? (uint32_t) (known - naive.entries) : naive.count;
      if (pairmap_number (&map, first, second) != number)
        return false;
      *value = i;
      if (known)
        known->value = i;
      else
        naive.entries[naive.count++] = (struct entry){ first, second, i };
      if (map.entries.count != naive.count)
        return false;
    }
  for (uint32_t i = 0; i < naive.count; i++)
    {
      const struct entry *entry = &naive.entries[i];
      if (*pairmap_at (&map, entry->first, entry->second) != entry->value)
        return false;
    }
  return map.entries.count == naive.count;
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  static const uint32_t ranges[] = { 1, 2, 10, 40, 1000, UINT32_MAX };
  for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
    tap_ok (agrees (&arena, ranges[i], i), "keys of %u numbers", (unsigned) ranges[i]);

  struct pairmap map;
  pairmap_init (&map, &arena);
  bool fresh = true, kept = true;
  for (uint32_t i = 0; i < 300000; i++)
    {
      uint32_t *value = pairmap_at (&map, i >> 8 << 16, i & 0xFF);
      fresh &= *value == PAIRMAP_FREE;
      *value = i;
    }
  for (uint32_t i = 0; i < 300000; i++)
    kept &= *pairmap_at (&map, i >> 8 << 16, i & 0xFF) == i;
  tap_ok (fresh && kept, "many keys that differ in few bits");
  tap_ok (map.table.slot_count <= 1 << 20, "the table is not larger than need be");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  return tap_done ();
}
