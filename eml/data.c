/* data.c -- slots, steps with values, claims, access predicates; see data.h. */
#include <config.h>

#include "eml/data.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

static const struct span nowhere;

/* ---- Slots. ---- */

uint32_t
data_new_slot (struct builder *b, struct ir_type type)
{
  assert (type.width > 0);
  *vec_push (b->arena, &b->data->slots) = (struct ir_slot){ type, NAME_NONE };
  return b->data->slots.count - 1;
}

uint32_t
data_new_temporary (struct builder *b, struct ir_type type)
{
  assert (type.width > 0 && type.width <= 64);
  struct data_pool *pool = &b->data->pools[type.is_bool ? 65 : type.width];
  b->data->pools_used = true;
  b->data->pools_filled = true;
  if (pool->used == pool->slots.count)
    *vec_push (b->arena, &pool->slots) = data_new_slot (b, type);
  return pool->slots.at[pool->used++];
}

void
data_name_slot (struct builder *b, uint32_t slot, struct ir_type type,
                struct ir_name name)
{
  assert (slot < b->data->locals.count && type.width > 0);
  b->data->locals.at[slot] = (struct typed_local){ type, name };
  b->data->slots.at[slot] = (struct ir_slot){ type, name.name };
}

/* ---- Nodes. ---- */

struct ir_step
data_new (enum ir_op op)
{
  struct ir_step step = IR_STEP_NONE;
  step.op = op;
  return step;
}

uint32_t
data_claim (struct builder *b, bool is_assert)
{
  struct data *data = b->data;
  const struct tree_stmt *stmt = &b->tree->stmts.at[data->stmt];
  assert (data->stmt < b->tree->stmts.count);
  assert (!is_assert || stmt->kind == TREE_ASSERT);
  uint32_t *claim = &(is_assert ? data->asserts : data->wrongs)[data->stmt];
  if (*claim == NONE)
    {
      *claim = b->flow->claims.count;
      bool is_arm = stmt->kind == TREE_BLOCK; /* of an if: its condition */
      *vec_push (b->flow->arena, &b->flow->claims)
        = (struct ir_claim){ .is_assert = is_assert,
                             .span
                             = is_arm ? b->tree->exprs.at[stmt->expr].span : stmt->span,
                             .position = stmt->position,
                             .text = is_assert ? stmt->text : NAME_NONE };
    }
  return *claim;
}

/* Can the index of STEP be out of bounds? */
static bool
is_open_index (const struct builder *b, const struct ir_step *step)
{
  return step->index != IR_NO_EXPR && !evaluation_is_constant (b, step->index);
}

void
data_fill (struct builder *b, uint32_t offset, struct ir_step step)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[b->data->stmt];
  bool can_fail = evaluation_can_fail (b, step.expr)
                  || evaluation_can_fail (b, step.index) || is_open_index (b, &step);
  for (uint32_t i = 0; i < step.argument_count; i++)
    can_fail |= evaluation_can_fail (b, b->flow->arguments.at[step.first_argument + i]);
  if (can_fail && !b->data->sure)
    step.wrong = data_claim (b, false);
  assert (step.slot == IR_NO_SLOT || step.slot < b->data->slots.count);
  assert ((step.claim != IR_NO_CLAIM) == (step.op == IR_ASSERT));
  ir_builder_put (&b->steps, step, offset, stmt->position);
  b->flow->has_values = true;
}

void
data_step (struct builder *b, uint32_t offset, struct ir_step step)
{
  data_fill (b, offset, step);
  ir_builder_go_on (&b->steps);
}

/* ---- Statements. ---- */

