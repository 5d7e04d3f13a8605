/* resolve.c -- from the raw tree to a model: declarations, uses, placement.
 *
 * Names are interned, so the dictionary of all name spaces is one table with a
 * row per name.  Labels live in the same table, body by body: the row of a
 * label counts only if its statement lies in the body at hand.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "eml/model.h"

#define NONE UINT32_MAX

/* What one name stands for in each name space. */
struct scope
{
  field_id field;
  lock_id lock;
  set_id set;
  body_id proc, process;
  uint32_t label; /* statement */
};

/* A loop, sync or unit that encloses the statement at hand. */
struct enclosing
{
  uint32_t end;
  uint32_t outer_region; /* what `region' was outside */
  bool is_loop;
};

struct resolver
{
  struct model *model;
  const struct tree *tree;
  struct diags *diags;
  struct scope *scopes;    /* by name */
  uint32_t name_count;
  uint32_t *regions;       /* of labels: the sync or unit around, by statement */
  bool *mentioned;         /* labels that a goto names, by statement */
  bool *lock_used;         /* by lock */
  VEC (struct enclosing) around;
  uint32_t loops;          /* how many of them are loops */
  uint32_t region;         /* innermost sync or unit around, or NONE */
};

const char *
model_text (const struct model *model, struct tree_name name)
{
  return names_text (model->tree->names, name.name);
}

const char *
model_body_word (const struct model_body *body)
{
  return body->is_process ? "process" : "procedure";
}

/* ---- Declarations. ---- */

/* Enter NAME as number INDEX of its name space; if it is taken, EARLIER is
   where. */
static void
declare (struct resolver *r, uint32_t *slot, uint32_t index, struct tree_name name,
         const char *what, struct span earlier)
{
  if (*slot == NONE)
    {
      *slot = index;
      return;
    }
  diag_error (r->diags, "redeclared", name.span, "%s '%s' is declared a second time",
              what, model_text (r->model, name));
  diag_note (r->diags, earlier, "it was declared here first");
}

static struct scope *
scope_of (struct resolver *r, struct tree_name name)
{
  assert (name.name.index != NAME_NONE.index);
  return &r->scopes[name.name.index];
}

static void
declare_body (struct resolver *r, const struct tree_decl *decl)
{
  struct model *model = r->model;
  bool is_process = decl->kind == TREE_PROCESS;
  struct scope *scope = scope_of (r, decl->name);
  uint32_t *slot = is_process ? &scope->process.index : &scope->proc.index;
  struct span earlier
    = *slot == NONE ? decl->name.span : model->bodies.at[*slot].name.span;
  declare (r, slot, model->bodies.count, decl->name,
           is_process ? "process" : "procedure", earlier);
  *vec_push (model->arena, &model->bodies)
    = (struct model_body){ is_process,     decl->counted, decl->copies,
                           decl->name,     decl->position, decl->begin,
                           decl->end,      decl->close };
  if (is_process)
    model->processes += decl->copies;
  if (model->processes > MODEL_PROCESSES_LIMIT)
    {
      diag_error (r->diags, "too-many-processes", decl->name.span,
                  "more than %d processes, copies counted", MODEL_PROCESSES_LIMIT);
      model->processes = 0;
    }
}

static void
declare_all (struct resolver *r)
{
  struct model *model = r->model;
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    {
      const struct tree_decl *decl = &r->tree->decls.at[i];
      struct scope *scope = scope_of (r, decl->name);
      struct span here = decl->name.span;
      switch (decl->kind)
        {
        case TREE_FIELD:
          declare (r, &scope->field.index, model->fields.count, decl->name, "field",
                   scope->field.index == NONE
                     ? here : model->fields.at[scope->field.index].name.span);
          *vec_push (model->arena, &model->fields)
            = (struct model_field){ decl->name, { NONE } };
          break;
        case TREE_LOCK_DECL:
          declare (r, &scope->lock.index, model->locks.count, decl->name, "lock",
                   scope->lock.index == NONE
                     ? here : model->locks.at[scope->lock.index].name.span);
          *vec_push (model->arena, &model->locks) = (struct model_lock){ decl->name };
          break;
        case TREE_ATOMICSET:
          declare (r, &scope->set.index, model->sets.count, decl->name, "atomic set",
                   scope->set.index == NONE
                     ? here : model->sets.at[scope->set.index].name.span);
          *vec_push (model->arena, &model->sets) = (struct model_set){ decl->name };
          break;
        case TREE_PROC:
        case TREE_PROCESS:
          declare_body (r, decl);
          break;
        }
    }
}

