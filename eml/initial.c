/* initial.c -- the values that fields start with; see resolve.h. */
#include <config.h>

#include <assert.h>

#include "eml/resolve.h"
#include "eml/types.h"

/* Evaluate the initial value of the fields of declaration AT, into FIRST, one of them. */
static void
evaluate (struct resolver *r, struct typing *t, uint32_t at, struct ir_field *first)
{
  const struct tree_decl *decl = &r->tree->decls.at[at];
  const struct tree_expr *expr = &r->tree->exprs.at[decl->expr];
  struct ir_type type = { decl->value.is_bool, decl->value.width };
  const char *why
    = arena_format (r->model->arena, "'%s'", ir_text (r->model, decl->name));
  assert (decl->kind == TREE_FIELD);
  if (!typing_check (t, decl->expr, type, why, decl->name.span))
    return;
  const struct typed *fact = &t->facts[decl->expr];
  first->any = expr->kind == EXPR_ANY;
  first->initial = fact->constant ? ir_cut (type, fact->value) : 0;
  if (!first->any && !fact->constant)
    diag_error (r->diags, "not-constant", expr->span,
                fact->chooses ? "an initial value is a constant or '*' alone"
                              : "this value goes wrong: it divides by zero, or shifts by "
                                "too much");
}

void
initial_values (struct resolver *r)
{
  struct typing t = { .facts = NULL };
  struct ir_field *first = NULL; /* by declaration */
  for (uint32_t i = 0; i < r->tree->decls.count; i++)
    {
      const struct tree_decl *decl = &r->tree->decls.at[i];
      if (decl->kind != TREE_FIELD || decl->expr == TREE_NO_EXPR
          || decl->value.width == 0)
        continue;
      if (!first)
        {
          typing_init (&t, r->model, r->tree, r->model->arena, r->diags);
          first = arena_calloc (r->model->arena, r->tree->decls.count, sizeof *first);
        }
      evaluate (r, &t, i, &first[i]);
    }
  for (uint32_t f = 0; f < r->model->fields.count && first; f++)
    {
      struct ir_field *field = &r->model->fields.at[f];
      assert (field->decl < r->tree->decls.count);
      field->any = first[field->decl].any;
      field->initial = first[field->decl].initial;
    }
}
