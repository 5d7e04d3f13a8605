/* types.h -- the types of expressions, and what else is known before they are evaluated.
 *
 * A `field' parameter has the type of what it is bound to, so expressions are checked in
 * each body that they are in.
 *
 * A literal is 32 bits wide, or 64 if it is no number of 32 bits.  ! && || and the
 * condition of ?: want bools; == != & | ^ and what ?: chooses from are two bools or two
 * numbers; all other operands are numbers.  Arithmetic, shifts included, is done in 32
 * bits, or in 64 if an operand is wider.  `*' has the type of the other operand, or of
 * what the value is for, or, if there is none, is an int.
 */
#ifndef EML_TYPES_H
#define EML_TYPES_H

#include "base/diag.h"
#include "eml/resolved.h"

/* What is known of an expression. */
struct typed
{
  struct ir_type type; /* width 0: of a `*', not known yet */
  bool constant;       /* its value is */
  int64_t value;       /* ... this one */
  bool reads;          /* a field, somewhere in it */
  bool chooses;        /* a `*', somewhere in it */
  bool may_fail;       /* it can go wrong (ir.h) */
};

/* A slot that has a name. */
struct typed_local
{
  struct ir_type type;
  struct ir_name name;
};

struct typing
{
  const struct ir_model *model;
  const struct tree *tree;
  struct diags *diags;
  const uint32_t *targets;          /* of names, by use; null: a constant is wanted */
  uint32_t first_use;               /* from this one on */
  const struct typed_local *locals; /* by slot */
  struct typed *facts;              /* by expression */
  bool *warned;                     /* by expression: that it always goes wrong */
};

void typing_init (struct typing *t, const struct ir_model *model, const struct tree *tree,
                  struct arena *arena, struct diags *diags);

/* Check EXPR, which should have type WANTED; false, with an error, if it does not.  WHY:
   what wants it, such as "'count'" or "a condition"; and WHERE that got its type, empty
   if nowhere. */
bool typing_check (struct typing *t, uint32_t expr, struct ir_type wanted,
                   const char *why, struct span where);

/* Check EXPR, of a type that is not known before. */
bool typing_check_any (struct typing *t, uint32_t expr);

/* The field that EXPR, a name or element that is no local, refers to; and the slot of one
   that is. */
bool typing_is_local (const struct typing *t, uint32_t expr);
uint32_t typing_slot (const struct typing *t, uint32_t expr);
field_id typing_field (const struct typing *t, uint32_t expr);

/* Check that use number USE, which has an INDEX or TREE_NO_EXPR, can be read or
   written as a value; its type. */
bool typing_check_place (struct typing *t, uint32_t use, uint32_t index, struct span span,
                         struct ir_type *type);

/* Check INDEX, of an array of CELLS cells or locks, called NAME and declared at WHERE. */
bool typing_check_index (struct typing *t, uint32_t index, uint32_t cells,
                         const char *name, struct span where);

#endif
