/* statement_range.h -- stretches of statements of a body, which a lock can be put around. */
#ifndef WITNESS_REGION_H
#define WITNESS_REGION_H

#include "eml/eml.h"

/* Statements FIRST to LAST (of one sequence) of PARENT, or of the body. */
struct region
{
  uint32_t parent; /* UINT32_MAX: the body */
  uint32_t first, last;
};

/* The smallest stretch of BODY with the places A and B; false: there is none. */
bool region_find (struct region *region, const struct model *model, body_id body,
                  uint32_t a, uint32_t b);

/* The unit around it, without which it would begin too late; false: none. */
bool region_widen_to_unit (struct region *region, const struct model *model,
                           body_id body);
void region_widen_to_body (struct region *region, const struct model *model,
                           body_id body);

/* Where its text begins and where the next one begins: there the closing brace
   goes, so that a position behind a block stays in front of it. */
struct span region_span (const struct region *region, const struct model *model,
                         body_id body);

/* Where the text of a statement ends, at the latest token we know of. */
uint32_t region_reach (const struct tree *tree, uint32_t stmt);

#endif
