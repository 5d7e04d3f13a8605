/* symbols.c -- see symbols.h. */
#include <config.h>

#include "trace/symbols.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/event.h"

/* Words of the pool before the bytes of a name: its number and its length. */
#define HEADER 2

void
symbols_init (struct symbols *symbols, struct arena *arena)
{
  assert (symbols && arena);
  *symbols = (struct symbols){ .arena = arena, .slot_count = 16 };
  symbols->slots = arena_calloc (arena, symbols->slot_count, sizeof *symbols->slots);
}

uint32_t
symbols_hash (const char *bytes, size_t length)
{
  return (uint32_t) XXH3_64bits (bytes, length);
}

/* Double the slots.  The used ones go where their hashes say, in their order. */
static void
enlarge (struct symbols *symbols)
{
  uint32_t count = symbols->slot_count * 2;
  assert (symbols->places.count >= symbols->slot_count / 2);
  if (count > UINT32_MAX / 2)
    quota_exhaust (symbols->arena->quota, QUOTA_MEMORY);
  struct symbol_slot *slots = arena_calloc (symbols->arena, count, sizeof *slots);
  for (uint32_t i = 0; i < symbols->slot_count; i++)
    if (symbols->slots[i].place)
      {
        uint32_t at = symbols->slots[i].hash & (count - 1);
        while (slots[at].place)
          at = (at + 1) & (count - 1);
        slots[at] = symbols->slots[i];
      }
  symbols->slots = slots;
  symbols->slot_count = count;
}

/* Add a name to the pool; returns its place. */
static uint32_t
add (struct symbols *symbols, const char *bytes, size_t length)
{
  uint32_t place = symbols->pool.count;
  assert (symbols->places.count < symbols->slot_count / 2);
  /* The name with its NUL, in words. */
  uint64_t words = HEADER + length / sizeof (uint32_t) + 1;
  vec_reserve (symbols->arena, &symbols->pool, place + words);
  uint32_t *header = symbols->pool.at + place;
  header[0] = symbols->places.count;
  header[1] = (uint32_t) length;
  header[words - 1] = 0;
  memcpy (header + HEADER, bytes, length);
  symbols->pool.count = place + (uint32_t) words;
  assert (symbols->pool.count <= symbols->pool.capacity);
  *vec_push (symbols->arena, &symbols->places) = place;
  return place;
}

uint32_t
symbols_intern (struct symbols *symbols, const char *bytes, size_t length, uint32_t hash)
{
#ifdef EXPENSIVE_CHECKS
  assert (hash == symbols_hash (bytes, length));
#endif
  assert (symbols->places.count < symbols->slot_count);
  if (symbols->places.count >= symbols->slot_count / 2)
    enlarge (symbols);
  uint32_t mask = symbols->slot_count - 1;
  for (uint32_t at = hash & mask;; at = (at + 1) & mask)
    {
      struct symbol_slot *slot = &symbols->slots[at];
      if (slot->place == 0)
        {
          uint32_t place = add (symbols, bytes, length);
          *slot = (struct symbol_slot){ hash, place + 1 };
          return symbols->places.count - 1;
        }
      const uint32_t *header = symbols->pool.at + slot->place - 1;
      if (slot->hash == hash && header[1] == length
          && memcmp (header + HEADER, bytes, length) == 0)
        return header[0];
    }
}

const char *
symbols_text (const struct symbols *symbols, uint32_t number)
{
  assert (number < symbols->places.count);
  return (const char *) (symbols->pool.at + symbols->places.at[number] + HEADER);
}

/* ---- Locations. ---- */

uint32_t
location_number (struct symbols *locations, const char *bytes, size_t length)
{
  uint32_t number = 0;
  size_t i = 0;
  assert (bytes || length == 0);
  /* At most nine digits, so the number is below LOCATION_NAMED; no leading zeros, so that
     the text can be restored. */
  if (length <= 9 && (length == 1 || bytes[0] != '0'))
    for (; i < length && bytes[i] >= '0' && bytes[i] <= '9'; i++)
      number = number * 10 + (uint32_t) (bytes[i] - '0');
  assert (number < LOCATION_NAMED);
  if (i == length && length > 0)
    return number;
  number = symbols_number (locations, bytes, length);
  if (number >= LOCATION_NAMED - 1)
    quota_exhaust (locations->arena->quota, QUOTA_MEMORY);
  return LOCATION_NAMED + number;
}

const char *
location_text (const struct symbols *locations, uint32_t location,
               char buffer[LOCATION_TEXT])
{
  assert (location != TRACE_NONE);
  if (location >= LOCATION_NAMED)
    return symbols_text (locations, location - LOCATION_NAMED);
  assert (location < 1000000000);
  snprintf (buffer, LOCATION_TEXT, "%u", (unsigned) location);
  return buffer;
}
