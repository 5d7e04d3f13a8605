/* statements.h -- the block structure of the statements of a body, for those who change a
 * model.
 *
 * These are the statements of the text of a model, or of the text that would be printed
 * of it, in their order.  Their places are offsets of steps, or numbers in the order of
 * the statements.
 */
#ifndef IR_STATEMENTS_H
#define IR_STATEMENTS_H

#include "ir/ir.h"

enum ir_statement_kind
{
  IR_STATEMENT, /* any other kind; it may contain statements */
  IR_STATEMENT_UNIT,
  IR_STATEMENT_LOOP,   /* it begins where its first statement begins */
  IR_STATEMENT_BRANCH, /* its statements are alternatives, not a sequence */
};

struct ir_statement
{
  enum ir_statement_kind kind;
  uint32_t end;     /* the index after the last statement in it */
  struct span span; /* of a block its head */
  uint32_t close;   /* where its block ends; if below span.end, it has none */
  name_id position; /* @"..." or NAME_NONE */
  name_id end_position;
};

/* The statements of a body. */
struct ir_sequence
{
  uint32_t begin, end;
  uint32_t close; /* where the body ends */
};

struct ir_statements
{
  VEC (struct ir_statement) list;
  struct ir_sequence *bodies; /* by body; null: not known */
  uint32_t *places;           /* by step; null: its offset is its place */
};

/* The place of the step of BODY with OFFSET. */
uint32_t ir_place_of (const struct ir_statements *statements, const struct ir *ir,
                      body_id body, uint32_t offset);
/* The least and the largest offset of steps of BODY in RANGE, a range of places. */
struct span ir_offsets_in (const struct ir_statements *statements, const struct ir *ir,
                           body_id body, struct span range);

#endif
