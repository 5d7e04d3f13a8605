/* data_lint.c -- see data_lint.h.
 *
 * A local is live before a node of a body if some path from there reads it before it is
 * set again.  Setting a local that is not live afterwards is useless.
 *
 * Cost: nodes times locals times the depth of loops; bodies for which that is too much
 * are left out.
 */
#include <config.h>

#include "eml/data_lint.h"

#include <assert.h>

#include "base/bitset.h"
#include "base/dataflow.h"
#include "base/log.h"

#define MOST_WORDS ((size_t) 1 << 20) /* the most words of all sets of a body */

struct data_lint
{
  const struct ir *flow;
  const struct ir_model *model;
  const struct resolved *resolved;
  struct arena *arena;
  struct diags *diags;
  bool *field_read; /* by field */
  bool *field_written;
  /* Of one body: */
  const struct resolved_body *body;
  const struct tree_decl *decl;
  struct ir_graph graph;
  struct ir_nodes nodes;
  struct dataflow live;   /* the locals that are live before each node of the body */
  bool *read;             /* by local: it is read somewhere */
  VEC (uint32_t) pending; /* expressions */
};

/* Add the named slots that EXPR reads to SET, unless that is null; note its fields. */
static void
note_reads (struct data_lint *l, uint32_t expr, uint64_t *set)
{
  if (expr == IR_NO_EXPR)
    return;
  l->pending.count = 0;
  *vec_push (l->arena, &l->pending) = expr;
  while (l->pending.count > 0)
    {
      const struct ir_expr *e = &l->flow->exprs.at[l->pending.at[--l->pending.count]];
      assert (e->op != IR_FIELD || e->place < l->model->fields.count);
      if (e->op == IR_FIELD)
        l->field_read[e->place] = true;
      if (e->op == IR_SLOT && set && e->place < l->body->locals)
        {
          bits_add (set, e->place);
          l->read[e->place] = true;
        }
      for (uint32_t i = 0; i < ir_operand_count (e); i++)
        *vec_push (l->arena, &l->pending) = e->operands[i];
    }
}

/* The local that NODE sets, or IR_NO_SLOT. */
static uint32_t
local_set_by (const struct data_lint *l, const struct ir_step *node)
{
  bool sets = node->op == IR_SET || node->op == IR_ANY || node->op == IR_READ
              || node->op == IR_CALL;
  return sets && node->slot < l->body->locals && node->slot != l->graph.result
           ? node->slot
           : IR_NO_SLOT;
}

/* Note what node number N of the body reads and sets. */
static void
note_node (struct data_lint *l, uint32_t n)
{
  const struct ir_step *node = &l->flow->nodes.at[l->graph.first_node + n];
  uint64_t *reads = dataflow_row (&l->live, l->live.needed, n);
  uint32_t local = local_set_by (l, node);
  assert (n < l->graph.node_count);
  if (local != IR_NO_SLOT)
    bits_add (dataflow_row (&l->live, l->live.sets, n), local);
  note_reads (l, node->expr, reads);
  note_reads (l, node->index, reads);
  for (uint32_t i = 0; i < node->argument_count; i++)
    note_reads (l, l->flow->arguments.at[node->first_argument + i], reads);
}

/* The statement of NODE. */
static const struct tree_stmt *
statement_of (const struct data_lint *l, const struct ir_step *node)
{
  const struct tree *tree = l->resolved->tree;
  uint32_t stmt = vec_last_at_most_by (&tree->stmts, span.begin, l->decl->begin,
                                       l->decl->end, node->offset);
  assert (l->decl->begin < l->decl->end);
  return &tree->stmts.at[stmt];
}

/* Is STEP the default value that a declaration gives a local?  (That of `int i = call
   p()' is in the call statement.) */
static bool
is_by_declaration (const struct data_lint *l, const struct tree_stmt *stmt,
                   const struct ir_step *step)
{
  return (stmt->kind == TREE_DECLARE || stmt->kind == TREE_CALL) && step->op == IR_SET
         && l->flow->exprs.at[step->expr].op == IR_CONSTANT;
}

static void
warn_vain_values (struct data_lint *l)
{
  const struct tree_stmt *last = NULL;
  uint64_t *set = arena_alloc (l->arena, l->live.words * sizeof *set);
  for (uint32_t n = 0; n < l->graph.node_count; n++)
    {
      const struct ir_step *node = &l->flow->nodes.at[l->graph.first_node + n];
      uint32_t local = local_set_by (l, node);
      if (local == IR_NO_SLOT || !l->read[local])
        continue;
      const struct tree_stmt *stmt = statement_of (l, node);
      dataflow_after (&l->live, n, set);
      if (bits_have (set, local) || stmt == last || is_by_declaration (l, stmt, node))
        continue;
      name_id name = l->flow->slots.at[l->graph.first_slot + local].name;
      assert (name.index != NAME_NONE.index);
      diag_warning (l->diags, "unused-value", stmt->span,
                    "the value that '%s' gets here is never read",
                    names_text (l->model->names, name));
      last = stmt; /* an operator may have become branches that both set it */
    }
}

