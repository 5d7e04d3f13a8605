/* statements.h -- how the steps of a body stand in blocks, for those who change a model.
 *
 * There are the statements of the text of a model, or of the text that would be printed
 * of it, in their order.  Their places are offsets of steps, or numbers that were given
 * in the order of the statements.
 */
#ifndef IR_STATEMENTS_H
#define IR_STATEMENTS_H

#include "ir/ir.h"

enum ir_statement_kind
{
  IR_STATEMENT, /* of no other kind; it may contain others */
  IR_STATEMENT_UNIT,
  IR_STATEMENT_LOOP,   /* it begins where the first one in it begins */
  IR_STATEMENT_BRANCH, /* those in it are alternatives, not a sequence */
};

struct ir_statement
{
  enum ir_statement_kind kind;
  uint32_t end;     /* the number after the last one in it */
  struct span span; /* of a block its head */
  uint32_t close;   /* where its block ends; before the end of the span: it has none */
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
  struct ir_sequence *bodies; /* by body; null: nothing is known */
  uint32_t *places;           /* by step; null: its offset is its place */
};

/* Where the step of BODY with OFFSET is. */
uint32_t ir_place_of (const struct ir_statements *statements, const struct ir *ir,
                      body_id body, uint32_t offset);
/* The least and the largest offset of steps of BODY that are in RANGE, a range of
   places. */
struct span ir_offsets_in (const struct ir_statements *statements, const struct ir *ir,
                           body_id body, struct span range);

#endif
