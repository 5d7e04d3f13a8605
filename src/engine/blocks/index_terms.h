/* index_terms.h -- values that another process will come to, in terms of the state it is
 * in.
 *
 * An access that a process can still come to has an index, an expression over its slots
 * at that time.  Going backwards from the access, what steps assign is put in place of
 * the slots (weakest preconditions): at an earlier place the same value is a constant, a
 * slot, a cell that will be read later, or an expression over slots of one frame.  What
 * cannot be said in this way is unknown.
 *
 * A term at a place has in every state, with its process at that place, the value that
 * the index will have if the process goes the way that the term came, provided that
 * nobody writes the field in it.
 */
#ifndef ENGINE_BLOCKS_INDEX_TERMS_H
#define ENGINE_BLOCKS_INDEX_TERMS_H

#include "engine/symbolic/effect.h"

enum term_kind
{
  TERM_UNKNOWN,
  TERM_CONSTANT, /* value */
  TERM_SLOT,     /* slot number `what' of the frame over `below' */
  TERM_FIELD,    /* field number `what', of an array the cell `value' */
  TERM_EXPR,     /* expression number `what', over slots of that frame */
};

struct term
{
  enum term_kind kind;
  uint32_t what;
  pds_stack below;
  int64_t value;
  struct ir_type cut; /* it was stored in something this wide; width 0: it was not */
};

#define TERM_NONE ((struct term){ .kind = TERM_UNKNOWN })

bool term_equal (const struct term *a, const struct term *b);

/* EXPR, evaluated by U in the frame over BELOW. */
struct term term_of_expr (const struct unrolled *u, uint32_t expr, pds_stack below);

/* SLOT of the frame over BELOW. */
struct term term_of_slot (uint32_t slot, pds_stack below);

/* TERM holds after the step EFFECT of U, which is no acquire of a lock by an index if
   TERM is the slot of that: what is it before?  */
struct term term_before (struct unrolled *u, const struct effect *effect,
                         struct term term);

/* Are A and B, expressions over slots, built alike? */
bool terms_same_expr (const struct ir *flow, uint32_t a, uint32_t b);

#endif