/* Create the tables for statements with data. */
static void
make_tables (struct builder *b)
{
  struct data *data = b->data;
  size_t stmts = b->tree->stmts.count + (size_t) 1;
  size_t exprs = b->tree->exprs.count + (size_t) 1;
  typing_init (&data->typing, b->model, b->tree, b->arena, b->diags);
  data->chosen = arena_alloc (b->arena, exprs * sizeof *data->chosen);
  memset (data->chosen, 0xFF, exprs * sizeof *data->chosen);
  data->asserts = arena_alloc (b->arena, stmts * sizeof *data->asserts);
  memset (data->asserts, 0xFF, stmts * sizeof *data->asserts);
  data->wrongs = arena_alloc (b->arena, stmts * sizeof *data->wrongs);
  memset (data->wrongs, 0xFF, stmts * sizeof *data->wrongs);
  data->reported = arena_calloc (b->arena, stmts, sizeof *data->reported);
}

/* Let names refer to TARGETS, which begin with use FIRST_USE. */
static void
set_names (struct builder *b, const uint32_t *targets, uint32_t first_use)
{
  assert (targets || b->tree->uses.count == 0);
  b->data->typing.targets = targets;
  b->data->typing.first_use = first_use;
  b->data->typing.locals = b->data->locals.at;
}

const struct tree_stmt *
data_begin_stmt (struct builder *b, uint32_t at)
{
  struct data *data = b->data;
  if (!data->reported)
    make_tables (b);
  set_names (b, b->text->targets, b->text->first_use);
  data->stmt = at;
  data->errors_before = b->diags->errors;
  for (uint32_t i = 0; i < 66 && data->pools_used; i++)
    data->pools[i].used = 0;
  data->pools_used = false;
  return data->reported[at] ? NULL : &b->tree->stmts.at[at];
}

void
data_end_stmt (struct builder *b)
{
  struct data *data = b->data;
  assert (b->diags->errors >= data->errors_before && data->choices.count == 0);
  if (b->diags->errors == data->errors_before)
    return;
  data->reported[data->stmt] = true;
  if (b->body->is_bound)
    diag_note (b->diags, b->body->name.span, "this happens in '%s'",
               ir_text (b->model, b->body->name));
}

/* ---- Bodies. ---- */

void
data_begin_body (struct builder *b)
{
  struct data *data = b->data;
  const struct tree *tree = b->tree;
  const struct tree_decl *decl = &tree->decls.at[b->body->decl];
  data->slots.count = data->locals.count = 0;
  for (uint32_t i = 0; i < 66 && data->pools_filled; i++)
    data->pools[i].slots.count = 0;
  data->pools_filled = false;
  for (uint32_t i = 0; i < b->text->locals; i++)
    {
      *vec_push (b->arena, &data->locals) = (struct typed_local){ .type = { false, 0 } };
      *vec_push (b->arena, &data->slots) = (struct ir_slot){ .name = NAME_NONE };
    }
  data->values = 0;
  for (uint32_t p = 0; p < decl->param_count; p++)
    {
      const struct tree_param *param = &tree->params.at[decl->first_param + p];
      if (param->kind == TREE_PARAM_VALUE)
        data_name_slot (b, data->values++,
                        (struct ir_type){ param->value.is_bool, param->value.width },
                        param->name);
    }
  data->result = IR_NO_SLOT;
  if (decl->value.width == 0)
    return;
  assert (data->values < b->text->locals);
  data->result = data->values;
  data->slots.at[data->result].type
    = (struct ir_type){ decl->value.is_bool, decl->value.width };
}

void
data_end_body (struct builder *b)
{
  struct ir *flow = b->flow;
  const struct data *data = b->data;
  struct ir_graph *body = &flow->bodies.at[flow->bodies.count - 1];
  assert (body->first_slot == flow->slots.count);
  for (uint32_t i = 0; i < data->slots.count; i++)
    *vec_push (flow->arena, &flow->slots) = data->slots.at[i];
  body->slot_count = data->slots.count;
  body->values = data->values;
  body->result = data->result;
}

/* ---- All bodies. ---- */

