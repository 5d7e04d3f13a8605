/* rows.c -- rows of numbers, hash-consed: arguments, frames, monitors. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/extraction.h"

static uint32_t
hash_words (const uint32_t *words, uint32_t count)
{
  uint32_t hash = count;
  for (uint32_t i = 0; i < count; i++)
    {
      hash = (hash ^ words[i]) * UINT32_C (0x9e3779b1);
      hash ^= hash >> 15;
    }
  return hash;
}

static uint32_t
hash_of_row (const void *context, uint32_t row)
{
  const struct extraction *x = context;
  return hash_words (row_words (x, row), row_count (x, row));
}

void
rows_reset (struct extraction *x)
{
  x->rows.at = NULL;
  x->rows.count = x->rows.capacity = 0;
  x->row_words.at = NULL;
  x->row_words.count = x->row_words.capacity = 0;
  hash_table_init (&x->row_table, &x->run_arena);
  uint32_t empty = row_intern (x, NULL, 0);
  assert (empty == ROW_EMPTY);
  (void) empty;
}

uint32_t
row_intern (struct extraction *x, const uint32_t *words, uint32_t count)
{
  hash_reserve (&x->row_table, x->rows.count, hash_of_row, x);
  uint32_t *slot = hash_first (&x->row_table, hash_words (words, count));
  for (; *slot != HASH_FREE; slot = hash_next (&x->row_table, slot))
    if (row_count (x, *slot) == count
        && (count == 0
            || memcmp (row_words (x, *slot), words, count * sizeof *words) == 0))
      return *slot;
  struct row row = { x->row_words.count, count };
  vec_reserve (&x->run_arena, &x->row_words, (uint64_t) x->row_words.count + count);
  for (uint32_t i = 0; i < count; i++)
    *vec_push (&x->run_arena, &x->row_words) = words[i];
  *vec_push (&x->run_arena, &x->rows) = row;
  assert (x->rows.count > 1 || count == 0);
  return *slot = x->rows.count - 1;
}
