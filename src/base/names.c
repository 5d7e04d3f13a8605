/* names.c -- see names.h. */
#include <config.h>

#include "base/names.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

void
names_init (struct names *names, struct arena *arena)
{
  *names = (struct names){ .arena = arena };
  hash_table_init (&names->table, arena);
}

static uint32_t
hash_of_name (const void *context, uint32_t index)
{
  const struct names *names = context;
  return names->entries.at[index].hash;
}

name_id
names_intern (struct names *names, const char *bytes, size_t length)
{
  assert (bytes && length < UINT32_MAX);
  uint32_t hash = (uint32_t) XXH3_64bits (bytes, length);
  hash_reserve (&names->table, names->entries.count, hash_of_name, names);
  uint32_t *slot = hash_first (&names->table, hash);
  for (; *slot != HASH_FREE; slot = hash_next (&names->table, slot))
    {
      const struct name_entry *entry = &names->entries.at[*slot];
      if (entry->hash == hash && entry->length == length
          && memcmp (entry->bytes, bytes, length) == 0)
        return (name_id){ *slot };
    }
  const char *copy = arena_copy (names->arena, bytes, length);
  *vec_push (names->arena, &names->entries)
    = (struct name_entry){ copy, (uint32_t) length, hash };
  *slot = names->entries.count - 1;
  return (name_id){ *slot };
}

const char *
names_text (const struct names *names, name_id name)
{
  assert (name.index < names->entries.count);
  return names->entries.at[name.index].bytes;
}
