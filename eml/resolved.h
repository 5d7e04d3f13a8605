/* resolved.h -- what the names in the text of a model refer to.
 *
 * The target of a use of a name (tree->uses) in a body is the index of a field, lock,
 * atomic set or body, or, for a goto, of the label statement; for a name in an
 * expression, of a field or a slot.  The kind follows from the statement; resolved_lock
 * and so on give the index its type.  Bodies of one declaration share their statements
 * and differ in their targets.
 *
 * The tree is borrowed; the rest is in the arena of the model.
 */
#ifndef EML_RESOLVED_H
#define EML_RESOLVED_H

#include "eml/tree.h"
#include "ir/model.h"

/* A target with this bit is a local or a value parameter, not a field; the rest is its
   slot (ir.h). */
#define RESOLVED_LOCAL_BIT ((uint32_t) 1 << 31)

struct resolved_body
{
  const uint32_t *binding; /* null, or the object that is `this' (or IR_NO_OBJECT), then
                              each parameter's lock, field or object; 0: a value */
  uint32_t *targets;       /* by use, */
  uint32_t first_use;      /* from this one on */
  uint32_t locals; /* the number of slots with names: value parameters, the result, locals
                      in the order of the text */
};

/* A field with a predicate, and the targets of the names in that. */
struct resolved_exclusive
{
  uint32_t decl; /* in the tree; of a class, one for each object */
  field_id field;
  uint32_t *targets;  /* by use, */
  uint32_t first_use; /* from this one on */
};

struct resolved
{
  const struct tree *tree; /* its declarations have the numbers of the model's */
  const struct ir_model *model;
  VEC (struct resolved_body) bodies; /* one for each body of the model */
  VEC (struct resolved_exclusive) exclusives;
};

/* The most bodies of one procedure, for the objects, locks and fields that it is called
   with; and the most statements in all such bodies. */
#define RESOLVED_BINDINGS_LIMIT ((uint32_t) 1 << 16)
#define RESOLVED_COPIED_LIMIT ((uint32_t) 1 << 26)

/* Look up the names of TREE; false if there were errors.  Warns of loose fields, of
   unused locks and labels, of classes without objects, and of models without
   processes. */
bool resolve_names (struct resolved *resolved, struct ir_model *model,
                    const struct tree *tree, const struct source *source,
                    struct arena *arena, struct idsets *idsets, struct diags *diags);

/* The target of use number USE in BODY. */
static inline uint32_t
resolved_target (const struct resolved_body *body, uint32_t use)
{
  assert (use >= body->first_use);
  return body->targets[use - body->first_use];
}

static inline lock_id
resolved_lock (const struct ir_model *model, const struct resolved_body *body,
               uint32_t use)
{
  assert (resolved_target (body, use) < model->locks.count);
  return (lock_id){ resolved_target (body, use) };
}

static inline field_id
resolved_field (const struct ir_model *model, const struct resolved_body *body,
                uint32_t use)
{
  assert (resolved_target (body, use) < model->fields.count);
  return (field_id){ resolved_target (body, use) };
}

static inline set_id
resolved_set (const struct ir_model *model, const struct resolved_body *body,
              uint32_t use)
{
  assert (resolved_target (body, use) < model->sets.count);
  return (set_id){ resolved_target (body, use) };
}

static inline body_id
resolved_body (const struct ir_model *model, const struct resolved_body *body,
               uint32_t use)
{
  assert (resolved_target (body, use) < model->bodies.count);
  return (body_id){ resolved_target (body, use) };
}

/* Is the target of use number USE, a value, a slot?  Otherwise it is a field. */
static inline bool
resolved_is_local (const struct resolved_body *body, uint32_t use)
{
  return resolved_target (body, use) & RESOLVED_LOCAL_BIT;
}

static inline uint32_t
resolved_slot (const struct resolved_body *body, uint32_t use)
{
  assert (resolved_is_local (body, use));
  return resolved_target (body, use) & ~RESOLVED_LOCAL_BIT;
}

/* The declaration of BODY. */
static inline const struct tree_decl *
resolved_decl (const struct resolved *resolved, body_id body)
{
  return &resolved->tree->decls.at[resolved->model->bodies.at[body.index].decl];
}

/* The processes that STMT names, a start or join of the process with body TARGET: all
   copies, or one. */
idset resolved_processes (const struct ir_model *model, body_id target,
                          const struct tree_stmt *stmt);

#endif
