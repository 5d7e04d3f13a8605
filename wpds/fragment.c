/* fragment.c -- see fragment.h.
 *
 * Invariant of every fragment of a path: l is in RH[l] for each l in R, and in AH[l]
 * for each l in A.  (A bare shape, whose RH and AH are empty, is never composed.)
 *
 * Cost: composing takes O(locks^2 / 64) word operations, once for each pair of
 * fragments; comparing takes as many, or one if the shapes differ.
 * [SPIN09] composes histories as relations (relation.h) and knows no order of them.
 */
#include <config.h>

#include "wpds/fragment.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"

/* Rows of a fragment before those of single locks. */
enum
{
  ROW_RELEASED,
  ROW_ACQUIRED,
  ROW_USED,
  ROWS,
};

/* ---- Rows. ---- */

lock_number
locks_next (const uint64_t *row, uint32_t words, uint32_t from)
{
  for (uint32_t w = from / 64; w < words; w++)
    {
      uint64_t rest = row[w];
      if (w == from / 64)
        rest &= ~UINT64_C (0) << from % 64;
      if (rest)
        return (lock_number){ w * 64 + (uint32_t) __builtin_ctzll (rest) };
    }
  return LOCK_NUMBER_NONE;
}

static void
add_row (uint64_t *row, const uint64_t *more, uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    row[w] |= more[w];
}

static uint32_t
count_row (const uint64_t *row, uint32_t words)
{
  uint32_t count = 0;
  for (uint32_t w = 0; w < words; w++)
    count += (uint32_t) __builtin_popcountll (row[w]);
  return count;
}

/* The number of locks in ROW that are smaller than LOCK. */
static uint32_t
rank_of (const uint64_t *row, lock_number lock)
{
  uint32_t rank = 0;
  for (uint32_t w = 0; w < lock.index / 64; w++)
    rank += (uint32_t) __builtin_popcountll (row[w]);
  uint64_t below = ((uint64_t) 1 << lock.index % 64) - 1;
  return rank + (uint32_t) __builtin_popcountll (row[lock.index / 64] & below);
}

/* ---- Rows of a fragment. ---- */

static const uint64_t *
row_at (const struct fragments *fragments, fragment f, uint32_t row)
{
  assert (f.index < fragments->list.count);
  return fragments->pool.at + fragments->list.at[f.index].first_word
         + (size_t) row * fragments->row;
}

const uint64_t *
fragment_released (const struct fragments *fragments, fragment f)
{
  return row_at (fragments, f, ROW_RELEASED);
}

const uint64_t *
fragment_acquired (const struct fragments *fragments, fragment f)
{
  return row_at (fragments, f, ROW_ACQUIRED);
}

const uint64_t *
fragment_used (const struct fragments *fragments, fragment f)
{
  return row_at (fragments, f, ROW_USED);
}

const uint64_t *
fragment_before (const struct fragments *fragments, fragment f, lock_number lock)
{
  const uint64_t *released = fragment_released (fragments, f);
  assert (locks_has (released, lock));
  return row_at (fragments, f, ROWS + rank_of (released, lock));
}

const uint64_t *
fragment_after (const struct fragments *fragments, fragment f, lock_number lock)
{
  const uint64_t *acquired = fragment_acquired (fragments, f);
  assert (locks_has (acquired, lock));
  uint32_t releases = count_row (fragment_released (fragments, f), fragments->row);
  return row_at (fragments, f, ROWS + releases + rank_of (acquired, lock));
}

/* ---- Interning. ---- */

static uint32_t
hash_of_fragment (const void *context, uint32_t index)
{
  const struct fragments *fragments = context;
  return fragments->list.at[index].hash;
}

static uint32_t intern_words (struct fragments *fragments, const uint64_t *words,
                              uint32_t count, bool is_shape);

static uint32_t
shape_of (struct fragments *fragments, const uint64_t *words)
{
  /* A shape is the fragment with the same R and A and nothing else. */
  uint32_t row = fragments->row;
  uint64_t *bare = fragments->shape_scratch;
  memcpy (bare, words, (size_t) (ROW_ACQUIRED + 1) * row * sizeof *bare);
  for (uint32_t w = 0; fragments->focus && w < row; w++)
    {
      bare[ROW_RELEASED * row + w] &= fragments->focus[w];
      bare[ROW_ACQUIRED * row + w] &= fragments->focus[w];
    }
  uint32_t count = ROWS + count_row (bare + ROW_RELEASED * row, row)
                   + count_row (bare + ROW_ACQUIRED * row, row);
  return intern_words (fragments, bare, count * row, true);
}

