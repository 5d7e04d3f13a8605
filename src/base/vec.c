/* vec.c -- see vec.h. */
#include <config.h>

#include "base/vec.h"

#include <assert.h>

void *
vec_grow (struct arena *arena, void *at, uint32_t *capacity, uint64_t wanted,
          size_t size)
{
  assert (size > 0);
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
