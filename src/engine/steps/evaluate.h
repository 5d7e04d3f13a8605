/* evaluate.h -- expressions of the flow graphs, compiled for a machine with a stack.
 *
 * A model's expressions are trees in one table (ir/ir.h); a search evaluates them
 * millions of times.  So each is compiled once, when it is first needed, to a sequence of
 * instructions in postfix order with jumps where && || ?: skip an operand.  Neither
 * compiling nor evaluating recurses: an expression may be as deep as it likes.
 */
#ifndef ENGINE_EVALUATE_H
#define ENGINE_EVALUATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

enum instruction_op
{
  PUSH_CONSTANT, /* value */
  PUSH_SLOT,     /* place */
  PUSH_SELF,
  PUSH_CELL,     /* place */
  INDEX_CELL,    /* replaces the index by the cell; place: the first, value: how many */
  OPERATE_ONE,   /* replaces the operand by the result */
  OPERATE_TWO,   /* replaces both operands by the result */
  SKIP_IF_FALSE, /* jumps to place if the top is false; else drops it */
  SKIP_IF_TRUE,
  DROP_OR_SKIP, /* drops the top, and goes to place if it was false */
  SKIP,         /* to place */
};

struct expr_instruction
{
  enum instruction_op op;
  enum ir_expr_kind kind; /* of OPERATE_... */
  struct ir_type type;    /* of its result */
  bool wide;              /* its left operand has more than 32 bits */
  uint32_t place;
  uint32_t field; /* of a cell */
  int64_t value;
};

struct evaluator
{
  const struct ir *flow;
  const uint32_t *first_cell; /* by field */
  struct arena *arena;
  VEC (struct expr_instruction) code;
  uint32_t *begin, *end; /* by expression, in `code'; end 0: not compiled yet */
  int64_t *stack;
  uint32_t room;          /* the size of `stack' */
  VEC (uint32_t) touched; /* cells that were read, if the evaluation has `touch' */
};

/* Where an expression is evaluated.  Slots may be null if it has none. */
struct evaluator_scope
{
  const int64_t *slots;
  const int64_t *cells;
  int64_t self;
  bool touch; /* record the cells that are read in `touched' */
};

/* FLOW and FIRST_CELL are borrowed. */
void evaluator_init (struct evaluator *evaluator, const struct ir *flow,
                     const uint32_t *first_cell, struct arena *arena);

/* Does EXPR read fields? */
bool evaluate_reads_cells (struct evaluator *evaluator, uint32_t expr);

/* Add the fields that EXPR may read to FIELDS, a set of bits. */
void evaluate_add_fields (struct evaluator *evaluator, uint32_t expr, uint64_t *fields);

/* The value of EXPR; false: it goes wrong. */
bool evaluate (struct evaluator *evaluator, uint32_t expr,
               const struct evaluator_scope *at, int64_t *value);

#endif
