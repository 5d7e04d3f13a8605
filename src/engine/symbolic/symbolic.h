/* symbolic.h -- expressions of a model as circuits.
 *
 * A frame gives the values of slots, a shared state those of fields.  Besides its value
 * an expression has a literal that says when its evaluation goes wrong (ir/ir.h).
 */
#ifndef ENGINE_SYMBOLIC_SYMBOLIC_H
#define ENGINE_SYMBOLIC_SYMBOLIC_H

#include "engine/symbolic/layout.h"

struct symbolic
{
  const struct layout *layout;
  struct aig *aig;
  const struct bits *shared; /* by item; null: no field is read */
  const struct bits *(*slot) (void *context, uint32_t slot);
  void *context;
  process_id self;
};

/* The value of EXPR, as wide as its type; *WRONG gets "or it goes wrong". */
struct bits symbolic_value (const struct symbolic *symbolic, uint32_t expr,
                            aig_lit *wrong);
/* The value of the condition EXPR, with *WRONG as above. */
aig_lit symbolic_condition (const struct symbolic *symbolic, uint32_t expr,
                            aig_lit *wrong);

/* VALUE as it is stored in a place of the type TO. */
struct bits symbolic_fit (struct aig *aig, struct ir_type to, struct bits value);

/* The literal: INDEX is outside of an array of CELLS cells. */
aig_lit symbolic_outside (struct aig *aig, struct bits index, uint32_t cells);

/* A read of a field when a condition over fields is evaluated. */
struct symbolic_access
{
  aig_lit when;
  field_id field;
  struct bits index; /* width 0: the field is no array */
};

struct symbolic_accesses
{
  VEC (struct symbolic_access) list;
};

/* Add the reads of fields when EXPR is evaluated, which happens if WHEN. */
void symbolic_list_accesses (const struct symbolic *symbolic, uint32_t expr, aig_lit when,
                             struct symbolic_accesses *accesses);

#endif
