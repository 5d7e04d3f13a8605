/* fragment.h -- lock histories that compose (theory.md, 5c).
 *
 * A fragment is the history of a stretch of a path [SPIN09] without HT, the
 * locks held throughout.  Nothing in it depends on the locks held before, so the
 * fragment of a path w1 w2 is a function of those of w1 and w2:
 *
 *     X = A1 & R2
 *     R = R1 + (R2 - A1)      U = U1 + U2 + X      A = (A1 - R2) + A2
 *     RH[l] = RH1[l]                  for l in R1
 *             R1 + U1 + A1 + RH2[l]   for l in R2 - A1
 *     AH[l] = AH1[l] + A2 + U2        for l in A1 - R2
 *             AH2[l]                  for l in A2
 *
 * (For stretches that can follow each other, with locks properly nested: then no
 * lock acquired in w1 is still held when l is first released, and A1 in RH adds
 * only locks that were used by then.)
 *
 * Fragments are interned: equal fragments have equal identifiers, and compositions
 * are remembered.  Locks are numbered for the computation (lock_number), not for the
 * model.  A set of locks is a row of 64-bit words, one word for up to 64 locks; a
 * fragment is the rows R, A, U, then RH of each lock in R, then AH of each lock in
 * A, both in the order of the locks.
 *
 * One fragment is below another (5d) if both have the same shape, that is the same
 * R and A, and the first has no more in U, RH and AH: whatever is compatible with the
 * larger is compatible with the smaller, and composition preserves that.
 *
 * With a focus, a set of locks, shapes and the order consider these locks alone: R, A and
 * U, and the pairs of locks in RH and AH, are all cut to the focus.  The result is the
 * history of the path without the operations of other locks, so composition preserves
 * this order as well.  Fragments that the focus cannot tell apart are below each other,
 * so one of them stands for all; each still describes all locks of its own path.
 */
#ifndef WPDS_FRAGMENT_H
#define WPDS_FRAGMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/hash.h"
#include "base/ids.h"
#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
} fragment;

struct fragment_info
{
  uint32_t first_word; /* in the pool */
  uint32_t words;
  uint32_t shape; /* the fragment with the same R and A (in the focus) and empty
                     U, RH and AH: equal R and A have equal shapes */
  uint32_t hash;  /* of the words alone, not of what was interned before */
  uint32_t size;  /* bits set in the words */
};

struct fragments
{
  struct arena *arena;
  uint32_t locks;
  uint32_t row;                    /* words of a set of locks */
  const uint64_t *focus;           /* a row; null: all locks */
  VEC (struct fragment_info) list; /* fragment 0 is that of the empty path */
  VEC (uint64_t) pool;
  struct hash_table table;
  struct pairmap compositions;
  uint64_t *scratch;       /* room for one fragment */
  uint64_t *shape_scratch; /* room for another, with empty U, RH and AH */
};

void fragments_init (struct fragments *fragments, struct arena *arena, uint32_t locks);
/* Consider the locks of FOCUS (a row, copied) alone.  To be called before any
   fragment is made. */
void fragments_focus (struct fragments *fragments, const uint64_t *focus);

/* The fragment of the empty path. */
#define FRAGMENT_EMPTY ((fragment){ 0 })

fragment fragment_acquire (struct fragments *fragments, lock_number lock);
fragment fragment_release (struct fragments *fragments, lock_number lock);

/* First A, then B. */
fragment fragment_compose (struct fragments *fragments, fragment a, fragment b);

/* Is A below B (in the focus)? */
bool fragment_is_below (const struct fragments *fragments, fragment a, fragment b);

/* Rows of a fragment; valid until the next fragment is made. */
const uint64_t *fragment_released (const struct fragments *fragments, fragment f);
const uint64_t *fragment_acquired (const struct fragments *fragments, fragment f);
const uint64_t *fragment_used (const struct fragments *fragments, fragment f);
/* RH[lock] for a lock in R, AH[lock] for one in A. */
const uint64_t *fragment_before (const struct fragments *fragments, fragment f,
                                 lock_number lock);
const uint64_t *fragment_after (const struct fragments *fragments, fragment f,
                                lock_number lock);

/* Rows. */
static inline bool
locks_has (const uint64_t *row, lock_number lock)
{
  return bits_have (row, lock.index);
}

static inline void
locks_put (uint64_t *row, lock_number lock)
{
  bits_add (row, lock.index);
}

/* The smallest lock of ROW (WORDS words) from FROM on, or LOCK_NUMBER_NONE.  A loop:

     for (lock_number l = locks_next (row, words, 0); l.index != UINT32_MAX;
          l = locks_next (row, words, l.index + 1)) */
lock_number locks_next (const uint64_t *row, uint32_t words, uint32_t from);

#endif
