/* terms.h -- the values of expressions of EML in a state (ir/ir.h).
 *
 * An expression is evaluated by one process, with the slots of one frame.  If it goes
 * wrong its value is undefined.
 */
#ifndef CERTIFICATE_CHECKER_TERMS_H
#define CERTIFICATE_CHECKER_TERMS_H

#include "certificate/checker/states.h"

/* The process that evaluates, and the state. */
struct gate_terms
{
  const struct system *system;
  struct gates *gates;
  const struct system_state *state;
  uint32_t process;
  const struct frame_slots *frame; /* null: there are no slots */
};

/* The value of EXPR, as wide as its type; "it goes wrong" is or-ed to *WRONG. */
struct word terms_value (const struct gate_terms *terms, uint32_t expr, gate *wrong);
/* The value of EXPR, a truth value; *WRONG as above. */
gate terms_condition (const struct gate_terms *terms, uint32_t expr, gate *wrong);

/* The index EXPR into COUNT cells; out of bounds it goes wrong. */
struct word terms_index (const struct gate_terms *terms, uint32_t expr, uint32_t count,
                         gate *wrong);

/* The value of FIELD; INDEX: which cell, or null. */
struct word terms_read (const struct gate_terms *terms, field_id field,
                        const struct word *index);

/* A cell that is read if WHEN. */
struct touch
{
  field_id field;
  gate when;
  bool indexed;
  struct word index;
};

/* Append to LIST what the evaluation of EXPR reads, if WHEN. */
typedef VEC (struct touch) touches;
void terms_touch (const struct gate_terms *terms, uint32_t expr, gate when,
                  touches *list);

/* Does EXPR have a field in it? */
bool terms_has_field (const struct ir *flow, uint32_t expr);

#endif
