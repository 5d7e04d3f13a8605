/* exclusive.c -- access predicates of fields; see resolve.h.
 *
 * A predicate in a class holds for each of its objects: its names are looked up once, as
 * in a procedure of the class without parameters, and bound for each object.
 */
#include <config.h>

#include <assert.h>

#include "eml/resolve.h"

/* The names of an expression: a range of uses. */
struct uses
{
  uint32_t first, end;
};

static struct uses
find_uses (struct resolver *r, uint32_t expr)
{
  struct uses uses = { NONE, 0 };
  r->pending.count = 0;
  *vec_push (r->model->arena, &r->pending) = expr;
  while (r->pending.count > 0)
    {
      const struct tree_expr *e = &r->tree->exprs.at[r->pending.at[--r->pending.count]];
      if (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
        {
          uses.first = e->use < uses.first ? e->use : uses.first;
          uses.end = e->use >= uses.end ? e->use + 1 : uses.end;
        }
      for (uint32_t i = 0; i < 3; i++)
        if (e->operands[i] != TREE_NO_EXPR)
          *vec_push (r->model->arena, &r->pending) = e->operands[i];
    }
  assert (uses.end == 0 || uses.first < uses.end);
  return uses;
}

/* Give FIELD the predicate of declaration DECL, with names bound by BINDING, if any. */
static void
add (struct resolver *r, uint32_t decl, uint32_t field, const uint32_t *binding,
     struct uses uses)
{
  struct ir_model *model = r->model;
  assert (field < model->fields.count);
  for (uint32_t i = 0; i < r->resolved->exclusives.count; i++)
    if (r->resolved->exclusives.at[i].field.index == field)
      {
        struct ir_name name = r->tree->decls.at[decl].name;
        const struct resolved_exclusive *first = &r->resolved->exclusives.at[i];
        if (first->decl == decl)
          return; /* another object, already reported */
        diag_error (r->diags, "redeclared", name.span,
                    "field '%s' has an access predicate already",
                    ir_text (model, model->fields.at[field].name));
        diag_note (r->diags, r->tree->decls.at[first->decl].name.span,
                   "the first one is here");
        return;
      }
  struct resolved_exclusive exclusive
    = { .decl = decl, .field = { field }, .targets = r->targets };
  if (binding && uses.end > 0)
    {
      exclusive.first_use = uses.first;
      exclusive.targets
        = arena_alloc (model->arena, (uses.end - uses.first) * sizeof *exclusive.targets);
      for (uint32_t use = uses.first; use < uses.end; use++)
        exclusive.targets[use - uses.first] = specialise_bind (r, use, binding);
    }
  *vec_push (model->arena, &r->resolved->exclusives) = exclusive;
}

/* Resolve the predicate of declaration AT, in a class. */
static void
resolve_in_class (struct resolver *r, uint32_t at)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  uint32_t class = 0;
  while (r->classes.at[class].decl != decl->in_class)
    class ++;
  assert (class < r->classes.count);
  uint32_t member = class_member (r, class, decl->name.name, SPACE_FIELD);
  struct template scope = { .decl = at, .class = class };
  if (member == NONE)
    {
      diag_error (r->diags, "unknown-name", decl->name.span,
                  "class '%s' has no field '%s'",
                  ir_text (r->model, r->tree->decls.at[decl->in_class].name),
                  ir_text (r->model, decl->name));
      return;
    }
  r->inside = &scope;
  locals_look_up_all (r, decl->expr);
  r->inside = NULL;
  struct uses uses = find_uses (r, decl->expr);
  for (uint32_t o = 0; o < r->objects.count; o++)
    if (r->objects.at[o].class == class && r->diags->errors == 0)
      {
        uint32_t binding[] = { o };
        add (r, at, r->objects.at[o].first[SPACE_FIELD] + member, binding, uses);
      }
}

void
exclusive_resolve_all (struct resolver *r)
{
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    {
      const struct tree_decl *decl = &r->tree->decls.at[i];
      if (decl->kind != TREE_EXCLUSIVE)
        continue;
      assert (decl->expr != TREE_NO_EXPR);
      if (decl->in_class != TREE_NO_CLASS)
        {
          resolve_in_class (r, i);
          continue;
        }
      uint32_t field = scope_look_up_name (r, decl->name, SPACE_FIELD);
      locals_look_up_all (r, decl->expr);
      if (field != NONE)
        add (r, i, field, NULL, (struct uses){ 0, 0 });
    }
}