static uint32_t
intern_words (struct fragments *fragments, const uint64_t *words, uint32_t count,
              bool is_shape)
{
  assert (count >= ROWS * fragments->row);
  uint32_t hash = (uint32_t) XXH3_64bits (words, count * sizeof *words);
  hash_reserve (&fragments->table, fragments->list.count, hash_of_fragment, fragments);
  uint32_t *slot = hash_first (&fragments->table, hash);
  for (; *slot != HASH_FREE; slot = hash_next (&fragments->table, slot))
    {
      const struct fragment_info *info = &fragments->list.at[*slot];
      if (info->hash == hash && info->words == count
          && memcmp (fragments->pool.at + info->first_word, words, count * sizeof *words)
               == 0)
        return *slot;
    }
  uint32_t index = fragments->list.count;
  uint32_t first = fragments->pool.count;
  vec_reserve (fragments->arena, &fragments->pool, (uint64_t) first + count);
  memcpy (fragments->pool.at + first, words, count * sizeof *words);
  fragments->pool.count += count;
  *vec_push (fragments->arena, &fragments->list)
    = (struct fragment_info){ first, count, index, hash, count_row (words, count) };
  *slot = index;
  if (!is_shape)
    {
      uint32_t shape = shape_of (fragments, words);
      fragments->list.at[index].shape = shape;
    }
  return index;
}

static fragment
intern (struct fragments *fragments, const uint64_t *words, uint32_t rows)
{
  return (fragment){ intern_words (fragments, words, rows * fragments->row, false) };
}

void
fragments_init (struct fragments *fragments, struct arena *arena, uint32_t locks)
{
  memset (fragments, 0, sizeof *fragments);
  fragments->arena = arena;
  fragments->locks = locks;
  fragments->row = locks ? (locks + 63) / 64 : 1;
  hash_table_init (&fragments->table, arena);
  pairmap_init (&fragments->compositions, arena);
  size_t rows = ROWS + 2 * (size_t) locks;
  fragments->scratch = arena_calloc (arena, rows * fragments->row, sizeof (uint64_t));
  fragments->shape_scratch
    = arena_calloc (arena, rows * fragments->row, sizeof (uint64_t));
  fragment empty = intern (fragments, fragments->scratch, ROWS);
  assert (empty.index == 0);
  (void) empty;
}

void
fragments_focus (struct fragments *fragments, const uint64_t *focus)
{
  assert (fragments->list.count == 1 && !fragments->focus);
  size_t bytes = fragments->row * sizeof *focus;
  uint64_t *copy = arena_alloc (fragments->arena, bytes);
  memcpy (copy, focus, bytes);
  fragments->focus = copy;
  LOG (2, "focus on %u of %u locks", (unsigned) count_row (copy, fragments->row),
       (unsigned) fragments->locks);
}

static fragment
single (struct fragments *fragments, lock_number lock, uint32_t row)
{
  assert (lock.index < fragments->locks);
  uint32_t words = fragments->row;
  memset (fragments->scratch, 0, (ROWS + 1) * (size_t) words * sizeof (uint64_t));
  locks_put (fragments->scratch + row * words, lock);
  locks_put (fragments->scratch + ROWS * words, lock);
  return intern (fragments, fragments->scratch, ROWS + 1);
}

fragment
fragment_acquire (struct fragments *fragments, lock_number lock)
{
  return single (fragments, lock, ROW_ACQUIRED);
}

fragment
fragment_release (struct fragments *fragments, lock_number lock)
{
  return single (fragments, lock, ROW_RELEASED);
}

/* ---- Composition. ---- */

/* Write the rows RH of the result, one for each lock in RELEASED, from ROWS on;
   returns their number. */
static uint32_t
compose_before (const struct fragments *fragments, fragment a, fragment b,
                const uint64_t *released, uint64_t *rows)
{
  uint32_t words = fragments->row, count = 0;
  const uint64_t *released_a = fragment_released (fragments, a);
  for (lock_number l = locks_next (released, words, 0); l.index != UINT32_MAX;
       l = locks_next (released, words, l.index + 1))
    {
      uint64_t *row = rows + (size_t) count++ * words;
      bool in_a = locks_has (released_a, l);
      memcpy (row, fragment_before (fragments, in_a ? a : b, l), words * sizeof *row);
      assert (locks_has (row, l));
      if (in_a)
        continue;
      add_row (row, released_a, words);
      add_row (row, fragment_used (fragments, a), words);
      add_row (row, fragment_acquired (fragments, a), words);
    }
  return count;
}

