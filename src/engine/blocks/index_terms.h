/* index_terms.h -- values that another process will compute, in terms of its present
 * state.
 *
 * An access that a process can still come to has an index, an expression over its slots
 * at that time.  Going backwards from the access, what steps assign is substituted for
 * the slots (weakest preconditions): at an earlier place the same value is a constant, a
 * slot, a cell that will be read later, or an expression over slots of one frame.  What
 * cannot be expressed in this way is unknown.
 *
 * The value of a term at a place, in any state whose process is there, is the value that
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

struct index_term
{
  enum term_kind kind;
  uint32_t what;
  pds_stack below;
  int64_t value;
  struct ir_type cut; /* the type that it is stored in, which cuts it; width 0: none */
};

#define TERM_NONE ((struct index_term){ .kind = TERM_UNKNOWN })

bool term_equal (const struct index_term *a, const struct index_term *b);

/* The term of EXPR as U evaluates it in the frame over BELOW. */
struct index_term term_of_expr (const struct unrolled *u, uint32_t expr, pds_stack below);

/* The term of SLOT of the frame over BELOW. */
struct index_term term_of_slot (uint32_t slot, pds_stack below);

/* The term before the step EFFECT of U that has the value of TERM after it.  If TERM is
   the slot that an IR_ACQUIRE_AT sets, EFFECT must not be that step. */
struct index_term term_before (struct unrolled *u, const struct effect *effect,
                               struct index_term term);

/* Are A and B equal expressions? */
bool terms_same_expr (const struct ir *flow, uint32_t a, uint32_t b);

#endif
