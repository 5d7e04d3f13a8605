/* types.h -- the types of expressions, and other static facts about them.
 *
 * A `field' parameter has the type of the field it is bound to, so expressions are
 * checked in each body.
 *
 * A literal is 32 bits wide, or 64 if it needs more. ! && || and the condition of ?: take
 * bools; == != & | ^ and the alternatives of ?: are two bools or two numbers; all other
 * operands are numbers.  Arithmetic, shifts included, is done in 32 bits, or in 64 if an
 * operand is wider. `*' has the type of the other operand, or of its target, or, without
 * either, is an int.
 */
#ifndef EML_TYPES_H
#define EML_TYPES_H

#include "base/diag.h"
#include "eml/resolved.h"

/* Static facts about an expression. */
struct typed
{
  struct ir_type type; /* width 0: of a `*', not known yet */
  bool constant;       /* its value is constant, */
  int64_t value;       /* namely this */
  bool reads;          /* it contains a field */
  bool chooses;        /* it contains a `*' */
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
  bool *warned;                     /* by expression: warned that it always goes wrong */
};

void typing_init (struct typing *t, const struct ir_model *model, const struct tree *tree,
                  struct arena *arena, struct diags *diags);

/* Check EXPR, which must have type WANTED; false: it does not, which is reported.  WHY:
   what requires it, such as "'count'" or "a condition"; WHERE that got its type, or
   empty. */
bool typing_check (struct typing *t, uint32_t expr, struct ir_type wanted,
                   const char *why, struct span where);

/* Check EXPR, whose type is not required. */
bool typing_check_any (struct typing *t, uint32_t expr);

/* Is EXPR, a name or element, a local?  Its slot; or its field. */
bool typing_is_local (const struct typing *t, uint32_t expr);
uint32_t typing_slot (const struct typing *t, uint32_t expr);
field_id typing_field (const struct typing *t, uint32_t expr);

/* Check that use number USE, with INDEX or TREE_NO_EXPR, can be read or written as a
   value; its type. */
bool typing_check_place (struct typing *t, uint32_t use, uint32_t index, struct span span,
                         struct ir_type *type);

/* Check INDEX, of an array of CELLS cells or locks, called NAME and declared at WHERE. */
bool typing_check_index (struct typing *t, uint32_t index, uint32_t cells,
                         const char *name, struct span where);

#endif
