/* suggest.c -- see suggest.h. */
#include <config.h>

#include "base/suggest.h"

#include <assert.h>
#include <string.h>

/* Longer words get no suggestion: nobody mistypes them by hand. */
#define LONGEST 64

static uint32_t
smaller (uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

uint32_t
suggest_distance (const char *a, const char *b, uint32_t limit)
{
  size_t m = strlen (a), n = strlen (b);
  if (m > LONGEST || n > LONGEST || (m > n ? m - n : n - m) > limit)
    return limit + 1;
  /* Rows i - 2, i - 1 and i of the usual table (optimal string alignment). */
  uint32_t rows[3][LONGEST + 1];
  uint32_t *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= n; j++)
    last[j] = (uint32_t) j;
  for (size_t i = 1; i <= m; i++)
    {
      row[0] = (uint32_t) i;
      for (size_t j = 1; j <= n; j++)
        {
          uint32_t edits = last[j - 1] + (a[i - 1] != b[j - 1]);
          edits = smaller (edits, smaller (last[j], row[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            edits = smaller (edits, before[j - 2] + 1);
          row[j] = edits;
        }
      uint32_t *oldest = before;
      before = last;
      last = row;
      row = oldest;
    }
  assert (last[n] <= (m > n ? m : n));
  return last[n];
}

void
suggest_init (struct suggest *suggest, const char *word)
{
  assert (word);
  size_t length = strlen (word);
  suggest->word = word;
  suggest->best = NULL;
  /* One edit in three characters is a slip, more is another word. */
  suggest->distance = (uint32_t) (length <= 2 ? 1 : length <= 8 ? 2 : 3) + 1;
}

void
suggest_offer (struct suggest *suggest, const char *candidate)
{
  assert (suggest->word && candidate);
  if (suggest->distance == 0)
    return;
  uint32_t distance = suggest_distance (suggest->word, candidate, suggest->distance - 1);
  size_t length = strlen (candidate);
  if (distance < suggest->distance && distance < length)
    {
      suggest->best = candidate;
      suggest->distance = distance;
    }
}
