/* data_stmt.c -- statements with data: assignments, accesses, assume, assert, calls,
   returns, conditions; see data.h. */
#include <config.h>

#include <assert.h>

#include "eml/data.h"

static const struct span nowhere;

/* "'count'" */
static const char *
quoted (struct builder *b, uint32_t use)
{
  return arena_format (b->arena, "'%s'", ir_text (b->model, b->tree->uses.at[use]));
}

/* Where the thing that use number USE names is declared. */
static struct span
declared_at (const struct builder *b, uint32_t use)
{
  if (resolved_is_local (b->text, use))
    return b->data->locals.at[resolved_slot (b->text, use)].name.span;
  field_id field = resolved_field (b->model, b->text, use);
  assert (b->model->fields.at[field.index].decl < b->tree->decls.count);
  return b->tree->decls.at[b->model->fields.at[field.index].decl].name.span;
}

/* A place that is written: a local or a cell. */
struct place
{
  struct ir_type type;
  uint32_t slot; /* IR_NO_SLOT: it is a cell */
  field_id field;
  uint32_t index; /* an expression of the flow */
};

/* Check use number USE with INDEX, as something that is read or written. */
static bool
check_place (struct builder *b, uint32_t use, uint32_t index, struct span span,
             struct place *place)
{
  struct typing *t = &b->data->typing;
  *place = (struct place){ .slot = IR_NO_SLOT, .index = IR_NO_EXPR };
  if (index != TREE_NO_EXPR && !typing_check (t, index, IR_INT, "an index", nowhere))
    return false;
  if (!typing_check_place (t, use, index, span, &place->type))
    return false;
  if (resolved_is_local (b->text, use))
    place->slot = resolved_slot (b->text, use);
  else
    place->field = resolved_field (b->model, b->text, use);
  return true;
}

/* Draft the write of VALUE to the cell of PLACE. */
static void
write_cell (struct builder *b, const struct place *place, uint32_t offset, uint32_t value)
{
  struct ir_step step = data_new (IR_WRITE);
  assert (place->slot == IR_NO_SLOT && value != IR_NO_EXPR);
  assert (b->model->fields.at[place->field.index].is_array
          == (place->index != IR_NO_EXPR));
  step.index = place->index;
  step.expr = value;
  step.object.field = place->field;
  data_step (b, offset, step);
}

/* Check the type of e in `x += e' or `a[i] += e'. */
static bool
check_update (struct builder *b, const struct tree_stmt *stmt, const struct place *place)
{
  enum ir_expr_kind kind = stmt->operation;
  assert (kind >= EXPR_MULTIPLY && kind <= EXPR_BIT_OR && place->type.width > 0);
  bool takes_bools = kind == EXPR_BIT_AND || kind == EXPR_BIT_XOR || kind == EXPR_BIT_OR;
  if (!place->type.is_bool || takes_bools)
    return typing_check (&b->data->typing, stmt->expr, place->type,
                         quoted (b, stmt->first_name), declared_at (b, stmt->first_name));
  diag_error (b->diags, "wrong-type", stmt->span,
              "'%s=' wants a number, but %s is a bool", ir_sign (kind),
              quoted (b, stmt->first_name));
  diag_note (b->diags, declared_at (b, stmt->first_name), "%s is declared here",
             quoted (b, stmt->first_name));
  return false;
}

static void
draft_update (struct builder *b, const struct tree_stmt *stmt, struct place *place)
{
  const struct typed *fact = &b->data->typing.facts[stmt->expr];
  struct ir_type type
    = place->type.is_bool ? IR_BOOL : ir_type_of_arithmetic (place->type, fact->type);
  uint32_t old = place->slot;
  assert (fact->type.is_bool == place->type.is_bool);
  if (old == IR_NO_SLOT)
    {
      struct ir_step step = data_new (IR_READ);
      step.slot = old = data_new_temporary (b, place->type);
      step.index = place->index;
      step.object.field = place->field;
      data_step (b, stmt->span.begin, step);
    }
  uint32_t left = evaluation_slot (b, old);
  uint32_t right = evaluation_value (b, stmt->expr);
  uint32_t value = evaluation_operator (b, stmt->operation, type, left, right);
  if (place->slot == IR_NO_SLOT)
    {
      /* The index was checked at the read. */
      b->data->sure = !evaluation_can_fail (b, value);
      write_cell (b, place, stmt->span.begin, value);
      b->data->sure = false;
    }
  else
    {
      struct ir_step step = data_new (IR_SET);
      step.slot = place->slot;
      step.expr = value;
      data_step (b, stmt->span.begin, step);
    }
}

