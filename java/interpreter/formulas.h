/* formulas.h -- what is known of a number: an expression over the frame of its method.
 *
 * With --values every value of the interpreter has a term beside its abstract value
 * (value_id.term).  A term says how the number follows from the *slots* of the frame in
 * which it was computed: its locals, its operand stack, and a few temporary ones for each
 * instruction (machine.h).  References are numbers, too: 0 is null, anything else some
 * object.  What is not known is FORMULA_NONE.
 *
 * Terms are hash-consed.  A term holds in the frame that made it, and there until one of
 * its slots is written: whatever leaves the frame (to a field, a call, a caller) leaves
 * its term behind.
 */
#ifndef JAVA_INTERPRETER_FORMULAS_H
#define JAVA_INTERPRETER_FORMULAS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"

enum formula_op
{
  FORMULA_ANY,      /* nothing is known: always the first term */
  FORMULA_CONSTANT, /* value */
  FORMULA_SLOT,     /* what is in slot A */
  FORMULA_THREAD,   /* the number of the thread that asks, from 1 on */
  /* Arithmetic as Java does it, in 32 bits or (`wide') in 64. */
  FORMULA_NEGATE, /* A */
  FORMULA_ADD,    /* A, B */
  FORMULA_SUBTRACT,
  FORMULA_MULTIPLY,
  FORMULA_DIVIDE, /* B is a constant, and not 0 */
  FORMULA_REMAINDER,
  FORMULA_SHIFT_LEFT, /* B is a constant from 0 to 31, or 63 */
  FORMULA_SHIFT_RIGHT,
  FORMULA_AND,
  FORMULA_OR,
  FORMULA_XOR,
  FORMULA_COMPARE, /* of two longs: negative, 0 or positive; only branches understand it
                    */
  /* Conditions. */
  FORMULA_EQUAL,
  FORMULA_NOT_EQUAL,
  FORMULA_LESS,
  FORMULA_LESS_EQUAL,
  FORMULA_GREATER,
  FORMULA_GREATER_EQUAL,
};

#define FORMULA_NONE 0

/* A place of the frame has two slots, as Java's verifier tells what is there: this bit is
   set in the number of the one that is for a long. */
#define SLOT_IS_WIDE (UINT32_C (1) << 31)

struct formula
{
  enum formula_op op;
  bool wide;
  uint32_t a, b;
  uint32_t size; /* leaves */
  int64_t value;
};

/* Larger terms are not known. */
#define FORMULA_SIZE_MOST 12

struct formulas
{
  struct arena *arena;
  struct pairmap heads, whole;
  VEC (struct formula) list;
};

void formulas_init (struct formulas *formulas, struct arena *arena);

static inline const struct formula *
formula_at (const struct formulas *formulas, uint32_t term)
{
  assert (term < formulas->list.count);
  return &formulas->list.at[term];
}

uint32_t formula_constant (struct formulas *formulas, int64_t value, bool wide);
uint32_t formula_slot (struct formulas *formulas, uint32_t slot);
uint32_t formula_thread (struct formulas *formulas);
/* OP of A and B; FORMULA_NONE if one of them is, or if it could go wrong. */
uint32_t formula_make (struct formulas *formulas, enum formula_op op, bool wide,
                       uint32_t a, uint32_t b);
/* The condition OP (A, B); A may be a comparison of longs, B then is 0. */
uint32_t formula_condition (struct formulas *formulas, enum formula_op op, uint32_t a,
                            uint32_t b);
/* Does TERM depend on SLOT? */
bool formula_mentions (const struct formulas *formulas, uint32_t term, uint32_t slot);

static inline bool
formula_is_leaf (const struct formula *term)
{
  return term->op < FORMULA_NEGATE;
}

#endif
