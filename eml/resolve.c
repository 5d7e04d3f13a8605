/* resolve.c -- from the raw tree to a model: declarations, uses, placement; the
   passes are in resolve.h. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "eml/resolve.h"
#include "ir/ir_builder.h"

/* ---- Declarations. ---- */

static struct ir_body
body_of (const struct resolver *r, uint32_t at)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  assert (decl->begin <= decl->end && decl->end <= r->tree->stmts.count);
  return (struct ir_body){ .is_process = decl->kind == TREE_PROCESS,
                           .counted = decl->counted,
                           .copies = decl->copies,
                           .name = decl->name,
                           .position = decl->position,
                           .close = decl->close,
                           .first_process = { r->model->processes },
                           .processes = IDSET_EMPTY,
                           .decl = at };
}

void
resolve_add_field (struct resolver *r, uint32_t at, struct ir_name name, uint32_t object)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  assert (decl->kind == TREE_FIELD && decl->cells > 0);
  *vec_push (r->model->arena, &r->model->fields)
    = (struct ir_field){ .name = name,
                         .set = { NONE },
                         .decl = at,
                         .object = object,
                         .is_volatile = decl->is_volatile,
                         .type = { decl->value.is_bool, decl->value.width },
                         .is_array = decl->is_array,
                         .cells = decl->cells };
}

void
resolve_add_locks (struct resolver *r, uint32_t at, struct ir_name name, uint32_t object)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  struct ir_model *model = r->model;
  assert (decl->kind == TREE_LOCK_DECL && decl->cells > 0);
  for (uint32_t i = 0; i < decl->cells; i++)
    {
      struct ir_lock lock = { .name = name, .decl = at, .object = object };
      quota_tick (model->arena->quota);
      if (decl->is_array)
        {
          lock.cells = i == 0 ? decl->cells : 0;
          lock.array = name.name;
          const char *text
            = arena_format (model->arena, "%s[%u]", ir_text (model, name), (unsigned) i);
          lock.name.name = names_intern (r->tree->names, text, strlen (text));
          scope_declare (r, SPACE_LOCK, model->locks.count, lock.name);
        }
      *vec_push (model->arena, &model->locks) = lock;
    }
}

/* Has a procedure a body for each lock, field or object that it is called with? */
static bool
has_bound_params (const struct tree *tree, const struct tree_decl *decl)
{
  for (uint32_t p = 0; p < decl->param_count; p++)
    if (tree->params.at[decl->first_param + p].kind != TREE_PARAM_VALUE)
      return true;
  return false;
}

static void
declare_body (struct resolver *r, uint32_t at)
{
  struct ir_model *model = r->model;
  const struct tree_decl *decl = &r->tree->decls.at[at];
  bool is_process = decl->kind == TREE_PROCESS;
  if (has_bound_params (r->tree, decl))
    {
      scope_declare (r, SPACE_PROC, CALLABLE_BIT | r->callables.count, decl->name);
      *vec_push (model->arena, &r->callables)
        = (struct callable){ r->templates.count, NONE };
      class_declare_template (r, at, NONE);
      return;
    }
  scope_declare (r, is_process ? SPACE_PROCESS : SPACE_PROC, model->bodies.count,
                 decl->name);
  *vec_push (model->arena, &model->bodies) = body_of (r, at);
  *vec_push (model->arena, &r->resolved->bodies)
    = (struct resolved_body){ .targets = r->targets };
  if (is_process)
    model->processes += decl->copies;
  if (model->processes > IR_PROCESSES_LIMIT)
    {
      diag_error (r->diags, "too-many-processes", decl->name.span,
                  "more than %d processes, copies counted", IR_PROCESSES_LIMIT);
      model->processes = 0;
    }
}

static void
declare_all (struct resolver *r)
{
  struct ir_model *model = r->model;
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    {
      const struct tree_decl *decl = &r->tree->decls.at[i];
      switch (decl->kind)
        {
        case TREE_FIELD:
          scope_declare (r, SPACE_FIELD, model->fields.count, decl->name);
          resolve_add_field (r, i, decl->name, IR_NO_OBJECT);
          break;
        case TREE_LOCK_DECL:
          scope_declare (r, SPACE_LOCK, model->locks.count, decl->name);
          resolve_add_locks (r, i, decl->name, IR_NO_OBJECT);
          break;
        case TREE_ATOMICSET:
          scope_declare (r, SPACE_SET, model->sets.count, decl->name);
          *vec_push (model->arena, &r->outer_sets)
            = (struct outer_set){ i, { model->sets.count } };
          *vec_push (model->arena, &model->sets) = (struct ir_set){ decl->name };
          break;
        case TREE_PROC:
        case TREE_PROCESS: declare_body (r, i); break;
        case TREE_CLASS: /* its members are declared by its objects */
          i = decl->members_end - 1;
          break;
        case TREE_OBJECT: class_declare_object (r, decl); break;
        case TREE_EXCLUSIVE: /* declares nothing new */ break;
        }
    }
}

