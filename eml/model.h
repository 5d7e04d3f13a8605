/* model.h -- a model: its names are resolved, its declarations checked.
 *
 * resolve.c fills it from the raw tree.  What a use of a name (tree->uses) in a body
 * refers to is a target of the body: the index of a field, lock, atomic set or body, or,
 * for a goto, of the label statement; of a name in an expression, a field or a slot.
 * Which of these it is follows from the statement; model_lock_target and so on give the
 * index its type.
 *
 * Objects are gone: their fields, locks and sets are in the tables, under names such as
 * `savings.balance'.  A procedure of a class, or one with parameters, is a body for
 * each binding that it is called with (specialise.c): `savings.deposit',
 * `transfer(savings, giro)'.  These bodies share their statements and differ in their
 * targets.
 *
 * A model borrows its tree and source; the rest is in its arena.
 */
#ifndef EML_MODEL_H
#define EML_MODEL_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/ids.h"
#include "base/idset.h"
#include "eml/code.h"
#include "eml/tree.h"

#define MODEL_NO_OBJECT UINT32_MAX

/* A target with this bit is no field, but a local or a parameter that is a value: the rest
   is its slot (code.h). */
#define MODEL_LOCAL_BIT ((uint32_t) 1 << 31)

struct model_field
{
  struct tree_name name;
  set_id set;
  bool is_volatile; /* accesses to it are never a race */
  uint32_t decl;   /* in the tree; of a class, if an object has the field */
  uint32_t object; /* or MODEL_NO_OBJECT */
  struct value_type type; /* width 0: the field has no value */
  bool is_array;
  uint32_t cells;  /* of an array; else 1 */
  bool any;        /* all cells start with any value; else with */
  int64_t initial; /* ... this one */
};

struct model_lock
{
  struct tree_name name; /* of a lock of an array, with its place: `slot[3]' */
  uint32_t decl;   /* as of a field */
  uint32_t object;
  uint32_t cells;  /* of the first lock of an array: their number; the name of the array
                      refers to that lock.  Of all others 0 */
  name_id array;   /* of the first lock of an array: that name */
};

struct model_set
{
  struct tree_name name; /* a loose field is a set of its own, with its name */
};

/* Messages about an object; everything else sees only what it consists of. */
struct model_object
{
  struct tree_name name;
  uint32_t class_decl;  /* in the tree */
};

/* A field that has a predicate, and what the names in that refer to. */
struct model_exclusive
{
  uint32_t decl;        /* in the tree; of a class, one for each object */
  field_id field;
  uint32_t *targets;    /* by use, */
  uint32_t first_use;   /* from this one on */
};

/* The body of a procedure or of a process. */
struct model_body
{
  bool is_process;
  bool counted;         /* process P[n] */
  uint32_t copies;
  struct tree_name name;
  name_id position;     /* @"..." or NAME_NONE */
  uint32_t begin, end;  /* its statements in the tree: begin .. end - 1 */
  uint32_t close;       /* offset of the closing brace */
  uint32_t decl;        /* in the tree; bodies with one decl differ in bindings only */
  const uint32_t *binding; /* null, or the object that is `this' (or MODEL_NO_OBJECT),
                           then what each parameter is: a lock, field or object; 0 for
                           one that is a value */
  uint32_t *targets;    /* by use, */
  uint32_t first_use;   /* from this one on */
  uint32_t locals;      /* the slots with names: values that are parameters, the result,
                           locals in the order of the text */
  /* Of a process: */
  process_id first_process; /* its first copy; the others follow */
  idset processes;          /* its copies, if a start or join names one of them */
  bool is_started;          /* some start names it or one of its copies */
  bool is_joined;
};