/* A process "P[0]" beside a process P[2]: the same name for two. */
static void
check_copy_names (struct resolver *r)
{
  struct model *model = r->model;
  for (uint32_t i = 0; i < model->bodies.count; i++)
    {
      const struct model_body *body = &model->bodies.at[i];
      const char *text = model_text (model, body->name);
      const char *bracket = strrchr (text, '[');
      unsigned copy;
      int used = 0;
      if (!body->is_process || !bracket || bracket == text
          || sscanf (bracket, "[%5u]%n", &copy, &used) != 1 || bracket[used])
        continue;
      name_id base = names_intern (r->tree->names, text, (size_t) (bracket - text));
      char again[16];
      snprintf (again, sizeof again, "[%u]", copy);
      if (base.index >= r->name_count || r->scopes[base.index].process.index == NONE)
        continue;
      const struct model_body *other
        = &model->bodies.at[r->scopes[base.index].process.index];
      if (other->counted && copy < other->copies && strcmp (again, bracket) == 0)
        {
          diag_error (r->diags, "redeclared", body->name.span,
                      "process '%s' has the name of a copy of another process", text);
          diag_note (r->diags, other->name.span, "this one has %u copies",
                     (unsigned) other->copies);
        }
    }
}

/* ---- Looking names up. ---- */

/* Which slot of a scope belongs to a name space; the words for messages. */
struct space
{
  const char *word;
  size_t slot;
};

static const struct space field_space = { "field", offsetof (struct scope, field.index) };
static const struct space lock_space = { "lock", offsetof (struct scope, lock.index) };
static const struct space set_space
  = { "atomic set", offsetof (struct scope, set.index) };
static const struct space proc_space
  = { "procedure", offsetof (struct scope, proc.index) };
static const struct space label_space = { "label", offsetof (struct scope, label) };

static uint32_t
slot_of (const struct scope *scope, const struct space *space)
{
  uint32_t value;
  memcpy (&value, (const char *) scope + space->slot, sizeof value);
  return value;
}

static void
report_unknown (struct resolver *r, struct tree_name name, const struct space *space)
{
  const char *text = model_text (r->model, name);
  struct suggest suggest;
  suggest_init (&suggest, text);
  /* Errors that will not be shown must not cost a search each. */
  uint32_t names = r->diags->errors < DIAG_MOST ? r->name_count : 0;
  for (uint32_t i = 0; i < names; i++)
    if (slot_of (&r->scopes[i], space) != NONE)
      suggest_offer (&suggest, names_text (r->tree->names, (name_id){ i }));
  const struct scope *scope = scope_of (r, name);
  const char *other
    = space != &field_space && scope->field.index != NONE ? "a field"
      : space != &lock_space && scope->lock.index != NONE ? "a lock"
      : space != &proc_space && scope->proc.index != NONE ? "a procedure"
      : space != &set_space && scope->set.index != NONE   ? "an atomic set"
      : scope->process.index != NONE                      ? "a process"
                                                          : NULL;
  if (space == &label_space && !suggest.best)
    diag_error (r->diags, "unknown-name", name.span,
                "no label '%s' in the body of this goto", text);
  else if (other && !suggest.best)
    diag_error (r->diags, "unknown-name", name.span, "no %s '%s' is declared; '%s' is %s",
                space->word, text, text, other);
  else if (suggest.best)
    diag_error (r->diags, "unknown-name", name.span,
                "no %s '%s' is declared; did you mean '%s'?", space->word, text,
                suggest.best);
  else
    diag_error (r->diags, "unknown-name", name.span, "no %s '%s' is declared",
                space->word, text);
}

/* Resolve use number USE; false if it is unknown. */
static bool
look_up (struct resolver *r, uint32_t use, const struct space *space)
{
  struct tree_name name = r->tree->uses.at[use];
  r->model->targets[use] = slot_of (scope_of (r, name), space);
  if (r->model->targets[use] != NONE)
    return true;
  report_unknown (r, name, space);
  return false;
}

/* ---- Atomic sets. ---- */