/* Write the rows AH, one for each lock of ACQUIRED, to ROWS; returns their number. */
static uint32_t
compose_after (const struct fragments *fragments, fragment a, fragment b,
               const uint64_t *acquired, uint64_t *rows)
{
  uint32_t words = fragments->row, count = 0;
  const uint64_t *acquired_b = fragment_acquired (fragments, b);
  for (lock_number l = locks_next (acquired, words, 0); l.index != UINT32_MAX;
       l = locks_next (acquired, words, l.index + 1))
    {
      uint64_t *row = rows + (size_t) count++ * words;
      bool in_b = locks_has (acquired_b, l);
      memcpy (row, fragment_after (fragments, in_b ? b : a, l), words * sizeof *row);
      assert (locks_has (row, l));
      if (in_b)
        continue;
      add_row (row, acquired_b, words);
      add_row (row, fragment_used (fragments, b), words);
    }
  return count;
}

static fragment
compose (struct fragments *fragments, fragment a, fragment b)
{
  uint32_t words = fragments->row;
  uint64_t *rows = fragments->scratch;
  uint64_t *released = rows + ROW_RELEASED * words;
  uint64_t *acquired = rows + ROW_ACQUIRED * words;
  uint64_t *used = rows + ROW_USED * words;
  const uint64_t *released_a = fragment_released (fragments, a);
  const uint64_t *released_b = fragment_released (fragments, b);
  const uint64_t *acquired_a = fragment_acquired (fragments, a);
  const uint64_t *acquired_b = fragment_acquired (fragments, b);
  const uint64_t *used_a = fragment_used (fragments, a);
  const uint64_t *used_b = fragment_used (fragments, b);
  for (uint32_t w = 0; w < words; w++)
    {
      /* B can follow A: no lock is acquired or released twice in a row. */
      assert (!(acquired_a[w] & acquired_b[w] & ~released_b[w]));
      assert (!(released_a[w] & released_b[w] & ~acquired_a[w]));
      released[w] = released_a[w] | (released_b[w] & ~acquired_a[w]);
      used[w] = used_a[w] | used_b[w] | (acquired_a[w] & released_b[w]);
      acquired[w] = (acquired_a[w] & ~released_b[w]) | acquired_b[w];
    }
  uint64_t *next = rows + ROWS * words;
  uint32_t before = compose_before (fragments, a, b, released, next);
  next += (size_t) before * words;
  uint32_t after = compose_after (fragments, a, b, acquired, next);
  assert (before <= fragments->locks && after <= fragments->locks);
  return intern (fragments, rows, ROWS + before + after);
}

fragment
fragment_compose (struct fragments *fragments, fragment a, fragment b)
{
  assert (a.index < fragments->list.count && b.index < fragments->list.count);
  if (a.index == 0)
    return b;
  if (b.index == 0)
    return a;
  uint32_t *known = pairmap_at (&fragments->compositions, a.index, b.index);
  if (*known == PAIRMAP_FREE)
    *known = compose (fragments, a, b).index;
  return (fragment){ *known };
}

/* Is P, cut to the focus, inside Q? */
static bool
is_inside (const struct fragments *fragments, const uint64_t *p, const uint64_t *q)
{
  for (uint32_t w = 0; w < fragments->row; w++)
    if (p[w] & ~q[w] & fragments->focus[w])
      return false;
  return true;
}

/* Is A below B in the focus?  Both have the same R and A there. */
static bool
is_below_in_focus (const struct fragments *fragments, fragment a, fragment b)
{
  uint32_t words = fragments->row;
  const uint64_t *released = fragment_released (fragments, a);
  const uint64_t *acquired = fragment_acquired (fragments, a);
  assert (is_inside (fragments, released, fragment_released (fragments, b)));
  assert (is_inside (fragments, acquired, fragment_acquired (fragments, b)));
  if (!is_inside (fragments, fragment_used (fragments, a), fragment_used (fragments, b)))
    return false;
  for (lock_number l = locks_next (fragments->focus, words, 0); l.index != UINT32_MAX;
       l = locks_next (fragments->focus, words, l.index + 1))
    {
      if (locks_has (released, l)
          && !is_inside (fragments, fragment_before (fragments, a, l),
                         fragment_before (fragments, b, l)))
        return false;
      if (locks_has (acquired, l)
          && !is_inside (fragments, fragment_after (fragments, a, l),
                         fragment_after (fragments, b, l)))
        return false;
    }
  return true;
}

bool
fragment_is_below (const struct fragments *fragments, fragment a, fragment b)
{
  assert (a.index < fragments->list.count && b.index < fragments->list.count);
  if (a.index == b.index)
    return true;
  const struct fragment_info *x = &fragments->list.at[a.index];
  const struct fragment_info *y = &fragments->list.at[b.index];
  if (x->shape != y->shape)
    return false;
  if (fragments->focus)
    return is_below_in_focus (fragments, a, b);
  assert (x->words == y->words);
  const uint64_t *p = fragments->pool.at + x->first_word;
  const uint64_t *q = fragments->pool.at + y->first_word;
  for (uint32_t w = 0; w < x->words; w++)
    if (p[w] & ~q[w])
      return false;
  return true;
}
