/* pairmap.h -- hash map from pairs of 32-bit numbers to a 32-bit number.
 *
 * The hash table of the hot paths: memo tables and interning need nothing else,
 * since every larger key is interned into a pair step by step.  A map lives in
 * an arena; entries are never removed.
 */
#ifndef BASE_PAIRMAP_H
#define BASE_PAIRMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"

struct pairmap_entry
{
  uint32_t first, second;
  uint32_t value;
};

#define PAIRMAP_FREE UINT32_MAX

struct pairmap
{
  struct arena *arena;
  VEC (struct pairmap_entry) entries;
  struct hash_table table;
};

void pairmap_init (struct pairmap *map, struct arena *arena);

/* The address of the value of (FIRST, SECOND).  A key met for the first time has
   the value PAIRMAP_FREE, and the caller stores another one at once: the address
   is valid until the next call. */
uint32_t *pairmap_at (struct pairmap *map, uint32_t first, uint32_t second);

/* The number of (FIRST, SECOND): pairs are numbered from 0 on in the order in
   which they are met.  The number is not the value, which stays as it is. */
uint32_t pairmap_number (struct pairmap *map, uint32_t first, uint32_t second);

/* The value of (FIRST, SECOND), or PAIRMAP_FREE if it was never stored. */
uint32_t pairmap_get (const struct pairmap *map, uint32_t first, uint32_t second);

#endif
