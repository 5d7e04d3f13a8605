/* provenance.c -- see provenance.h. */
#include <config.h>

#include "ir/provenance.h"

#include <assert.h>
#include <stddef.h>

const struct provenance_statement *
provenance_find (const struct provenance *provenance, uint32_t line)
{
  /* The first statement that is not before LINE. */
  uint32_t low = 0, high = provenance->statements.count;
  assert (line > 0);
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (provenance->statements.at[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  bool found
    = low < provenance->statements.count && provenance->statements.at[low].line == line;
  return found ? &provenance->statements.at[low] : NULL;
}