/* Set the predicate of EXCLUSIVE's field. */
static bool
set_predicate (struct builder *b, const struct resolved_exclusive *exclusive)
{
  const struct tree_decl *decl = &b->tree->decls.at[exclusive->decl];
  assert (decl->kind == TREE_EXCLUSIVE);
  set_names (b, exclusive->targets, exclusive->first_use);
  if (!typing_check (&b->data->typing, decl->expr, IR_BOOL, "an access predicate",
                     nowhere))
    return false;
  if (b->data->typing.facts[decl->expr].chooses)
    {
      diag_error (b->diags, "no-choice", b->tree->exprs.at[decl->expr].span,
                  "an access predicate holds or does not: there is no '*' in it");
      return false;
    }
  b->flow->exclusive[exclusive->field.index] = evaluation_over_fields (b, decl->expr);
  return true;
}

static void
set_predicates (struct builder *b)
{
  size_t fields = b->model->fields.count;
  if (b->resolved->exclusives.count == 0)
    return;
  if (!b->data->reported)
    make_tables (b);
  b->flow->exclusive = arena_alloc (b->flow->arena, fields * sizeof *b->flow->exclusive);
  memset (b->flow->exclusive, 0xFF, fields * sizeof *b->flow->exclusive);
  uint32_t wrong = NONE; /* a declaration with an error, in all objects */
  for (uint32_t i = 0; i < b->resolved->exclusives.count; i++)
    {
      const struct resolved_exclusive *exclusive = &b->resolved->exclusives.at[i];
      if (exclusive->decl != wrong && !set_predicate (b, exclusive))
        wrong = exclusive->decl;
    }
}

/* A claim, and its number before they are sorted. */
struct numbered_claim
{
  struct ir_claim claim;
  uint32_t number;
};

static int
compare_claims (const void *a, const void *b)
{
  const struct numbered_claim *x = a, *y = b;
  if (x->claim.span.begin != y->claim.span.begin)
    return x->claim.span.begin < y->claim.span.begin ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Keep the claims of nodes that were stored, in the order of the text. */
static void
sort_claims (struct builder *b)
{
  struct ir *flow = b->flow;
  uint32_t count = flow->claims.count, kept = 0;
  uint32_t *number = arena_alloc (b->arena, (count + (size_t) 1) * sizeof *number);
  struct numbered_claim *claims
    = arena_alloc (b->arena, (count + (size_t) 1) * sizeof *claims);
  memset (number, 0xFF, count * sizeof *number);
  for (uint32_t i = 0; i < flow->nodes.count; i++)
    {
      const struct ir_step *step = &flow->nodes.at[i];
      for (uint32_t k = 0; k < 2; k++)
        {
          uint32_t claim = k == 0 ? step->claim : step->wrong;
          if (claim != IR_NO_CLAIM && number[claim] == NONE)
            {
              claims[kept] = (struct numbered_claim){ flow->claims.at[claim], claim };
              number[claim] = kept++;
            }
        }
    }
  qsort (claims, kept, sizeof *claims, compare_claims);
  for (uint32_t i = 0; i < kept; i++)
    number[claims[i].number] = i;
  for (uint32_t i = 0; i < flow->nodes.count; i++)
    {
      struct ir_step *step = &flow->nodes.at[i];
      step->claim = step->claim == IR_NO_CLAIM ? step->claim : number[step->claim];
      step->wrong = step->wrong == IR_NO_CLAIM ? step->wrong : number[step->wrong];
    }
  assert (kept <= count);
  flow->claims.count = kept;
  for (uint32_t i = 0; i < kept; i++)
    flow->claims.at[i] = claims[i].claim;
}

void
data_init (struct builder *b)
{
  b->data = arena_calloc (b->arena, 1, sizeof *b->data);
}

void
data_finish (struct builder *b)
{
  set_predicates (b);
  if (b->flow->claims.count > 0)
    sort_claims (b);
  LOG (1, "data: %u expressions, %u claims", (unsigned) b->flow->exprs.count,
       (unsigned) b->flow->claims.count);
}