static void
fill_set (struct resolver *r, const struct tree_decl *decl, set_id set)
{
  struct model *model = r->model;
  for (uint32_t i = 0; i < decl->name_count; i++)
    {
      uint32_t use = decl->first_name + i;
      if (!look_up (r, use, &field_space))
        continue;
      struct model_field *field
        = &model->fields.at[model_field_target (model, use).index];
      if (field->set.index != NONE)
        {
          struct tree_name earlier = model->sets.at[field->set.index].name;
          diag_error (r->diags, "field-in-two-sets", r->tree->uses.at[use].span,
                      "field '%s' is already in atomic set '%s'",
                      model_text (model, field->name), model_text (model, earlier));
          diag_note (r->diags, earlier.span, "'%s' is declared here",
                     model_text (model, earlier));
        }
      else
        field->set = set;
    }
}

static void
fill_sets (struct resolver *r)
{
  struct model *model = r->model;
  bool some = model->sets.count > 0;
  set_id set = { 0 };
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    if (r->tree->decls.at[i].kind == TREE_ATOMICSET)
      {
        fill_set (r, &r->tree->decls.at[i], set);
        set.index++;
      }
  if (!some)
    {
      struct tree_name all = { names_intern (r->tree->names, "all", 3), { 0, 0 } };
      *vec_push (model->arena, &model->sets) = (struct model_set){ all };
      scope_of (r, all)->set = (set_id){ 0 };
    }
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      struct model_field *field = &model->fields.at[f];
      if (field->set.index != NONE)
        continue;
      field->set = (set_id){ some ? model->sets.count : 0 };
      if (some)
        {
          *vec_push (model->arena, &model->sets) = (struct model_set){ field->name };
          diag_warning (r->diags, "loose-field", field->name.span,
                        "field '%s' is in no atomic set, and so a set of its own",
                        model_text (model, field->name));
        }
    }
  model->all_sets = IDSET_EMPTY;
  for (uint32_t s = 0; s < model->sets.count; s++)
    model->all_sets = idset_add (model->idsets, model->all_sets, s);
}

/* ---- Bodies. ---- */

static void
start_walk (struct resolver *r)
{
  r->around.count = 0;
  r->loops = 0;
  r->region = NONE;
}

/* Leave what ends before statement AT, and enter it if it encloses others. */
static void
walk_to (struct resolver *r, uint32_t at)
{
  while (r->around.count > 0 && r->around.at[r->around.count - 1].end <= at)
    {
      struct enclosing left = r->around.at[--r->around.count];
      r->region = left.outer_region;
      r->loops -= left.is_loop;
    }
  const struct tree_stmt *stmt = &r->tree->stmts.at[at];
  bool is_loop = stmt->kind == TREE_WHILE || stmt->kind == TREE_LOOP;
  bool is_region = stmt->kind == TREE_SYNC || stmt->kind == TREE_UNIT;
  if (is_loop || is_region)
    *vec_push (r->model->arena, &r->around)
      = (struct enclosing){ stmt->end, r->region, is_loop };
  r->loops += is_loop;
  if (is_region)
    r->region = at;
}

static void
declare_labels (struct resolver *r, const struct model_body *body)
{
  start_walk (r);
  for (uint32_t i = body->begin; i < body->end; i++)
    {
      walk_to (r, i);
      const struct tree_stmt *stmt = &r->tree->stmts.at[i];
      if (stmt->kind != TREE_LABEL)
        continue;
      struct tree_name name = r->tree->uses.at[stmt->first_name];
      struct scope *scope = scope_of (r, name);
      struct span earlier
        = scope->label == NONE
            ? name.span
            : r->tree->uses.at[r->tree->stmts.at[scope->label].first_name].span;
      declare (r, &scope->label, i, name, "label", earlier);
      r->regions[i] = r->region;
    }
}

static void
forget_labels (struct resolver *r, const struct model_body *body)
{
  for (uint32_t i = body->begin; i < body->end; i++)
    {
      const struct tree_stmt *stmt = &r->tree->stmts.at[i];
      if (stmt->kind != TREE_LABEL)
        continue;
      struct tree_name name = r->tree->uses.at[stmt->first_name];
      scope_of (r, name)->label = NONE;
      if (!r->mentioned[i])
        diag_warning (r->diags, "unused-label", name.span, "no goto names label '%s'",
                      model_text (r->model, name));
    }
}

