/* expr.h -- what the nodes of a flow graph do with data.
 *
 * A model with data has codes: a flow node with one does, besides what its op says
 * (ir.h), what the code says.  Who does not look at codes sees the model without its
 * data, which can do all that the model can, and more: that is what the weighted engines
 * look at.  A model without data has no codes.
 *
 * Values live in two kinds of places.  A field has cells, shared by all processes.  A
 * body has slots, one set for each frame on the stack of a process: its parameters first,
 * then, if it has a result, that, then locals and intermediate values.  All slots of a
 * new frame but its parameters are 0.
 *
 * Every access to a field is a node of its own, so that it is one step: `f = g + f' is
 *
 *     READ g into slot 4;  READ f into slot 5;  WRITE f = slot 4 + slot 5
 *
 * and expressions are over slots.  (Only the condition of an assume and the predicates of
 * `exclusive' are over fields: they are evaluated at one moment.)  Where an operand of
 * && || ?: accesses fields, the operator has become branches.  `*' has become CODE_ANY.
 *
 * What goes where:
 *
 *     code          op of the node
 *     CODE_SET      SKIP             slot = expr
 *     CODE_ANY      SKIP             slot = any value of the slot's type
 *     CODE_BRANCH   SKIP, two edges  the first iff expr, which is bool
 *     CODE_READ     READ             slot = the cell; slot may be IR_NO_SLOT
 *     CODE_WRITE    WRITE            the cell = expr
 *     CODE_ASSUME   SKIP             goes on only while expr, over fields, holds
 *     CODE_ASSERT   SKIP             goes on only if expr holds; else the process stays
 *                                    here for ever and claim `claim' is false
 *     CODE_ACQUIRE  SKIP or ACQUIRE  of a lock array: locks[index]; the op is ACQUIRE iff
 *     CODE_RELEASE  SKIP or RELEASE  ... index is a constant
 *     CODE_CALL     CALL             parameters = arguments; slot = the result, later
 *
 * Assume.  If its condition reads fields, the nodes after CODE_ASSUME read them, each
 * as one READ without a slot, as the evaluation of a condition that holds touches them,
 * with branches where && || ?: decide what is touched; all these nodes are `atomic'.
 * CODE_ASSUME is the step, and in it all those cells are accessed; the reads are there
 * for those who watch accesses, one at a time.  If it reads no field it is a local step.
 *
 * Lock arrays.  A process may hold slot[i] when it acquires slot[j], and i may be j.
 * So an acquire of a lock of an array, by whatever index, puts the lock's place in the
 * array into `slot' if it takes it, and -1 if the process held it already; the release
 * gives back what `slot' says, if anything.  (The index of a release is a constant, or
 * IR_NO_EXPR: what was an index then may be another one now.)  A wait or notify of such
 * a lock is as of any other.
 *
 * Atomic.  Nodes inside `atomic { }' are `atomic' in ir.h; those of bodies that are
 * called there are so by ir_is_atomic (project.h).  A process is in the midst of an
 * atomic block iff it has made a step in it (anything but SET, ANY, BRANCH, ASSERT, CALL,
 * RETURN, BEGIN, END, a plain skip or a local assume) and its next node is still atomic; then
 * nobody else makes a step.  If with that step it comes to an acquire, assume, join or
 * start that cannot go on, the others run until it can and makes its next step (as in
 * Promela: that it could go on does not stop the others).  A CODE_ASSUME that reads fields counts as a
 * step inside the block of the reads that follow it, whether it is `atomic' itself (it is
 * if it stands in an atomic block) or not.  A node that is not atomic stands between two
 * blocks.  A process that fails inside of one stays in its midst.
 *
 * Going wrong.  An expression goes wrong if it divides by zero, shifts by a number
 * outside 0 .. 31 (63 if the left operand is wider than 32 bits), and an access or lock
 * operation if its index is outside the array.  Then the process stays at that
 * node for ever, nothing else happens there, and claim `wrong' is false.  A node
 * that cannot go wrong has no such claim.  A predicate of `exclusive' that goes wrong does
 * not hold.
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

/* What an expression is.  The first ones are only in the text (tree.h), the others are
   operators. */
enum ir_expr_kind
{
  EXPR_NUMBER,
  EXPR_BOOL,
  EXPR_SELF,
  EXPR_ANY,        /* `*': any value of the type that is expected */
  EXPR_NAME,       /* a local or a field */
  EXPR_ELEMENT,    /* of an array: its name, operand 0 the index */
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
  EXPR_AND,        /* && and ||: the second operand only if it matters */
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

/* The result of an arithmetic operator is as wide as its type says, 32 or 64 bits; what
   it is assigned to cuts it to its own width.  Operands come before it in the table. */
struct ir_expr
{
  enum ir_expr_op op;
  enum ir_expr_kind kind;
  struct ir_type type;
  uint32_t place;
  uint32_t operands[3];
  int64_t value;
};

/* How many operands E has: they come first. */
static inline uint32_t
ir_operand_count (const struct ir_expr *e)
{
  uint32_t count = 0;
  while (count < 3 && e->operands[count] != IR_NO_EXPR)
    count++;
  return count;
}

enum code_kind
{
  CODE_SET,
  CODE_ANY,
  CODE_BRANCH,
  CODE_READ,
  CODE_WRITE,
  CODE_ASSUME,
  CODE_ASSERT,
  CODE_ACQUIRE,
  CODE_RELEASE,
  CODE_CALL,
};

struct code
{
  enum code_kind kind;
  uint32_t slot;           /* or IR_NO_SLOT */
  uint32_t expr;           /* or IR_NO_EXPR */
  uint32_t index;          /* of the cell or lock; or IR_NO_EXPR: the field is no array */
  lock_id first_lock;      /* of an acquire or release: the array */
  uint32_t lock_count;
  uint32_t first_argument; /* of a call: an expression for each parameter, in the flow's */
  uint32_t argument_count; /* ... table `arguments' */
  uint32_t claim;          /* of an assert */
  uint32_t wrong;          /* or IR_NO_CLAIM: this node cannot go wrong */
};

/* A place where a value is, in a frame. */
struct ir_slot
{
  struct ir_type type;
  name_id name;            /* of a local or parameter; NAME_NONE: an intermediate value */
};

/* Something that should never be false: an assert, or that a statement does not go
   wrong.  One for each statement in the text, whatever bodies it is in. */
struct ir_claim
{
  bool is_assert;
  struct span span;
  name_id position;        /* the @"..." of the statement, or NAME_NONE */
  name_id text;            /* of the assert, or NAME_NONE */
};

/* The value that is left of VALUE in TYPE. */
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

/* KIND of A and B, as wide as TYPE, the type of the result; unary operators take A.
   False: it goes wrong.  WIDE: the left operand is wider than 32 bits.  Not of && || ?:. */
bool ir_operate (enum ir_expr_kind kind, struct ir_type type, bool wide,
                 int64_t a, int64_t b, int64_t *result);

/* Can the operator KIND go wrong?  LEFT: the type of its first operand; RIGHT: the value of
   the second, if that is a constant, or null. */
bool ir_may_fail (enum ir_expr_kind kind, struct ir_type left,
                  const int64_t *right);

/* "an int", "an int(8)", "a bool", or without the article; in ARENA. */
const char *ir_type_text (struct arena *arena, struct ir_type type, bool article);
/* "+", "&&" ... */
const char *ir_sign (enum ir_expr_kind kind);

/* The type of the result of KIND, an operator of numbers, for operands as wide as A and
   B. */
struct ir_type ir_type_of_arithmetic (struct ir_type a, struct ir_type b);

#endif