/* A process called "P[0]" would have the name of the first copy of a process P[2]. */
static void
check_copy_names (struct resolver *r)
{
  struct ir_model *model = r->model;
  for (uint32_t i = 0; i < model->bodies.count; i++)
    {
      const struct ir_body *body = &model->bodies.at[i];
      const char *text = ir_text (model, body->name);
      const char *bracket = strrchr (text, '[');
      unsigned copy;
      int used = 0;
      if (!body->is_process || !bracket || bracket == text
          || sscanf (bracket, "[%5u]%n", &copy, &used) != 1 || bracket[used])
        continue;
      name_id base = names_intern (r->tree->names, text, (size_t) (bracket - text));
      char again[16];
      snprintf (again, sizeof again, "[%u]", copy);
      if (base.index >= r->name_count
          || r->scopes[base.index].index[SPACE_PROCESS] == NONE)
        continue;
      const struct ir_body *other
        = &model->bodies.at[r->scopes[base.index].index[SPACE_PROCESS]];
      assert (other->is_process);
      if (other->counted && copy < other->copies && strcmp (again, bracket) == 0)
        {
          diag_error (r->diags, "redeclared", body->name.span,
                      "process '%s' has the name of a copy of another process", text);
          diag_note (r->diags, other->name.span, "this one has %u copies",
                     (unsigned) other->copies);
        }
    }
}

/* ---- Atomic sets. ---- */

static void
fill_set (struct resolver *r, const struct tree_decl *decl, set_id set)
{
  assert (decl->kind == TREE_ATOMICSET && set.index < r->model->sets.count);
  struct ir_model *model = r->model;
  for (uint32_t i = 0; i < decl->name_count; i++)
    {
      uint32_t use = decl->first_name + i;
      if (!scope_look_up (r, use, SPACE_FIELD))
        continue;
      struct ir_field *field = &model->fields.at[r->targets[use]];
      if (field->set.index != NONE)
        {
          struct ir_name earlier = model->sets.at[field->set.index].name;
          diag_error (r->diags, "field-in-two-sets", r->tree->uses.at[use].span,
                      "field '%s' is already in atomic set '%s'",
                      ir_text (model, field->name), ir_text (model, earlier));
          diag_note (r->diags, earlier.span, "'%s' is declared here",
                     ir_text (model, earlier));
        }
      else
        field->set = set;
    }
}

/* Declare the set `all', of the fields outside of classes; NONE: there are none, and
   objects have sets. */
static uint32_t
declare_set_of_all (struct resolver *r)
{
  struct ir_model *model = r->model;
  bool needed = model->sets.count == 0;
  for (uint32_t f = 0; f < model->fields.count && !needed; f++)
    needed = model->fields.at[f].object == IR_NO_OBJECT;
  if (!needed)
    return NONE;
  struct ir_name all = { names_intern (r->tree->names, "all", 3), { 0, 0 } };
  uint32_t *slot = &scope_of (r, all)->index[SPACE_SET];
  if (*slot != NONE)
    diag_error (r->diags, "redeclared", model->sets.at[*slot].name.span,
                "'all' is the set of the fields outside of classes, and cannot be that "
                "of an object");
  *slot = model->sets.count;
  *vec_push (model->arena, &model->sets) = (struct ir_set){ all };
  return *slot;
}

static void
fill_sets (struct resolver *r)
{
  struct ir_model *model = r->model;
  bool some = r->outer_sets.count > 0;
  class_fill_sets (r);
  for (uint32_t i = 0; i < r->outer_sets.count; i++)
    fill_set (r, &r->tree->decls.at[r->outer_sets.at[i].decl], r->outer_sets.at[i].set);
  class_fill_object_sets (r);
  uint32_t all = some ? NONE : declare_set_of_all (r);
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      struct ir_field *field = &model->fields.at[f];
      if (field->set.index != NONE)
        continue;
      bool is_outer = field->object == IR_NO_OBJECT;
      field->set = (set_id){ is_outer && !some ? all : model->sets.count };
      if (field->set.index == all)
        continue;
      LOG (2, "field '%s' becomes atomic set %u", ir_text (model, field->name),
           (unsigned) model->sets.count);
      *vec_push (model->arena, &model->sets) = (struct ir_set){ field->name };
      /* Warn once of a field of a class, not for each object. */
      if (!r->decl_warned[field->decl])
        diag_warning (r->diags, "loose-field", r->tree->decls.at[field->decl].name.span,
                      "field %s is in no atomic set, and so a set of its own",
                      ir_decl_text (model, field->decl));
      r->decl_warned[field->decl] = true;
    }
  assert (model->sets.count > 0);
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