static void
resolve_goto (struct resolver *r, const struct tree_stmt *stmt)
{
  for (uint32_t i = 0; i < stmt->name_count; i++)
    {
      uint32_t use = stmt->first_name + i;
      if (!look_up (r, use, &label_space))
        continue;
      uint32_t label = r->model->targets[use];
      r->mentioned[label] = true;
      if (r->regions[label] == r->region)
        continue;
      struct tree_name name = r->tree->uses.at[use];
      const char *text = model_text (r->model, name);
      diag_error (r->diags, "goto-across", name.span,
                  "a goto may not enter or leave a sync or unit block, which the way "
                  "to label '%s' does", text);
      diag_note (r->diags, r->tree->uses.at[r->tree->stmts.at[label].first_name].span,
                 "the label is here");
      if (r->region != NONE)
        diag_note (r->diags, r->tree->stmts.at[r->region].span, "the goto is in this '%s'",
                   tree_kind_word (r->tree->stmts.at[r->region].kind));
      if (r->regions[label] != NONE)
        diag_note (r->diags, r->tree->stmts.at[r->regions[label]].span,
                   "the label is in this '%s'",
                   tree_kind_word (r->tree->stmts.at[r->regions[label]].kind));
    }
}

static void
resolve_stmt (struct resolver *r, const struct tree_stmt *stmt)
{
  switch (stmt->kind)
    {
    case TREE_READ:
    case TREE_WRITE:
      look_up (r, stmt->first_name, &field_space);
      break;
    case TREE_CALL:
      look_up (r, stmt->first_name, &proc_space);
      break;
    case TREE_LOCK:
    case TREE_UNLOCK:
    case TREE_SYNC:
      if (look_up (r, stmt->first_name, &lock_space))
        r->lock_used[model_lock_target (r->model, stmt->first_name).index] = true;
      break;
    case TREE_UNIT:
      for (uint32_t i = 0; i < stmt->name_count; i++)
        look_up (r, stmt->first_name + i, &set_space);
      break;
    case TREE_GOTO:
      resolve_goto (r, stmt);
      break;
    case TREE_BREAK:
    case TREE_CONTINUE:
      if (r->loops == 0)
        diag_error (r->diags, "outside-loop", stmt->span, "'%s' outside a loop",
                    tree_kind_word (stmt->kind));
      break;
    case TREE_SKIP:
    case TREE_RETURN:
    case TREE_LABEL:
    case TREE_WHILE:
    case TREE_LOOP:
    case TREE_BLOCK:
    case TREE_IF:
    case TREE_CHOOSE:
      break;
    }
}

static void
resolve_body (struct resolver *r, const struct model_body *body)
{
  declare_labels (r, body);
  start_walk (r);
  for (uint32_t i = body->begin; i < body->end; i++)
    {
      walk_to (r, i);
      resolve_stmt (r, &r->tree->stmts.at[i]);
    }
  forget_labels (r, body);
}

static void
warn_unused_locks (struct resolver *r)
{
  for (uint32_t l = 0; l < r->model->locks.count; l++)
    if (!r->lock_used[l])
      diag_warning (r->diags, "unused-lock", r->model->locks.at[l].name.span,
                    "lock '%s' is never used",
                    model_text (r->model, r->model->locks.at[l].name));
}

bool
model_resolve (struct model *model, const struct tree *tree,
               const struct source *source, struct arena *arena,
               struct idsets *idsets, struct diags *diags)
{
  memset (model, 0, sizeof *model);
  model->arena = arena;
  model->idsets = idsets;
  model->tree = tree;
  model->source = source;
  model->targets = arena_calloc (arena, tree->uses.count + 1, sizeof *model->targets);
  struct resolver r = { .model = model, .tree = tree, .diags = diags };
  uint32_t stmts = tree->stmts.count + 1;
  /* One name more than there is: the set `all'. */
  names_intern (tree->names, "all", 3);
  r.name_count = tree->names->entries.count;
  r.scopes = arena_alloc (arena, r.name_count * sizeof *r.scopes);
  memset (r.scopes, 0xFF, r.name_count * sizeof *r.scopes);
  r.regions = arena_calloc (arena, stmts, sizeof *r.regions);
  r.mentioned = arena_calloc (arena, stmts, sizeof *r.mentioned);

  declare_all (&r);
  check_copy_names (&r);
  fill_sets (&r);
  r.lock_used = arena_calloc (arena, model->locks.count + 1, sizeof *r.lock_used);
  for (uint32_t b = 0; b < model->bodies.count; b++)
    resolve_body (&r, &model->bodies.at[b]);
  warn_unused_locks (&r);
  if (model->processes == 0 && diags->errors == 0)
    diag_warning_file (diags, "no-process",
                       "the model has no process, so nothing ever happens");
  return diags->errors == 0;
}