static void
draft_assign (struct builder *b, const struct tree_stmt *stmt)
{
  struct place place;
  bool is_update = stmt->operation != EXPR_NUMBER;
  assert (stmt->kind == TREE_ASSIGN && stmt->expr != TREE_NO_EXPR);
  struct ir_name name = b->tree->uses.at[stmt->first_name];
  if (!check_place (b, stmt->first_name, stmt->index, name.span, &place))
    return;
  if (is_update
        ? !check_update (b, stmt, &place)
        : !typing_check (&b->data->typing, stmt->expr, place.type,
                         quoted (b, stmt->first_name), declared_at (b, stmt->first_name)))
    return;
  if (stmt->index != TREE_NO_EXPR)
    place.index = evaluation_settle (b, evaluation_value (b, stmt->index), true);
  if (is_update)
    draft_update (b, stmt, &place);
  else if (place.slot != IR_NO_SLOT)
    evaluation_into (b, stmt->expr, place.slot);
  else
    {
      uint32_t value = evaluation_value (b, stmt->expr);
      write_cell (b, &place, stmt->span.begin, value);
    }
}

static void
draft_declare (struct builder *b, const struct tree_stmt *stmt)
{
  struct ir_name name = b->tree->uses.at[stmt->first_name];
  uint32_t slot = resolved_slot (b->text, stmt->first_name);
  struct ir_type type = b->data->slots.at[slot].type;
  assert (stmt->kind == TREE_DECLARE && type.width > 0);
  if (stmt->expr == TREE_NO_EXPR)
    {
      struct ir_step step = data_new (IR_SET);
      step.slot = slot;
      step.expr = evaluation_constant (b, type, 0);
      data_step (b, stmt->span.begin, step);
    }
  else if (typing_check (&b->data->typing, stmt->expr, type, quoted (b, stmt->first_name),
                         name.span))
    evaluation_into (b, stmt->expr, slot);
}

/* An index of any cell of an array of COUNT cells.  Its slot is just wide enough, so that
   few values are tried in vain. */
static uint32_t
choose_index (struct builder *b, uint32_t count, uint32_t offset)
{
  assert (count > 0);
  uint8_t width = 0;
  while (((uint64_t) 1 << width) < count)
    width++;
  if (width == 0)
    return evaluation_constant (b, IR_INT, 0);
  struct ir_step any = data_new (IR_ANY), assume = data_new (IR_ASSUME);
  any.slot = data_new_temporary (b, (struct ir_type){ false, width });
  data_step (b, offset, any);
  uint32_t least = evaluation_constant (b, IR_INT, (int64_t) 1 << (width - 1));
  uint32_t index
    = evaluation_operator (b, EXPR_ADD, IR_INT, evaluation_slot (b, any.slot), least);
  if (((uint64_t) 1 << width) > count)
    {
      assume.expr = evaluation_operator (b, EXPR_LESS, IR_BOOL, index,
                                         evaluation_constant (b, IR_INT, count));
      data_step (b, offset, assume);
    }
  return index;
}

