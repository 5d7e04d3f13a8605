/* unused.c -- see unused.h.
 *
 * A procedure of a class, or a field, is declared once and exists for each object.  It
 * gets one warning, at its declaration, if the same is true of all of them.
 */
#include <config.h>

#include <assert.h>

#include "eml/unused.h"

/* For each field: is it accessed, and in a unit of its set?  For each declaration of
   fields: is that true of one of them? */
struct usage
{
  const struct ir_projection *lowering;
  const struct ir_model *model;
  const struct resolved *resolved;
  struct diags *diags;
  bool *accessed, *in_unit;           /* by field */
  bool *decl_accessed, *decl_in_unit; /* by declaration */
  bool *object_used;                  /* by object */
};

static bool *
new_flags (const struct usage *u, uint32_t count)
{
  return arena_calloc (u->lowering->arena, count + (size_t) 1, sizeof (bool));
}

static void
warn_uncalled (struct usage *u)
{
  const struct tree *tree = u->resolved->tree;
  bool *called = new_flags (u, tree->decls.count), *possible;
  possible = new_flags (u, tree->decls.count); /* by declaration of a class */
  for (uint32_t i = 0; i < u->model->bodies.count; i++)
    called[u->model->bodies.at[i].decl] |= u->lowering->instances_of[i] > 0;
  for (uint32_t i = 0; i < u->model->objects.count; i++)
    possible[u->model->objects.at[i].class_decl] = true;
  for (uint32_t i = 0; i < tree->decls.count; i++)
    {
      const struct tree_decl *decl = &tree->decls.at[i];
      if (decl->kind == TREE_PROC && !called[i]
          && (decl->in_class == TREE_NO_CLASS || possible[decl->in_class]))
        diag_warning (u->diags, "never-called", decl->name.span,
                      "procedure %s is never called", ir_decl_text (u->model, i));
    }
}

static void
find_accesses (struct usage *u)
{
  const struct pds *pds = &u->lowering->pds;
  for (uint32_t i = 0; i < pds->actions.count; i++)
    {
      const struct pds_action_info *action = &pds->actions.at[i];
      if (!pds_action_is_access (action))
        continue;
      field_id field = pds_action_field (action);
      assert (field.index < u->model->fields.count);
      const struct ir_field *f = &u->model->fields.at[field.index];
      u->accessed[field.index] = u->decl_accessed[f->decl] = true;
      if (idset_has (u->model->idsets, action->sets, f->set.index))
        u->in_unit[field.index] = u->decl_in_unit[f->decl] = true;
      if (f->object != IR_NO_OBJECT)
        u->object_used[f->object] = true;
    }
}

/* Mark the fields that access predicates read as used. */
static void
find_predicates (struct usage *u)
{
  const struct ir *flow = u->lowering->flow;
  for (uint32_t e = 0; e < flow->exprs.count && flow->exclusive; e++)
    if (flow->exprs.at[e].op == IR_FIELD)
      {
        uint32_t field = flow->exprs.at[e].place;
        u->accessed[field] = u->decl_accessed[u->model->fields.at[field].decl] = true;
      }
}

/* Mark the objects that procedures are called for, or with. */
static void
find_bound_objects (struct usage *u)
{
  const struct tree *tree = u->resolved->tree;
  for (uint32_t i = 0; i < u->model->bodies.count; i++)
    {
      const struct resolved_body *body = &u->resolved->bodies.at[i];
      const struct tree_decl *decl = resolved_decl (u->resolved, (body_id){ i });
      assert (!body->binding == !u->model->bodies.at[i].is_bound);
      if (!body->binding || u->lowering->instances_of[i] == 0)
        continue;
      assert (decl->kind == TREE_PROC);
      if (body->binding[0] != IR_NO_OBJECT)
        u->object_used[body->binding[0]] = true;
      for (uint32_t p = 0; p < decl->param_count; p++)
        if (tree->params.at[decl->first_param + p].kind == TREE_PARAM_OBJECT)
          u->object_used[body->binding[p + 1]] = true;
    }
}

