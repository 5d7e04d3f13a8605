/* names.c -- see names.h. */
#include <config.h>

#include "base/names.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

void
names_init (struct names *names, struct arena *arena)
{
  memset (names, 0, sizeof *names);
  names->arena = arena;
  names->slot_count = 256;
  names->slots = arena_calloc (arena, names->slot_count, sizeof *names->slots);
}

static void
enlarge (struct names *names)
{
  uint32_t count = names->slot_count * 2;
  uint32_t *slots = arena_calloc (names->arena, count, sizeof *slots);
  for (uint32_t i = 0; i < names->entries.count; i++)
    {
      uint32_t at = names->entries.at[i].hash & (count - 1);
      while (slots[at])
        at = (at + 1) & (count - 1);
      slots[at] = i + 1;
    }
  names->slots = slots;
  names->slot_count = count;
}

name_id
names_intern (struct names *names, const char *bytes, size_t length)
{
  assert (length < UINT32_MAX);
  uint32_t hash = (uint32_t) XXH3_64bits (bytes, length);
  uint32_t mask = names->slot_count - 1;
  uint32_t at = hash & mask;
  for (; names->slots[at]; at = (at + 1) & mask)
    {
      const struct name_entry *entry = &names->entries.at[names->slots[at] - 1];
      if (entry->hash == hash && entry->length == length
          && memcmp (entry->bytes, bytes, length) == 0)
        return (name_id){ names->slots[at] - 1 };
    }
  name_id name = { names->entries.count };
  struct name_entry *entry = vec_push (names->arena, &names->entries);
  entry->bytes = arena_copy (names->arena, bytes, length);
  entry->length = (uint32_t) length;
  entry->hash = hash;
  names->slots[at] = name.index + 1;
  if (names->entries.count > names->slot_count / 2)
    enlarge (names);
  return name;
}

const char *
names_text (const struct names *names, name_id name)
{
  assert (name.index < names->entries.count);
  return names->entries.at[name.index].bytes;
}

uint32_t
names_length (const struct names *names, name_id name)
{
  assert (name.index < names->entries.count);
  return names->entries.at[name.index].length;
}
