/* idset.h -- hash-consed sets of small numbers.
 *
 * A set is an identifier; equal sets have equal identifiers, so comparing is
 * one instruction and a set can be part of a hash key.  The representation is a
 * binary trie whose leaves are 64-bit masks and whose nodes are shared by all
 * sets that contain them: adding an element to a set of n costs O(log n) time
 * and memory, a chain of n growing sets O(n log n) instead of O(n^2).
 *
 * Sets live in their table, which lives in an arena.
 */
#ifndef BASE_IDSET_H
#define BASE_IDSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
} idset;

#define IDSET_EMPTY ((idset){ 0 })

struct idset_node
{
  uint32_t height; /* members are below 64 * 2^height; 0: a leaf */
  uint32_t low;    /* leaf: low half of the mask; inner: set of the lower members */
  uint32_t high;   /* leaf: high half of the mask; inner: set of the upper members */
};

struct idsets
{
  struct arena *arena;
  VEC (struct idset_node) nodes; /* node 0 is the empty set */
  struct pairmap halves;         /* (low, high) -> a number for the pair */
  struct pairmap ids;            /* (number of the pair, height) -> node */
};

void idsets_init (struct idsets *sets, struct arena *arena);
/* Copy SETS to ARENA; sets keep their identifiers. */
void idsets_copy (struct idsets *copy, const struct idsets *sets, struct arena *arena);

idset idset_add (struct idsets *sets, idset set, uint32_t member);
idset idset_union (struct idsets *sets, idset a, idset b);
idset idset_minus (struct idsets *sets, idset a, idset b);
idset idset_common (struct idsets *sets, idset a, idset b);
bool idset_has (const struct idsets *sets, idset set, uint32_t member);
/* Have A and B a member in common?  No set is made. */
bool idset_meets (const struct idsets *sets, idset a, idset b);
bool idset_is_empty (idset set);
bool idset_equal (idset a, idset b);
uint32_t idset_count (const struct idsets *sets, idset set);

/* The smallest member that is at least FROM, or UINT32_MAX. */
uint32_t idset_next (const struct idsets *sets, idset set, uint32_t from);

/* For each MEMBER of SET, from the smallest on.  SET stays as it is meanwhile. */
#define IDSET_EACH(member, sets, set)                                                    \
  for (uint32_t member = idset_next (sets, set, 0); member != UINT32_MAX;                \
       member = idset_next (sets, set, member + 1))

#endif
