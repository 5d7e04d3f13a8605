/* hash.c -- see hash.h. */
#include <config.h>

#include "base/hash.h"

#include <assert.h>
#include <string.h>

#define FIRST_SLOTS 64

static void
clear_slots (struct hash_table *table)
{
  static_assert (HASH_FREE == UINT32_MAX, "all its bytes are 0xff");
  memset (table->slots, 0xff, table->slot_count * sizeof *table->slots);
}

void
hash_table_init (struct hash_table *table, struct arena *arena)
{
  *table = (struct hash_table){ arena, NULL, FIRST_SLOTS };
  table->slots = arena_alloc (arena, FIRST_SLOTS * sizeof *table->slots);
  clear_slots (table);
}

/* The slots are filled anew from the entries, so growing needs no second table. */
void
hash_enlarge (struct hash_table *table, uint32_t count, hash_of_entry hash_of,
              const void *context)
{
  uint32_t old = table->slot_count;
  assert (hash_of && count <= old / 2);
  assert (old > 0 && (old & (old - 1)) == 0);
  if (old > UINT32_MAX / 4)
    quota_exhaust (table->arena->quota, QUOTA_MEMORY);
  size_t bytes = old * sizeof *table->slots;
  table->slots = arena_grow (table->arena, table->slots, bytes, 2 * bytes);
  table->slot_count = 2 * old;
  clear_slots (table);
  for (uint32_t entry = 0; entry < count; entry++)
    {
      uint32_t *slot = hash_first (table, hash_of (context, entry));
      while (*slot != HASH_FREE)
        slot = hash_next (table, slot);
      assert (slot < table->slots + table->slot_count);
      *slot = entry;
    }
}
