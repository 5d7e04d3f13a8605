/* hash.h -- hash tables by open addressing, for everything that is interned.
 *
 * The caller keeps the entries: in a vector, a pool of rows, anything that is
 * numbered from 0 on.  The table keeps these numbers in slots and knows nothing
 * else about the entries; the caller hashes and compares:
 *
 *     hash_reserve (&table, entries.count, hash_of, &entries);
 *     uint32_t *slot = hash_first (&table, hash);
 *     for (; *slot != HASH_FREE; slot = hash_next (&table, slot))
 *       if (entries.at[*slot] is what is looked for)
 *         return *slot;
 *     *vec_push (arena, &entries) = ...;
 *     return *slot = entries.count - 1;
 *
 * At most half of the slots are taken, so every search ends.  Entries are never
 * removed.  The slots live in the arena; running out of memory leaves a table
 * as it was.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#include "base/arena.h"

#define HASH_FREE UINT32_MAX

struct hash_table
{
  struct arena *arena;
  uint32_t *slots;     /* the number of an entry, or HASH_FREE */
  uint32_t slot_count; /* a power of two */
};

/* The hash of the caller's entry number ENTRY. */
typedef uint32_t (*hash_of_entry) (const void *context, uint32_t entry);

void hash_table_init (struct hash_table *table, struct arena *arena);

/* For hash_reserve: double the number of slots and enter the COUNT entries anew. */
void hash_enlarge (struct hash_table *table, uint32_t count, hash_of_entry hash_of,
                   const void *context);

/* Make room for one more entry than the present COUNT.  Slots move. */
static inline void
hash_reserve (struct hash_table *table, uint32_t count, hash_of_entry hash_of,
              const void *context)
{
  if (count >= table->slot_count / 2)
    hash_enlarge (table, count, hash_of, context);
}

/* The slots in which an entry with this HASH may be, one after the other.  The
   search ends at the first free slot, which is where a new entry belongs. */
static inline uint32_t *
hash_first (const struct hash_table *table, uint32_t hash)
{
  return &table->slots[hash & (table->slot_count - 1)];
}

static inline uint32_t *
hash_next (const struct hash_table *table, uint32_t *slot)
{
  slot++;
  return slot == table->slots + table->slot_count ? table->slots : slot;
}

#endif