/* Leave the statements that end before statement AT, and enter AT if it has a block. */
static void
walk_to (struct resolver *r, uint32_t at)
{
  while (r->around.count > 0 && r->around.at[r->around.count - 1].end <= at)
    {
      struct enclosing left = r->around.at[--r->around.count];
      r->region = left.outer_region;
      r->loops -= left.is_loop;
      if (r->locals.count > left.locals)
        locals_forget (r, left.locals);
    }
  const struct tree_stmt *stmt = &r->tree->stmts.at[at];
  bool is_loop = tree_is_loop (stmt->kind);
  bool is_region = tree_is_region (stmt->kind) || stmt->kind == TREE_ATOMIC;
  assert (r->loops <= r->around.count && at < stmt->end);
  if (stmt->kind >= TREE_SYNC)
    *vec_push (r->model->arena, &r->around)
      = (struct enclosing){ stmt->end, r->region, r->locals.count, is_loop };
  r->loops += is_loop;
  if (is_region)
    r->region = at;
}

static void
declare_labels (struct resolver *r, const struct tree_decl *decl)
{
  start_walk (r);
  for (uint32_t i = decl->begin; i < decl->end; i++)
    {
      walk_to (r, i);
      const struct tree_stmt *stmt = &r->tree->stmts.at[i];
      if (stmt->kind != TREE_LABEL)
        continue;
      scope_declare (r, SPACE_LABEL, i, r->tree->uses.at[stmt->first_name]);
      r->regions[i] = r->region;
    }
}

static void
forget_labels (struct resolver *r, const struct tree_decl *decl)
{
  for (uint32_t i = decl->begin; i < decl->end; i++)
    {
      const struct tree_stmt *stmt = &r->tree->stmts.at[i];
      if (stmt->kind != TREE_LABEL)
        continue;
      struct ir_name name = r->tree->uses.at[stmt->first_name];
      scope_of (r, name)->index[SPACE_LABEL] = NONE;
      if (!r->mentioned[i])
        diag_warning (r->diags, "unused-label", name.span, "no goto names label '%s'",
                      ir_text (r->model, name));
    }
}

/* Add a note on which sync, unit or atomic WHAT is in, if REGION is one. */
static void
note_region (struct resolver *r, const char *what, uint32_t region)
{
  if (region == NONE)
    return;
  const struct tree_stmt *stmt = &r->tree->stmts.at[region];
  assert (tree_is_region (stmt->kind) || stmt->kind == TREE_ATOMIC);
  diag_note (r->diags, stmt->span, "the %s is in this '%s'", what,
             tree_kind_word (stmt->kind));
}

static void
resolve_goto (struct resolver *r, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_GOTO && stmt->name_count > 0);
  for (uint32_t i = 0; i < stmt->name_count; i++)
    {
      uint32_t use = stmt->first_name + i;
      if (!scope_look_up (r, use, SPACE_LABEL))
        continue;
      uint32_t label = r->targets[use];
      assert (r->tree->stmts.at[label].kind == TREE_LABEL);
      r->mentioned[label] = true;
      if (r->regions[label] == r->region)
        continue;
      struct ir_name name = r->tree->uses.at[use];
      diag_error (r->diags, "goto-across", name.span,
                  "a goto may not enter or leave a sync, unit or atomic block, which the "
                  "way to label '%s' does",
                  ir_text (r->model, name));
      diag_note (r->diags, scope_declaration (r, SPACE_LABEL, label).span,
                 "the label is here");
      note_region (r, "goto", r->region);
      note_region (r, "label", r->regions[label]);
    }
}

idset
resolved_processes (const struct ir_model *model, body_id target,
                    const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_START || stmt->kind == TREE_JOIN);
  const struct ir_body *named = &model->bodies.at[target.index];
  if (stmt->copy == TREE_ALL_COPIES)
    return named->processes;
  assert (stmt->copy < named->copies);
  return idset_add (model->idsets, IDSET_EMPTY, named->first_process.index + stmt->copy);
}

