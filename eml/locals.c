/* locals.c -- names of values: locals, parameters that are values, fields; see resolve.h.
 *
 * A local is visible from its declaration to the end of its block, and hides what had its
 * name before.  Slots are numbered in the order of the text: parameters, the result,
 * locals (ir.h); no two locals of a body share one.
 */
#include <config.h>

#include <assert.h>

#include "eml/resolve.h"

/* Give the next slot NAME from here on. */
static void
add (struct resolver *r, struct ir_name name)
{
  uint32_t *slot = &scope_of (r, name)->index[SPACE_LOCAL];
  assert (*slot == NONE || *slot < r->slots_used);
  *vec_push (r->model->arena, &r->locals) = (struct local){ name, r->slots_used, *slot };
  *slot = r->slots_used++;
}

/* NAME must be new among the locals from number FIRST on. */
static void
check_new (struct resolver *r, struct ir_name name, uint32_t first)
{
  uint32_t slot = scope_of (r, name)->index[SPACE_LOCAL];
  if (slot == NONE || r->locals.count == first || slot < r->locals.at[first].slot)
    return;
  diag_error (r->diags, "redeclared", name.span, "local '%s' is declared a second time",
              ir_text (r->model, name));
  diag_note (r->diags, scope_declaration (r, SPACE_LOCAL, slot).span,
             "it was declared here first");
}

void
locals_enter (struct resolver *r, const struct tree_decl *decl)
{
  assert (r->locals.count == 0);
  r->slots_used = 0;
  for (uint32_t p = 0; p < decl->param_count; p++)
    {
      const struct tree_param *param = &r->tree->params.at[decl->first_param + p];
      if (param->kind != TREE_PARAM_VALUE)
        continue;
      check_new (r, param->name, 0);
      add (r, param->name);
    }
  if (decl->value.width > 0)
    r->slots_used++; /* the result */
}

void
locals_forget (struct resolver *r, uint32_t count)
{
  assert (count <= r->locals.count);
  while (r->locals.count > count)
    {
      struct local local = r->locals.at[--r->locals.count];
      scope_of (r, local.name)->index[SPACE_LOCAL] = local.hidden;
    }
}

uint32_t
locals_leave (struct resolver *r)
{
  locals_forget (r, 0);
  return r->slots_used;
}

void
locals_declare (struct resolver *r, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_DECLARE && stmt->name_count == 1);
  struct ir_name name = r->tree->uses.at[stmt->first_name];
  check_new (r, name, r->around.count > 0 ? r->around.at[r->around.count - 1].locals : 0);
  r->targets[stmt->first_name] = RESOLVED_LOCAL_BIT | r->slots_used;
  add (r, name);
}

void
locals_look_up (struct resolver *r, uint32_t use)
{
  uint32_t slot = scope_of (r, r->tree->uses.at[use])->index[SPACE_LOCAL];
  if (slot != NONE)
    {
      r->targets[use] = RESOLVED_LOCAL_BIT | slot;
      return;
    }
  r->wants_value = true;
  scope_look_up (r, use, SPACE_FIELD);
  r->wants_value = false;
}

void
locals_look_up_all (struct resolver *r, uint32_t expr)
{
  if (expr == TREE_NO_EXPR)
    return;
  r->pending.count = 0;
  *vec_push (r->model->arena, &r->pending) = expr;
  while (r->pending.count > 0)
    {
      const struct tree_expr *e = &r->tree->exprs.at[r->pending.at[--r->pending.count]];
      if (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
        locals_look_up (r, e->use);
      /* Push the first operand last: messages come in the order of the text. */
      for (uint32_t i = 3; i-- > 0;)
        if (e->operands[i] != TREE_NO_EXPR)
          *vec_push (r->model->arena, &r->pending) = e->operands[i];
    }
}

bool
locals_refuse (struct resolver *r, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_READ || stmt->kind == TREE_WRITE);
  struct ir_name name = r->tree->uses.at[stmt->first_name];
  uint32_t slot = scope_of (r, name)->index[SPACE_LOCAL];
  if (slot == NONE)
    return false;
  diag_error (r->diags, "local-access", name.span,
              "'%s' is a local, which no other process sees: only fields are %s",
              ir_text (r->model, name), stmt->kind == TREE_READ ? "read" : "written");
  diag_note (r->diags, scope_declaration (r, SPACE_LOCAL, slot).span,
             "the local is declared here");
  return true;
}
