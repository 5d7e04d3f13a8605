/* model.h -- a model: its names are resolved, its declarations checked.
 *
 * resolve.c fills it from the raw tree.  What use number i of a name in the tree
 * (tree->uses) refers to is targets[i]: the index of a field, lock, atomic set or
 * body, or, for a goto, of the label statement.  Which of these it is follows from
 * the statement; model_lock_target and so on give the index its type.
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
#include "eml/tree.h"

struct model_field
{
  struct tree_name name;
  set_id set;
  bool is_volatile; /* accesses to it are never a race */
};

struct model_lock
{
  struct tree_name name;
};

struct model_set
{
  struct tree_name name; /* a loose field is a set of its own, with its name */
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
  VEC (struct model_field) fields;
  VEC (struct model_lock) locks;
  VEC (struct model_set) sets;
  VEC (struct model_body) bodies;
  uint32_t *targets;   /* by index of tree->uses */
  idset all_sets;      /* the atomic sets of a `unit' that names none */
  uint32_t processes;  /* copies counted */
  idset started;       /* the processes that some start names: they begin when they
                          are started, all others at once */
};

/* Processes, copies counted, that a model may have. */
#define MODEL_PROCESSES_LIMIT 1000000

/* Look up the names of TREE; false if there were errors.  Warns of loose fields, of
   unused locks and labels, and of models without processes. */
bool model_resolve (struct model *model, const struct tree *tree,
                    const struct source *source, struct arena *arena,
                    struct idsets *idsets, struct diags *diags);

/* The processes that STMT, a start or join, names: all copies, or one. */
idset model_processes_of (const struct model *model, const struct tree_stmt *stmt);

/* What use number USE in the tree refers to. */
static inline lock_id
model_lock_target (const struct model *model, uint32_t use)
{
  assert (model->targets[use] < model->locks.count);
  return (lock_id){ model->targets[use] };
}

static inline field_id
model_field_target (const struct model *model, uint32_t use)
{
  assert (model->targets[use] < model->fields.count);
  return (field_id){ model->targets[use] };
}

static inline set_id
model_set_target (const struct model *model, uint32_t use)
{
  assert (model->targets[use] < model->sets.count);
  return (set_id){ model->targets[use] };
}

static inline body_id
model_body_target (const struct model *model, uint32_t use)
{
  assert (model->targets[use] < model->bodies.count);
  return (body_id){ model->targets[use] };
}

/* The text of a name. */
const char *model_text (const struct model *model, struct tree_name name);
/* "procedure" or "process". */
const char *model_body_word (const struct model_body *body);

#endif