/* Draft `read f' or `write a[i]' of a field with values. */
static void
draft_access (struct builder *b, const struct tree_stmt *stmt)
{
  bool is_read = stmt->kind == TREE_READ;
  uint32_t offset = stmt->span.begin;
  assert (is_read || stmt->kind == TREE_WRITE);
  field_id field = resolved_field (b->model, b->text, stmt->first_name);
  const struct ir_field *f = &b->model->fields.at[field.index];
  struct place place = { f->type, IR_NO_SLOT, field, IR_NO_EXPR };
  bool any_cell = f->is_array && stmt->index == TREE_NO_EXPR;
  if (any_cell)
    place.index = choose_index (b, f->cells, offset);
  else if (!check_place (b, stmt->first_name, stmt->index,
                         b->tree->uses.at[stmt->first_name].span, &place))
    return;
  if (stmt->index != TREE_NO_EXPR)
    place.index = evaluation_settle (b, evaluation_value (b, stmt->index), !is_read);
  b->data->sure = any_cell;
  struct ir_step step = data_new (is_read ? IR_READ : IR_ANY);
  if (is_read)
    {
      step.index = place.index;
      step.object.field = field;
      data_step (b, offset, step);
    }
  else
    {
      step.slot = data_new_temporary (b, f->type);
      data_step (b, offset, step);
      write_cell (b, &place, offset, evaluation_slot (b, step.slot));
    }
  b->data->sure = false;
}

/* Warn if the condition of STMT is a constant. */
static void
warn_constant (struct builder *b, const struct tree_stmt *stmt)
{
  const struct tree_expr *expr = &b->tree->exprs.at[stmt->expr];
  const struct typed *fact = &b->data->typing.facts[stmt->expr];
  bool is_idiom = stmt->kind == TREE_WHILE && expr->kind == EXPR_BOOL && fact->value;
  if (fact->constant && !is_idiom && !b->warned[b->body->decl])
    diag_warning (b->diags, "constant-condition", expr->span, "this condition always %s",
                  fact->value ? "holds" : "fails");
}

static void
draft_assume (struct builder *b, const struct tree_stmt *stmt)
{
  if (!typing_check (&b->data->typing, stmt->expr, IR_BOOL, "a condition", nowhere))
    return;
  warn_constant (b, stmt);
  struct ir_step step = data_new (IR_ASSUME);
  step.expr = evaluation_over_fields (b, stmt->expr);
  data_step (b, stmt->span.begin, step);
  assert (b->data->choices.count == 0 || b->data->typing.facts[stmt->expr].chooses);
  b->steps.atomic++;
  b->steps.of_assume = b->data->sure = true;
  evaluation_touch (b, stmt->expr);
  b->steps.of_assume = b->data->sure = false;
  b->steps.atomic--;
  while (b->data->choices.count > 0)
    b->data->chosen[b->data->choices.at[--b->data->choices.count]] = NONE;
}

static void
draft_assert (struct builder *b, const struct tree_stmt *stmt)
{
  if (!typing_check (&b->data->typing, stmt->expr, IR_BOOL, "a condition", nowhere))
    return;
  struct ir_step step = data_new (IR_ASSERT);
  step.expr = evaluation_value (b, stmt->expr);
  step.claim = data_claim (b, true);
  data_step (b, stmt->span.begin, step);
}

/* ---- Calls and returns. ---- */

/* Draft the arguments that are values, as expressions in the table of the flow. */
static bool
draft_arguments (struct builder *b, const struct tree_stmt *stmt,
                 const struct tree_decl *callee, struct ir_step *step)
{
  const struct tree *tree = b->tree;
  const char *name = ir_text (b->model, callee->name);
  bool fine = true;
  assert (stmt->name_count == callee->param_count + 1);
  uint32_t last = 0; /* the last argument with steps, plus 1 */
  for (uint32_t p = 0; p < callee->param_count; p++)
    {
      const struct tree_param *param = &tree->params.at[callee->first_param + p];
      uint32_t argument = tree->arguments.at[stmt->first_argument + p];
      if (param->kind != TREE_PARAM_VALUE)
        continue;
      const char *why = arena_format (b->arena, "parameter '%s' of '%s'",
                                      ir_text (b->model, param->name), name);
      fine &= typing_check (&b->data->typing, argument,
                            (struct ir_type){ param->value.is_bool, param->value.width },
                            why, param->name.span);
      if (fine && evaluation_has_steps (b, argument))
        last = p + 1;
    }
  step->first_argument = b->flow->arguments.count;
  for (uint32_t p = 0; p < callee->param_count && fine; p++)
    if (tree->params.at[callee->first_param + p].kind == TREE_PARAM_VALUE)
      {
        uint32_t argument = tree->arguments.at[stmt->first_argument + p];
        uint32_t value
          = evaluation_settle (b, evaluation_value (b, argument), p + 1 < last);
        *vec_push (b->flow->arena, &b->flow->arguments) = value;
        step->argument_count++;
      }
  return fine;
}