/* Check that BODY has the copy that a start or join names. */
static bool
check_copy (struct resolver *r, const struct tree_stmt *stmt, const struct ir_body *body)
{
  const char *name = ir_text (r->model, body->name);
  assert (body->copies > 0 && (body->counted || body->copies == 1));
  if (stmt->copy == TREE_ALL_COPIES || (body->counted && stmt->copy < body->copies))
    return true;
  if (body->counted)
    diag_error (r->diags, "bad-copy", stmt->span,
                "process '%s' has the copies %s[0] to %s[%u], and no other", name, name,
                name, (unsigned) body->copies - 1);
  else
    diag_error (r->diags, "bad-copy", stmt->span,
                "process '%s' has no copies: write '%s %s;'", name,
                tree_kind_word (stmt->kind), name);
  diag_note (r->diags, body->name.span, "'%s' is declared here", name);
  return false;
}

/* Resolve a start or join in the body OWN. */
static void
resolve_ordering (struct resolver *r, const struct tree_stmt *stmt,
                  const struct ir_body *own)
{
  struct ir_model *model = r->model;
  if (!scope_look_up (r, stmt->first_name, SPACE_PROCESS))
    return;
  body_id target = { r->targets[stmt->first_name] };
  struct ir_body *body = &model->bodies.at[target.index];
  assert (body->is_process);
  if (!check_copy (r, stmt, body))
    return;
  ir_model_copies (model, target);
  ir_model_note_order (model, target, resolved_processes (model, target, stmt),
                       stmt->kind == TREE_START);
  if (body != own)
    return;
  const char *word = tree_kind_word (stmt->kind), *name = ir_text (model, own->name);
  if (own->copies > 1)
    diag_error (r->diags, "self-ordering", stmt->span,
                "a process cannot %s itself, and all copies of '%s' come here", word,
                name);
  else
    diag_error (r->diags, "self-ordering", stmt->span,
                "a process cannot %s itself, and this is in the body of '%s'", word,
                name);
}

static void
resolve_stmt (struct resolver *r, const struct tree_stmt *stmt,
              const struct ir_body *body)
{
  enum tree_kind kind = stmt->kind;
  enum space space = kind == TREE_READ || kind == TREE_WRITE ? SPACE_FIELD
                     : kind == TREE_UNIT                     ? SPACE_SET
                                                             : SPACE_LOCK;
  assert (stmt->name_count <= 1 || kind == TREE_UNIT || kind == TREE_GOTO
          || kind == TREE_CALL);
  if (stmt->index != TREE_NO_EXPR)
    locals_look_up_all (r, stmt->index);
  if (stmt->expr != TREE_NO_EXPR)
    locals_look_up_all (r, stmt->expr);
  if (kind == TREE_GOTO)
    resolve_goto (r, stmt);
  else if ((kind == TREE_BREAK || kind == TREE_CONTINUE) && r->loops == 0)
    diag_error (r->diags, "outside-loop", stmt->span, "'%s' outside a loop",
                tree_kind_word (kind));
  else if (kind == TREE_CALL)
    resolve_call (r, stmt);
  else if (kind == TREE_START || kind == TREE_JOIN)
    resolve_ordering (r, stmt, body);
  else if (kind == TREE_DECLARE)
    locals_declare (r, stmt);
  else if (kind == TREE_ASSIGN)
    locals_look_up (r, stmt->first_name);
  else if (kind != TREE_LABEL
           && (space != SPACE_FIELD || r->locals.count == 0 || !locals_refuse (r, stmt)))
    for (uint32_t i = 0; i < stmt->name_count; i++)
      if (scope_look_up (r, stmt->first_name + i, space) && space == SPACE_LOCK)
        resolve_mark_lock (r, stmt->first_name + i);
}

/* Resolve the names in BODY; returns the number of slots with names. */
static uint32_t
resolve_body (struct resolver *r, const struct ir_body *body)
{
  const struct tree_decl *decl = &r->tree->decls.at[body->decl];
  declare_labels (r, decl);
  locals_enter (r, decl);
  start_walk (r);
  for (uint32_t i = decl->begin; i < decl->end; i++)
    {
      walk_to (r, i);
      resolve_stmt (r, &r->tree->stmts.at[i], body);
    }
  forget_labels (r, decl);
  return locals_leave (r);
}

static void
resolve_template (struct resolver *r, struct template *template)
{
  struct ir_body body = body_of (r, template->decl);
  template_enter (r, template);
  template->locals = resolve_body (r, &body);
  template_leave (r);
}

