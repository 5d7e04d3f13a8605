/* pairmap.c -- see pairmap.h. */
#include <config.h>

#include "base/pairmap.h"

#include <assert.h>

void
pairmap_init (struct pairmap *map, struct arena *arena)
{
  *map = (struct pairmap){ .arena = arena };
  hash_table_init (&map->table, arena);
}

/* Finaliser of a multiplicative hash: every input bit reaches the low bits. */
static uint32_t
hash_pair (uint32_t first, uint32_t second)
{
  uint64_t key = (uint64_t) first << 32 | second;
  key *= UINT64_C (0x9E3779B97F4A7C15);
  key ^= key >> 32;
  key *= UINT64_C (0xD6E8FEB86659FD93);
  return (uint32_t) (key >> 32);
}

static uint32_t
hash_of_pair (const void *context, uint32_t index)
{
  const struct pairmap *map = context;
  return hash_pair (map->entries.at[index].first, map->entries.at[index].second);
}

static uint32_t *
find_slot (const struct pairmap *map, uint32_t first, uint32_t second)
{
  uint32_t *slot = hash_first (&map->table, hash_pair (first, second));
  for (; *slot != HASH_FREE; slot = hash_next (&map->table, slot))
    {
      const struct pairmap_entry *entry = &map->entries.at[*slot];
      if (entry->first == first && entry->second == second)
        break;
    }
  return slot;
}

uint32_t
pairmap_number (struct pairmap *map, uint32_t first, uint32_t second)
{
  uint32_t count = map->entries.count;
  assert (map->table.slots);
  hash_reserve (&map->table, count, hash_of_pair, map);
  uint32_t *slot = find_slot (map, first, second);
  if (*slot == HASH_FREE)
    {
      *vec_push (map->arena, &map->entries)
        = (struct pairmap_entry){ first, second, PAIRMAP_FREE };
      *slot = count;
    }
  return *slot;
}

uint32_t *
pairmap_at (struct pairmap *map, uint32_t first, uint32_t second)
{
  uint32_t number = pairmap_number (map, first, second);
  assert (number < map->entries.count);
  return &map->entries.at[number].value;
}

uint32_t
pairmap_get (const struct pairmap *map, uint32_t first, uint32_t second)
{
  uint32_t index = *find_slot (map, first, second);
  assert (index == HASH_FREE || index < map->entries.count);
  return index == HASH_FREE ? PAIRMAP_FREE : map->entries.at[index].value;
}
