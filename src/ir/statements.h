/* statements.h -- how the steps of a body stand in blocks, for those who change a model.
 *
 * A front end that has text says which statements there are, in the order of the text.
 * Their places are in the same numbers as the offsets of steps.
 */
#ifndef IR_STATEMENTS_H
#define IR_STATEMENTS_H

#include "ir/model.h"

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
};

#endif