void
resolve_mark_lock (struct resolver *r, uint32_t use)
{
  uint32_t target = r->targets[use], slot = r->slots ? r->slots[use].slot : NONE;
  if (slot == NONE)
    r->lock_used[r->model->locks.at[target].decl] = true;
  else if (target != WHOLE)
    {
      const struct class *class = &r->classes.at[template_slot_class (r, slot)];
      r->lock_used[class->members[SPACE_LOCK].at[target]] = true;
    }
}

static void
warn_unused_locks (struct resolver *r)
{
  /* Warn once of the lock of a class, not for each object; a class without objects has
     its own warning. */
  for (uint32_t l = 0; l < r->model->locks.count; l++)
    {
      uint32_t decl = r->model->locks.at[l].decl;
      if (!r->lock_used[decl])
        diag_warning (r->diags, "unused-lock", r->tree->decls.at[decl].name.span,
                      "lock %s is never used", ir_decl_text (r->model, decl));
      r->lock_used[decl] = true;
    }
}

/* Has the model templates? */
static bool
has_templates (const struct tree *tree)
{
  for (uint32_t i = 0; i < tree->decls.count; i++)
    if (tree->decls.at[i].kind == TREE_CLASS || tree->decls.at[i].kind == TREE_OBJECT
        || has_bound_params (tree, &tree->decls.at[i]))
      return true;
  return false;
}

/* List the declarations, for messages. */
static void
list_declarations (struct ir_model *model, const struct tree *tree)
{
  for (uint32_t i = 0; i < tree->decls.count; i++)
    {
      uint32_t class = tree->decls.at[i].in_class;
      assert (class == TREE_NO_CLASS || class < i);
      *vec_push (model->arena, &model->decls)
        = (struct ir_decl){ tree->decls.at[i].name, class == TREE_NO_CLASS
                                                      ? NAME_NONE
                                                      : tree->decls.at[class].name.name };
    }
}

bool
resolve_names (struct resolved *resolved, struct ir_model *model, const struct tree *tree,
               const struct source *source, struct arena *arena, struct idsets *idsets,
               struct diags *diags)
{
  assert (tree->names && source->text && diags->errors == 0);
  ir_model_init (model, arena, idsets, tree->names, source);
  *resolved = (struct resolved){ .tree = tree, .model = model };
  list_declarations (model, tree);
  struct resolver r
    = { .model = model, .resolved = resolved, .tree = tree, .diags = diags };
  r.targets = arena_calloc (arena, tree->uses.count + 1, sizeof *r.targets);
  uint32_t stmts = tree->stmts.count + 1;
  /* `all' may become the name of a set, so it must be in the dictionary. */
  names_intern (tree->names, "all", 3);
  r.name_count = tree->names->entries.count;
  r.scopes = arena_alloc (arena, r.name_count * sizeof *r.scopes);
  memset (r.scopes, 0xFF, r.name_count * sizeof *r.scopes);
  r.regions = arena_calloc (arena, stmts, sizeof *r.regions);
  r.mentioned = arena_calloc (arena, stmts, sizeof *r.mentioned);
  r.lock_used = arena_calloc (arena, tree->decls.count + 1, sizeof *r.lock_used);
  r.decl_warned = arena_calloc (arena, tree->decls.count + 1, sizeof *r.decl_warned);
  bool templates = has_templates (tree);
  if (templates)
    {
      size_t slots = (tree->uses.count + (size_t) 1) * sizeof *r.slots;
      r.slots = memset (arena_alloc (arena, slots), 0xFF, slots);
      class_declare_all (&r);
    }

  declare_all (&r);
  check_copy_names (&r);
  fill_sets (&r);
  for (uint32_t b = 0; b < model->bodies.count; b++)
    resolved->bodies.at[b].locals = resolve_body (&r, &model->bodies.at[b]);
  for (uint32_t t = 0; t < r.templates.count; t++)
    resolve_template (&r, &r.templates.at[t]);
  exclusive_resolve_all (&r);
  initial_values (&r);
  warn_unused_locks (&r);
  class_warn_unused (&r);
  if (templates && diags->errors == 0)
    specialise_all (&r);
  if (model->processes == 0 && diags->errors == 0)
    diag_warning_file (diags, "no-process",
                       "the model has no process, so nothing ever happens");
  LOG (1, "%u fields, %u locks, %u atomic sets, %u bodies; %u processes",
       (unsigned) model->fields.count, (unsigned) model->locks.count,
       (unsigned) model->sets.count, (unsigned) model->bodies.count,
       (unsigned) model->processes);
  return diags->errors == 0;
}