/* Check that CALLEE has a result, and that its type fits the target. */
static bool
check_result (struct builder *b, const struct tree_expr *result,
              const struct tree_decl *callee, const struct place *place)
{
  const char *name = ir_text (b->model, callee->name);
  assert (result->kind == EXPR_NAME || result->kind == EXPR_ELEMENT);
  struct ir_type type = { callee->value.is_bool, callee->value.width };
  if (type.width == 0)
    {
      diag_error (b->diags, "no-result", result->span,
                  "procedure '%s' has no result that could be assigned", name);
      diag_note (b->diags, callee->name.span,
                 "with one, it is declared as 'proc %s(...) : int'", name);
    }
  else if (type.is_bool != place->type.is_bool)
    {
      diag_error (b->diags, "wrong-type", result->span,
                  "%s is %s, but the result of '%s' is %s", quoted (b, result->use),
                  ir_type_text (b->model->arena, place->type, true), name,
                  ir_type_text (b->model->arena, type, true));
      diag_note (b->diags, declared_at (b, result->use), "%s is declared here",
                 quoted (b, result->use));
      diag_note (b->diags, callee->value.span, "the type of the result is here");
    }
  else
    return true;
  return false;
}

static void
draft_call (struct builder *b, const struct tree_stmt *stmt,
            const struct tree_decl *callee)
{
  assert (stmt->kind == TREE_CALL && callee->kind == TREE_PROC);
  struct ir_step step = data_new (IR_CALL);
  struct place place = { .slot = IR_NO_SLOT };
  bool has_result = stmt->result != TREE_NO_EXPR;
  if (has_result)
    {
      const struct tree_expr *result = &b->tree->exprs.at[stmt->result];
      if (!check_place (b, result->use, result->operands[0], result->span, &place)
          || !check_result (b, result, callee, &place))
        return;
      if (result->operands[0] != TREE_NO_EXPR)
        place.index
          = evaluation_settle (b, evaluation_value (b, result->operands[0]), true);
      step.slot = place.slot != IR_NO_SLOT
                    ? place.slot
                    : data_new_temporary (
                      b, (struct ir_type){ callee->value.is_bool, callee->value.width });
    }
  if (!draft_arguments (b, stmt, callee, &step))
    return;
  body_id body = resolved_body (b->model, b->text, stmt->first_name);
  step.object.callee = body;
  data_step (b, stmt->span.begin, step);
  if (has_result && place.slot == IR_NO_SLOT)
    write_cell (b, &place, stmt->span.begin, evaluation_slot (b, step.slot));
}

static void
draft_return (struct builder *b, const struct tree_stmt *stmt)
{
  const struct tree_decl *decl = &b->tree->decls.at[b->body->decl];
  const char *name = ir_text (b->model, decl->name);
  struct ir_type type = { decl->value.is_bool, decl->value.width };
  assert (stmt->kind == TREE_RETURN
          && (type.width > 0) == (b->data->result != IR_NO_SLOT));
  if (type.width == 0)
    diag_error (b->diags, "no-result", stmt->span,
                b->body->is_process ? "process '%s' has no result: write 'return;'"
                                    : "procedure '%s' has no result: write 'return;', or "
                                      "declare it with ': int' or ': bool'",
                name);
  else if (stmt->expr == TREE_NO_EXPR)
    {
      diag_error (b->diags, "no-result", stmt->span,
                  "procedure '%s' has a result: write 'return VALUE;'", name);
      diag_note (b->diags, decl->value.span, "the type of the result is here");
    }
  else if (typing_check (&b->data->typing, stmt->expr, type,
                         arena_format (b->arena, "the result of '%s'", name),
                         decl->value.span))
    evaluation_into (b, stmt->expr, b->data->result);
}

void
data_return (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  if (stmt->expr == TREE_NO_EXPR && b->data->result == IR_NO_SLOT)
    return;
  if (data_begin_stmt (b, at))
    draft_return (b, stmt);
  data_end_stmt (b);
}

