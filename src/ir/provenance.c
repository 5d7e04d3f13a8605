/* provenance.c -- see provenance.h. */
#include <config.h>

#include "ir/provenance.h"

#include <stddef.h>

const struct provenance_statement *
provenance_find (const struct provenance *provenance, uint32_t offset)
{
  uint32_t count = provenance->statements.count;
  if (count == 0 || provenance->statements.at[0].offset > offset)
    return NULL;
  uint32_t at = vec_last_at_most_by (&provenance->statements, offset, 0, count, offset);
  return provenance->statements.at[at].offset == offset ? &provenance->statements.at[at]
                                                        : NULL;
}
