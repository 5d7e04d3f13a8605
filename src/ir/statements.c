/* statements.c -- see statements.h. */
#include <config.h>

#include "ir/statements.h"

#include <assert.h>

uint32_t
ir_place_of (const struct ir_statements *statements, const struct ir *ir, body_id number,
             uint32_t offset)
{
  const struct ir_graph *body = &ir->bodies.at[number.index];
  if (!statements->places)
    return offset;
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    if (ir->nodes.at[n].offset == offset)
      return statements->places[n];
  assert (false && "an offset of this body");
  return 0;
}

struct span
ir_offsets_in (const struct ir_statements *statements, const struct ir *ir,
               body_id number, struct span range)
{
  const struct ir_graph *body = &ir->bodies.at[number.index];
  assert (range.begin < range.end);
  if (!statements->places)
    return (struct span){ range.begin, range.end - 1 };
  struct span offsets = { UINT32_MAX, 0 };
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    {
      uint32_t offset = ir->nodes.at[n].offset;
      if (statements->places[n] < range.begin || statements->places[n] >= range.end)
        continue;
      offsets.begin = offset < offsets.begin ? offset : offsets.begin;
      offsets.end = offset > offsets.end ? offset : offsets.end;
    }
  return offsets.begin <= offsets.end ? offsets : range;
}
