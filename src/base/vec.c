/* vec.c -- see vec.h. */
#include <config.h>

#include "base/vec.h"

#include <assert.h>
#include <string.h>

void *
vec_grow (struct arena *arena, void *at, uint32_t *capacity, uint64_t wanted, size_t size)
{
  assert (size > 0 && wanted > *capacity);
  const uint64_t most = (uint64_t) 1 << 31;
  if (wanted > most)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  uint64_t larger = *capacity < 8 ? 8 : (uint64_t) *capacity * 2;
  if (larger < wanted)
    larger = wanted;
  if (larger > most)
    larger = most;
  at = arena_grow (arena, at, *capacity * size, (size_t) larger * size);
  *capacity = (uint32_t) larger;
  return at;
}

uint32_t
vec_search (const void *first_key, size_t stride, uint32_t begin, uint32_t end,
            uint32_t key)
{
  assert (begin < end);
  const char *keys = first_key;
  uint32_t low = begin, high = end;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2, found;
      memcpy (&found, keys + middle * stride, sizeof found);
      if (found <= key)
        low = middle;
      else
        high = middle;
    }
  return low;
}