struct model
{
  struct arena *arena;
  struct idsets *idsets;
  const struct source *source;
  const struct tree *tree;
  bool is_made;        /* from a program: nobody wrote the text (provenance.h) */
  VEC (struct model_field) fields;
  VEC (struct model_lock) locks;
  VEC (struct model_set) sets;
  VEC (struct model_body) bodies;
  VEC (struct model_object) objects;
  VEC (struct model_exclusive) exclusives;
  idset all_sets;      /* the atomic sets of a `unit' that names none */
  uint32_t processes;  /* copies counted */
  idset started;       /* the processes that some start names: they begin when they
                          are started, all others at once */
};

/* Processes, copies counted, that a model may have. */
#define MODEL_PROCESSES_LIMIT 1000000

/* Bodies that one procedure may become, for the objects, locks and fields that it is
   called with; and statements in all bodies that are made in this way. */
#define MODEL_BINDINGS_LIMIT ((uint32_t) 1 << 16)
#define MODEL_COPIED_LIMIT ((uint32_t) 1 << 26)

/* Look up the names of TREE; false if there were errors.  Warns of loose fields, of
   unused locks and labels, of classes without objects, and of models without
   processes. */
bool model_resolve (struct model *model, const struct tree *tree,
                    const struct source *source, struct arena *arena,
                    struct idsets *idsets, struct diags *diags);

/* The processes that STMT, a start or join in BODY, names: all copies, or one. */
idset model_processes_of (const struct model *model, const struct model_body *body,
                          const struct tree_stmt *stmt);

/* The body that process number PROCESS runs. */
static inline uint32_t
model_body_of_process (const struct model *model, uint32_t process)
{
  /* A procedure has the number of the next process, and stands before it. */
  uint32_t last = vec_last_at_most_by (&model->bodies, first_process.index, 0,
                                       model->bodies.count, process);
  assert (model->bodies.at[last].is_process
          && process - model->bodies.at[last].first_process.index
               < model->bodies.at[last].copies);
  return last;
}

/* What use number USE in the tree refers to, in BODY. */
static inline uint32_t
model_target (const struct model_body *body, uint32_t use)
{
  assert (use >= body->first_use);
  return body->targets[use - body->first_use];
}

static inline lock_id
model_lock_target (const struct model *model, const struct model_body *body,
                   uint32_t use)
{
  assert (model_target (body, use) < model->locks.count);
  return (lock_id){ model_target (body, use) };
}

static inline field_id
model_field_target (const struct model *model, const struct model_body *body,
                    uint32_t use)
{
  assert (model_target (body, use) < model->fields.count);
  return (field_id){ model_target (body, use) };
}

static inline set_id
model_set_target (const struct model *model, const struct model_body *body,
                  uint32_t use)
{
  assert (model_target (body, use) < model->sets.count);
  return (set_id){ model_target (body, use) };
}

static inline body_id
model_body_target (const struct model *model, const struct model_body *body,
                   uint32_t use)
{
  assert (model_target (body, use) < model->bodies.count);
  return (body_id){ model_target (body, use) };
}

/* What use number USE refers to, which is in an expression or assigned to: a slot or
   a field. */
static inline bool
model_is_local (const struct model_body *body, uint32_t use)
{
  return model_target (body, use) & MODEL_LOCAL_BIT;
}

static inline uint32_t
model_slot_target (const struct model_body *body, uint32_t use)
{
  assert (model_is_local (body, use));
  return model_target (body, use) & ~MODEL_LOCAL_BIT;
}

/* The text of a name. */
const char *model_text (const struct model *model, struct tree_name name);
/* The name of the array of locks that begins with LOCK. */
const char *model_array_text (const struct model *model, lock_id lock);
/* What a person calls BODY: its name; if the model was made from a program, without what its
   parameters are bound to. */
const char *model_body_title (const struct model *model, body_id body);
/* A declaration of the tree, for a message: "'monitor'", "'monitor' of class
   'Account'".  The text is in the model's arena. */
const char *model_decl_text (const struct model *model, uint32_t decl);
/* "procedure" or "process". */
const char *model_body_word (const struct model_body *body);

#endif
