/* rows.h -- rows of numbers, hash-consed: arguments, frames, monitors.  Equal rows have
 * equal numbers. */
#ifndef JAVA_INTERPRETER_ROWS_H
#define JAVA_INTERPRETER_ROWS_H

#include <assert.h>

#include "base/hash.h"
#include "base/vec.h"

/* A part of `words'. */
struct row
{
  uint32_t first, count;
};

struct rows
{
  struct arena *arena;
  VEC (struct row) list;
  VEC (uint32_t) words;
  struct hash_table table;
};

#define ROW_EMPTY 0

/* Only the empty row. */
void rows_init (struct rows *rows, struct arena *arena);
uint32_t row_intern (struct rows *rows, const uint32_t *words, uint32_t count);

static inline uint32_t
row_count (const struct rows *rows, uint32_t row)
{
  assert (row < rows->list.count);
  return rows->list.at[row].count;
}

static inline const uint32_t *
row_words (const struct rows *rows, uint32_t row)
{
  assert (row < rows->list.count);
  return rows->words.at + rows->list.at[row].first;
}

#endif
