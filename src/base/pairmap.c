/* pairmap.c -- see pairmap.h. */
#include <config.h>

#include "base/pairmap.h"

#include <assert.h>

static void
make_slots (struct pairmap *map, uint32_t count)
{
  map->slots = arena_alloc (map->arena, count * sizeof *map->slots);
  map->slot_count = count;
  for (uint32_t i = 0; i < count; i++)
    map->slots[i].value = PAIRMAP_FREE;
}

void
pairmap_init (struct pairmap *map, struct arena *arena)
{
  map->arena = arena;
  map->count = 0;
  make_slots (map, 64);
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

static struct pairmap_slot *
find_slot (const struct pairmap *map, uint32_t first, uint32_t second)
{
  uint32_t mask = map->slot_count - 1;
  uint32_t at = hash_pair (first, second) & mask;
  struct pairmap_slot *slot = &map->slots[at];
  while (slot->value != PAIRMAP_FREE
         && (slot->first != first || slot->second != second))
    {
      at = (at + 1) & mask;
      slot = &map->slots[at];
    }
  return slot;
}

static void
enlarge (struct pairmap *map)
{
  struct pairmap_slot *old = map->slots;
  uint32_t old_count = map->slot_count;
  if (old_count > UINT32_MAX / 4)
    quota_exhaust (map->arena->quota, QUOTA_MEMORY);
  make_slots (map, old_count * 2);
  for (uint32_t i = 0; i < old_count; i++)
    if (old[i].value != PAIRMAP_FREE)
      *find_slot (map, old[i].first, old[i].second) = old[i];
}

uint32_t *
pairmap_at (struct pairmap *map, uint32_t first, uint32_t second)
{
  struct pairmap_slot *slot = find_slot (map, first, second);
  if (slot->value == PAIRMAP_FREE)
    {
      if (map->count >= map->slot_count / 2)
        {
          enlarge (map);
          slot = find_slot (map, first, second);
        }
      map->count++;
      slot->first = first;
      slot->second = second;
    }
  return &slot->value;
}

uint32_t
pairmap_get (const struct pairmap *map, uint32_t first, uint32_t second)
{
  return find_slot (map, first, second)->value;
}
