/* hash.c -- base/hash.h against a list that is searched from end to end. */
#include <config.h>

#include "base/hash.h"

#include <string.h>

#include "base/vec.h"
#include "random.h"
#include "tests/lib/tap.h"

/* Interned numbers. */
struct numbers
{
  struct arena *arena;
  VEC (uint64_t) entries;
  struct hash_table table;
  uint32_t hash_mask; /* few bits: many collisions */
};

static uint32_t
hash_number (const struct numbers *numbers, uint64_t number)
{
  return (uint32_t) (number * UINT64_C (0x9E3779B97F4A7C15) >> 32) & numbers->hash_mask;
}

static uint32_t
hash_of_number (const void *context, uint32_t entry)
{
  const struct numbers *numbers = context;
  return hash_number (numbers, numbers->entries.at[entry]);
}

static void
numbers_init (struct numbers *numbers, struct arena *arena, uint32_t hash_mask)
{
  memset (numbers, 0, sizeof *numbers);
  numbers->arena = arena;
  numbers->hash_mask = hash_mask;
  hash_table_init (&numbers->table, arena);
}

static uint32_t *
find (const struct numbers *numbers, uint64_t number)
{
  uint32_t *slot = hash_first (&numbers->table, hash_number (numbers, number));
  while (*slot != HASH_FREE && numbers->entries.at[*slot] != number)
    slot = hash_next (&numbers->table, slot);
  return slot;
}

static uint32_t
intern (struct numbers *numbers, uint64_t number)
{
  hash_reserve (&numbers->table, numbers->entries.count, hash_of_number, numbers);
  uint32_t *slot = find (numbers, number);
  if (*slot == HASH_FREE)
    {
      *vec_push (numbers->arena, &numbers->entries) = number;
      *slot = numbers->entries.count - 1;
    }
  return *slot;
}

static uint32_t
naive_find (const struct numbers *numbers, uint64_t number)
{
  for (uint32_t i = 0; i < numbers->entries.count; i++)
    if (numbers->entries.at[i] == number)
      return i;
  return HASH_FREE;
}

static bool
agrees (struct arena *arena, uint32_t hash_mask, uint64_t seed)
{
  struct numbers numbers;
  numbers_init (&numbers, arena, hash_mask);
  for (uint32_t i = 0; i < 2000; i++)
    {
      uint64_t number = random_below (&seed, 1500);
      uint32_t known = naive_find (&numbers, number);
      if (*find (&numbers, number) != known)
        return false;
      uint32_t wanted = known == HASH_FREE ? numbers.entries.count : known;
      if (intern (&numbers, number) != wanted)
        return false;
    }
  return numbers.entries.count > 1000;
}

/* Each slot holds an entry or none, and each entry is in one slot. */
static bool
is_sound (const struct numbers *numbers)
{
  const struct hash_table *table = &numbers->table;
  uint32_t taken = 0;
  for (uint32_t s = 0; s < table->slot_count; s++)
    if (table->slots[s] != HASH_FREE)
      {
        taken++;
        if (table->slots[s] >= numbers->entries.count)
          return false;
      }
  for (uint32_t i = 0; i < numbers->entries.count; i++)
    if (*find (numbers, numbers->entries.at[i]) != i)
      return false;
  return taken == numbers->entries.count && taken <= table->slot_count / 2;
}

/* False: memory ran out. */
static bool
fill (struct numbers *numbers, struct quota *quota, uint32_t count)
{
  if (quota_checkpoint (quota))
    return false;
  for (uint32_t i = 0; i < count; i++)
    intern (numbers, i);
  return true;
}

/* Memory for more and more entries, until there is enough for all. */
static void
test_unwinding (void)
{
  bool sound = true, done = false;
  unsigned failures = 0;
  for (size_t limit = 100000; !done; limit += 10000)
    {
      struct quota quota;
      struct arena arena;
      struct numbers numbers;
      quota_init (&quota);
      quota.limit = limit;
      arena_init (&arena, &quota);
      numbers_init (&numbers, &arena, UINT32_MAX);
      /* More often than a small table has slots to spare. */
      for (int attempt = 0; attempt < 40; attempt++)
        {
          done = fill (&numbers, &quota, 30000);
          failures += !done;
          sound &= is_sound (&numbers);
        }
      quota.limit = SIZE_MAX;
      sound &= fill (&numbers, &quota, 30000) && is_sound (&numbers);
      arena_clear (&arena);
      sound &= quota.bytes == 0;
    }
  tap_ok (sound && failures > 400, "a table that cannot grow stays as it was (%u times)",
          failures);
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  static const uint32_t masks[] = { 0, 1, 63, 0x3F000, UINT32_MAX };
  for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++)
    tap_ok (agrees (&arena, masks[i], i), "hashes in %#x", (unsigned) masks[i]);

  struct numbers numbers;
  numbers_init (&numbers, &arena, 0);
  uint32_t *last = &numbers.table.slots[numbers.table.slot_count - 1];
  tap_ok (hash_first (&numbers.table, UINT32_MAX) == last
            && hash_next (&numbers.table, last) == numbers.table.slots,
          "after the last slot comes the first");

  numbers_init (&numbers, &arena, UINT32_MAX);
  for (uint32_t i = 0; i < 100000; i++)
    intern (&numbers, i);
  tap_ok (is_sound (&numbers), "many entries");
  tap_ok (numbers.table.slot_count == 1 << 18, "not more slots than need be");
  arena_clear (&arena);
  tap_ok (quota.bytes == 0, "all goes with the arena");
  test_unwinding ();
  return tap_done ();
}
