/* expr.h -- values, expressions, and where values live.
 *
 * Values live in two kinds of places.  A field has cells, shared by all processes.  A
 * body has slots, one set for each frame on the stack of a process: first its parameters,
 * then its result, if it has one, then locals and intermediate values.  All slots of a
 * new frame but its parameters are 0.
 *
 * Going wrong.  An expression goes wrong if it divides by zero, shifts by a number
 * outside 0 .. 31 (63 if the left operand is wider than 32 bits); ir.h says what follows.
 */
#ifndef IR_EXPR_H
#define IR_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/ids.h"
#include "base/names.h"
#include "base/source.h"

/* The type of a value.  Values are int64_t, sign-extended from their width; a bool is 0
   or 1.  Width 0: there is no value. */
struct ir_type
{
  bool is_bool;
  uint8_t width;
};

#define IR_BOOL ((struct ir_type){ true, 1 })
#define IR_INT ((struct ir_type){ false, 32 })

/* The kind of an expression.  The first ones occur only in the text (tree.h), the others
   are operators. */
enum ir_expr_kind
{
  EXPR_NUMBER,
  EXPR_BOOL,
  EXPR_SELF,
  EXPR_ANY,     /* `*': any value of the type that is expected */
  EXPR_NAME,    /* a local or a field */
  EXPR_ELEMENT, /* of an array: its name, operand 0 the index */
  /* One operand. */
  EXPR_NEGATE,
  EXPR_COMPLEMENT, /* ~ */
  EXPR_NOT,        /* ! */
  /* Two operands. */
  EXPR_MULTIPLY,
  EXPR_DIVIDE,
  EXPR_REMAINDER,
  EXPR_ADD,
  EXPR_SUBTRACT,
  EXPR_SHIFT_LEFT,
  EXPR_SHIFT_RIGHT,
  EXPR_LESS,
  EXPR_LESS_EQUAL,
  EXPR_GREATER,
  EXPR_GREATER_EQUAL,
  EXPR_EQUAL,
  EXPR_NOT_EQUAL,
  EXPR_BIT_AND,
  EXPR_BIT_XOR,
  EXPR_BIT_OR,
  EXPR_AND, /* && and ||: the second operand is evaluated only if it matters */
  EXPR_OR,
  /* Three: a condition, and what it chooses from. */
  EXPR_CONDITIONAL,
};

enum ir_expr_op
{
  IR_CONSTANT, /* value */
  IR_SLOT,     /* the slot `place' */
  IR_SELF,     /* the number of the process, from 1 */
  IR_FIELD,    /* the cell operands[0], or IR_NO_EXPR, of the field `place' */
  IR_OPERATOR, /* kind, EXPR_NEGATE .. EXPR_CONDITIONAL, of its operands */
};

#define IR_NO_EXPR UINT32_MAX
#define IR_NO_SLOT UINT32_MAX
#define IR_NO_CLAIM UINT32_MAX

/* The result of an arithmetic operator is as wide as its type says, 32 or 64 bits; an
   assignment cuts it to the width of its target.  Operands precede it. */
struct ir_expr
{
  enum ir_expr_op op;
  enum ir_expr_kind kind;
  struct ir_type type;
  uint32_t place;
  uint32_t operands[3];
  int64_t value;
};

/* The number of operands of E: they come first. */
static inline uint32_t
ir_operand_count (const struct ir_expr *e)
{
  uint32_t count = 0;
  while (count < 3 && e->operands[count] != IR_NO_EXPR)
    count++;
  return count;
}

/* A slot of a frame. */
struct ir_slot
{
  struct ir_type type;
  name_id name; /* of a local or parameter; NAME_NONE: an intermediate value */
};

/* Something that should never be false: an assert, or that a statement does not go
   wrong.  One for each statement in the text, whatever bodies it is in. */
struct ir_claim
{
  bool is_assert;
  bool is_reached; /* not a condition: a function such as reach_error, which must not be
                      called, is called */
  struct span span;
  name_id position; /* the @"..." of the statement, or NAME_NONE */
  name_id text;     /* of the assert, or NAME_NONE */
};

/* VALUE cut to TYPE. */
static inline int64_t
ir_cut (struct ir_type type, int64_t value)
{
  if (type.width == 64 || type.width == 0)
    return value;
  if (type.is_bool)
    return value != 0;
  unsigned shift = 64u - type.width;
  return (int64_t) ((uint64_t) value << shift) >> shift;
}

/* Apply KIND to A and B, with a result of TYPE; unary operators take A.  False: it goes
   wrong.  WIDE: the left operand is wider than 32 bits.  Not for && || ?:. */
bool ir_operate (enum ir_expr_kind kind, struct ir_type type, bool wide, int64_t a,
                 int64_t b, int64_t *result);

/* Can the operator KIND go wrong?  LEFT: the type of its first operand; RIGHT: the value
   of the second if that is a constant, else null. */
bool ir_may_fail (enum ir_expr_kind kind, struct ir_type left, const int64_t *right);

/* "an int", "an int(8)", "a bool", or without the article; in ARENA. */
const char *ir_type_text (struct arena *arena, struct ir_type type, bool article);
/* "+", "&&" ... */
const char *ir_sign (enum ir_expr_kind kind);

/* The type of the result of KIND, an operator of numbers, on the types A and B. */
struct ir_type ir_type_of_arithmetic (struct ir_type a, struct ir_type b);

#endif