/* Mark the objects whose locks are taken. */
static void
find_locked_objects (struct usage *u)
{
  const struct ir *flow = u->lowering->flow;
  for (uint32_t i = 0; i < flow->nodes.count; i++)
    if (flow->nodes.at[i].op == IR_ACQUIRE_AT)
      {
        uint32_t object = u->model->locks.at[flow->nodes.at[i].first_lock.index].object;
        if (object != IR_NO_OBJECT)
          u->object_used[object] = true;
      }
  const struct pds *pds = &u->lowering->pds;
  for (uint32_t i = 0; i < pds->actions.count; i++)
    {
      const struct pds_action_info *action = &pds->actions.at[i];
      if (!pds_action_is_operation (action))
        continue;
      uint32_t object = u->model->locks.at[pds_action_lock (action).index].object;
      assert (object == IR_NO_OBJECT || object < u->model->objects.count);
      if (object != IR_NO_OBJECT)
        u->object_used[object] = true;
    }
}

static void
warn_unused_objects (struct usage *u)
{
  for (uint32_t i = 0; i < u->model->objects.count; i++)
    if (!u->object_used[i])
      diag_warning (u->diags, "unused-object", u->model->objects.at[i].name.span,
                    "object '%s' is never used",
                    ir_text (u->model, u->model->objects.at[i].name));
}

/* Warn of FIELD alone, or if ALL fields of its declaration are alike, of that. */
static void
warn_of_field (struct usage *u, uint32_t field, bool all)
{
  const struct ir_field *f = &u->model->fields.at[field];
  assert (!u->in_unit[field]);
  const char *text
    = all ? ir_decl_text (u->model, f->decl)
          : arena_format (u->lowering->arena, "'%s'", ir_text (u->model, f->name));
  diag_warning (u->diags, u->accessed[field] ? "field-in-no-unit" : "unused-field",
                all ? u->model->decls.at[f->decl].name.span : f->name.span,
                u->accessed[field] ? "field %s is never accessed inside a unit"
                                   : "field %s is never accessed",
                text);
}

static void
warn_unitless_fields (struct usage *u)
{
  bool *done = new_flags (u, u->model->decls.count);
  bool some = !ir_has_data (u->lowering->flow);
  for (uint32_t i = 0; i < u->model->fields.count && !some; i++)
    some = u->in_unit[i];
  for (uint32_t i = 0; i < u->model->fields.count; i++)
    {
      const struct ir_field *f = &u->model->fields.at[i];
      /* A model with data may be made for other questions than units. */
      if (u->in_unit[i] || done[f->decl] || (u->accessed[i] && !some)
          || (f->object != IR_NO_OBJECT && !u->object_used[f->object]))
        continue;
      if (!u->decl_in_unit[f->decl] && u->accessed[i] == u->decl_accessed[f->decl])
        {
          warn_of_field (u, i, true);
          done[f->decl] = true;
        }
      else if (u->accessed[i] && u->decl_in_unit[f->decl])
        warn_of_field (u, i, false);
    }
}

void
unused_warn (const struct ir_projection *lowering, const struct resolved *resolved,
             struct diags *diags)
{
  const struct ir_model *model = lowering->flow->model;
  assert (lowering->pds.fields.count == model->fields.count);
  if (lowering->pds.processes.count == 0)
    return;
  struct usage u
    = { .lowering = lowering, .model = model, .resolved = resolved, .diags = diags };
  u.accessed = new_flags (&u, model->fields.count);
  u.in_unit = new_flags (&u, model->fields.count);
  u.decl_accessed = new_flags (&u, model->decls.count);
  u.decl_in_unit = new_flags (&u, model->decls.count);
  u.object_used = new_flags (&u, model->objects.count);
  warn_uncalled (&u);
  find_accesses (&u);
  find_predicates (&u);
  if (model->objects.count > 0)
    {
      find_bound_objects (&u);
      find_locked_objects (&u);
      warn_unused_objects (&u);
    }
  warn_unitless_fields (&u);
}