static void
warn_unread_locals (struct data_lint *l)
{
  const struct tree *tree = l->resolved->tree;
  for (uint32_t i = l->decl->begin; i < l->decl->end; i++)
    {
      const struct tree_stmt *stmt = &tree->stmts.at[i];
      if (stmt->kind != TREE_DECLARE)
        continue;
      struct ir_name name = tree->uses.at[stmt->first_name];
      if (!l->read[resolved_slot (l->body, stmt->first_name)])
        diag_warning (l->diags, "unused-local", name.span, "local '%s' is never read",
                      ir_text (l->model, name));
    }
}

static void
lint_body (struct data_lint *l)
{
  l->nodes = (struct ir_nodes){ l->flow, &l->graph };
  l->live = (struct dataflow){ .nodes = l->graph.node_count,
                               .words = (l->body->locals + 63) / 64,
                               .successor = ir_nodes_next,
                               .graph = &l->nodes };
  size_t words = (size_t) l->live.words * l->live.nodes;
  if (words == 0 || words > MOST_WORDS)
    return;
  l->live.needed = arena_calloc (l->arena, words, sizeof *l->live.needed);
  l->live.sets = arena_calloc (l->arena, words, sizeof *l->live.sets);
  l->read = arena_calloc (l->arena, l->body->locals, sizeof *l->read);
  assert (l->graph.slot_count >= l->body->locals);
  for (uint32_t n = 0; n < l->live.nodes; n++)
    note_node (l, n);
  dataflow_solve (&l->live, l->arena->quota);
  warn_unread_locals (l);
  warn_vain_values (l);
}

/* ---- Fields. ---- */

static void
note_fields (struct data_lint *l)
{
  for (uint32_t i = 0; i < l->flow->nodes.count; i++)
    {
      const struct ir_step *node = &l->flow->nodes.at[i];
      if (ir_is_access (node))
        (node->op == IR_READ ? l->field_read
                             : l->field_written)[ir_step_field (node).index]
          = true;
      note_reads (l, node->expr, NULL);
    }
  for (uint32_t f = 0; f < l->model->fields.count && l->flow->exclusive; f++)
    note_reads (l, l->flow->exclusive[f], NULL);
}

static void
warn_unread_fields (struct data_lint *l)
{
  size_t decls = l->model->decls.count + (size_t) 1;
  bool *read = arena_calloc (l->arena, decls, sizeof *read);
  bool *written = arena_calloc (l->arena, decls, sizeof *written);
  for (uint32_t f = 0; f < l->model->fields.count; f++)
    {
      read[l->model->fields.at[f].decl] |= l->field_read[f];
      written[l->model->fields.at[f].decl] |= l->field_written[f];
    }
  for (uint32_t d = 0; d + 1 < decls; d++)
    {
      const struct tree_decl *decl = &l->resolved->tree->decls.at[d];
      if (decl->kind == TREE_FIELD && decl->value.width > 0 && written[d] && !read[d])
        diag_warning (l->diags, "unread-field", decl->name.span,
                      "field %s gets values that are never read",
                      ir_decl_text (l->model, d));
    }
}

void
data_lint (const struct ir *flow, const struct resolved *resolved, struct arena *arena,
           struct diags *diags)
{
  assert (flow->bodies.count == flow->model->bodies.count && diags->errors == 0);
  if (!flow->has_values)
    return;
  const struct ir_model *model = flow->model;
  struct data_lint l = {
    .flow = flow, .model = model, .resolved = resolved, .arena = arena, .diags = diags
  };
  l.field_read = arena_calloc (arena, model->fields.count + (size_t) 1, sizeof (bool));
  l.field_written = arena_calloc (arena, model->fields.count + (size_t) 1, sizeof (bool));
  bool *done = arena_calloc (arena, model->decls.count + (size_t) 1, sizeof *done);
  note_fields (&l);
  warn_unread_fields (&l);
  for (uint32_t b = 0; b < model->bodies.count; b++)
    {
      uint32_t decl = model->bodies.at[b].decl;
      l.body = &resolved->bodies.at[b];
      l.decl = &resolved->tree->decls.at[decl];
      l.graph = flow->bodies.at[b];
      if (!done[decl]) /* other bindings have the same warnings */
        lint_body (&l);
      done[decl] = true;
    }
  LOG (1, "values: %u warnings in all", (unsigned) diags->warnings);
}
