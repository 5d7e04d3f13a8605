/* rows.c -- see rows.h. */
#include <config.h>

#include "java/interpreter/rows.h"

#include <string.h>

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
  const struct rows *rows = context;
  return hash_words (row_words (rows, row), row_count (rows, row));
}

void
rows_init (struct rows *rows, struct arena *arena)
{
  *rows = (struct rows){ .arena = arena };
  hash_table_init (&rows->table, arena);
  uint32_t empty = row_intern (rows, NULL, 0);
  assert (empty == ROW_EMPTY);
  (void) empty;
}

uint32_t
row_intern (struct rows *rows, const uint32_t *words, uint32_t count)
{
  hash_reserve (&rows->table, rows->list.count, hash_of_row, rows);
  uint32_t *slot = hash_first (&rows->table, hash_words (words, count));
  for (; *slot != HASH_FREE; slot = hash_next (&rows->table, slot))
    if (row_count (rows, *slot) == count
        && (count == 0
            || memcmp (row_words (rows, *slot), words, count * sizeof *words) == 0))
      return *slot;
  struct row row = { rows->words.count, count };
  vec_reserve (rows->arena, &rows->words, (uint64_t) rows->words.count + count);
  for (uint32_t i = 0; i < count; i++)
    *vec_push (rows->arena, &rows->words) = words[i];
  *vec_push (rows->arena, &rows->list) = row;
  assert (rows->list.count > 1 || count == 0);
  return *slot = rows->list.count - 1;
}