uint32_t
data_fall_off (struct builder *b)
{
  const struct data *data = b->data;
  uint32_t node = b->steps.current;
  if (data->result == IR_NO_SLOT)
    return NONE;
  struct ir_step step = data_new (IR_SET);
  step.slot = data->result;
  step.expr = evaluation_constant (b, data->slots.at[data->result].type, 0);
  ir_builder_put (&b->steps, step, b->body->close, NAME_NONE);
  b->flow->has_values = true;
  ir_builder_go_on (&b->steps);
  return node;
}

/* ---- The interface. ---- */

/* The procedure that STMT calls, if it has value parameters or a result that is used;
   else null. */
static const struct tree_decl *
callee_with_values (const struct builder *b, const struct tree_stmt *stmt)
{
  body_id body = resolved_body (b->model, b->text, stmt->first_name);
  const struct tree_decl *callee
    = &b->tree->decls.at[b->model->bodies.at[body.index].decl];
  bool has_values = stmt->result != TREE_NO_EXPR;
  for (uint32_t p = 0; p < callee->param_count; p++)
    has_values |= b->tree->params.at[callee->first_param + p].kind == TREE_PARAM_VALUE;
  return has_values ? callee : NULL;
}

static bool
is_access_of_values (const struct builder *b, const struct tree_stmt *stmt)
{
  field_id field = resolved_field (b->model, b->text, stmt->first_name);
  return b->model->fields.at[field.index].type.width > 0 || stmt->index != TREE_NO_EXPR;
}

bool
data_draft (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  const struct tree_decl *callee = NULL;
  enum tree_kind kind = stmt->kind;
  if (kind == TREE_CALL)
    callee = callee_with_values (b, stmt);
  bool has_data = kind == TREE_CALL ? callee != NULL
                  : kind == TREE_READ || kind == TREE_WRITE
                    ? is_access_of_values (b, stmt)
                    : kind >= TREE_ASSIGN && kind <= TREE_ASSERT;
  if (!has_data)
    return false;
  if (kind == TREE_DECLARE) /* even if its value is wrong */
    data_name_slot (b, resolved_slot (b->text, stmt->first_name),
                    (struct ir_type){ stmt->type.is_bool, stmt->type.width },
                    b->tree->uses.at[stmt->first_name]);
  if (!data_begin_stmt (b, at))
    ;
  else if (kind == TREE_CALL)
    draft_call (b, stmt, callee);
  else if (kind == TREE_ASSIGN)
    draft_assign (b, stmt);
  else if (kind == TREE_DECLARE)
    draft_declare (b, stmt);
  else if (kind == TREE_ASSUME)
    draft_assume (b, stmt);
  else if (kind == TREE_ASSERT)
    draft_assert (b, stmt);
  else
    draft_access (b, stmt);
  data_end_stmt (b);
  return true;
}

bool
data_is_inert (const struct builder *b, uint32_t first)
{
  for (uint32_t i = first; i < b->steps.drafts.count; i++)
    {
      const struct ir_draft *draft = &b->steps.drafts.at[i];
      enum ir_op op = draft->node.op;
      bool skips = op == IR_SKIP && draft->first_edge == draft->last_edge;
      if (draft->alias == i && !skips && op != IR_TEST && op != IR_READ)
        return false;
    }
  return true;
}

void
data_condition (struct builder *b, uint32_t at, uint32_t yes, uint32_t no)
{
  const struct tree_stmt *stmt = data_begin_stmt (b, at);
  assert (b->tree->stmts.at[at].expr != TREE_NO_EXPR);
  if (stmt
      && typing_check (&b->data->typing, stmt->expr, IR_BOOL, "a condition", nowhere))
    {
      warn_constant (b, stmt);
      evaluation_branch (b, stmt->expr, yes, no);
    }
  else
    { /* so that both ways are checked */
      ir_builder_fill (&b->steps, IR_SKIP, b->tree->stmts.at[at].span.begin, NAME_NONE);
      ir_builder_add_edge (&b->steps, b->steps.current, yes);
      ir_builder_add_edge (&b->steps, b->steps.current, no);
    }
  data_end_stmt (b);
}
