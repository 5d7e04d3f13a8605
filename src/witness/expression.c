/* expression.c -- see expression.h. */
#include <config.h>

#include "witness/expression.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"

static const struct ir_expr *
find_expr (const struct expression_view *view, uint32_t expr)
{
  assert (expr < view->stage->flow->exprs.count);
  return &view->stage->flow->exprs.at[expr];
}

/* The value of the cell of a field that E names. */
static enum stage_mistake
field_value (const struct expression_view *view, const struct ir_expr *e, int64_t *value,
             int64_t *culprit)
{
  const struct stage *stage = view->stage;
  assert (e->place < stage->model->fields.count);
  uint32_t first = stage->first_cell[e->place];
  int64_t cell = 0;
  if (e->operands[0] != IR_NO_EXPR)
    {
      enum stage_mistake mistake
        = expression_value (view, e->operands[0], &cell, culprit);
      if (mistake != STAGE_FINE)
        return mistake;
    }
  *culprit = cell;
  if (cell < 0 || cell >= stage->model->fields.at[e->place].cells)
    return STAGE_INDEX;
  *value = stage->cells[first + (uint32_t) cell];
  return STAGE_FINE;
}

/* && || ?: evaluate only the operands that they need. */
static enum stage_mistake
choice_value (const struct expression_view *view, const struct ir_expr *e, int64_t *value,
              int64_t *culprit)
{
  assert (find_expr (view, e->operands[0])->type.is_bool);
  enum stage_mistake mistake = expression_value (view, e->operands[0], value, culprit);
  if (mistake != STAGE_FINE)
    return mistake;
  if (e->kind == EXPR_CONDITIONAL)
    {
      mistake = expression_value (view, e->operands[*value ? 1 : 2], value, culprit);
      *value = ir_cut (e->type, *value);
      return mistake;
    }
  if ((*value != 0) == (e->kind == EXPR_OR))
    return STAGE_FINE;
  return expression_value (view, e->operands[1], value, culprit);
}

static enum stage_mistake
operator_value (const struct expression_view *view, const struct ir_expr *e,
                int64_t *value, int64_t *culprit)
{
  int64_t operands[2] = { 0, 0 };
  assert (e->op == IR_OPERATOR && e->kind >= EXPR_NEGATE);
  bool unary
    = e->kind == EXPR_NEGATE || e->kind == EXPR_COMPLEMENT || e->kind == EXPR_NOT;
  for (uint32_t i = 0; i < (unary ? 1 : 2); i++)
    {
      enum stage_mistake mistake
        = expression_value (view, e->operands[i], &operands[i], culprit);
      if (mistake != STAGE_FINE)
        return mistake;
    }
  bool wide = find_expr (view, e->operands[0])->type.width > 32;
  if (ir_operate (e->kind, e->type, wide, operands[0], operands[1], value))
    return STAGE_FINE;
  *culprit = operands[1];
  return e->kind == EXPR_DIVIDE || e->kind == EXPR_REMAINDER ? STAGE_DIVISION
                                                             : STAGE_SHIFT;
}

enum stage_mistake
expression_value (const struct expression_view *view, uint32_t expr, int64_t *value,
                  int64_t *culprit)
{
  const struct ir_expr *e = find_expr (view, expr);
  switch (e->op)
    {
    case IR_CONSTANT: *value = e->value; return STAGE_FINE;
    case IR_SLOT:
      assert (view->frame
              && e->place
                   < view->stage->flow->bodies.at[view->frame->body.index].slot_count);
      *value = view->frame->slots[e->place];
      return STAGE_FINE;
    case IR_SELF: *value = (int64_t) view->process.index + 1; return STAGE_FINE;
    case IR_FIELD: return field_value (view, e, value, culprit);
    case IR_OPERATOR: break;
    }
  if (e->kind == EXPR_AND || e->kind == EXPR_OR || e->kind == EXPR_CONDITIONAL)
    return choice_value (view, e, value, culprit);
  return operator_value (view, e, value, culprit);
}

bool
expression_reads (const struct ir *flow, uint32_t expr)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_FIELD)
    return true;
  bool reads = false;
  for (uint32_t i = 0; i < ir_operand_count (e) && !reads; i++)
    reads = expression_reads (flow, e->operands[i]);
  return reads;
}

bool
expression_touches (const struct expression_view *view, uint32_t expr, field_id field,
                    uint32_t cell)
{
  const struct ir_expr *e = find_expr (view, expr);
  int64_t value = 0, culprit;
  if (e->op == IR_FIELD)
    {
      uint32_t index = e->operands[0];
      bool here = e->place == field.index;
      if (index == IR_NO_EXPR)
        return here;
      return expression_touches (view, index, field, cell)
             || (here && expression_value (view, index, &value, &culprit) == STAGE_FINE
                 && value == cell);
    }
  uint32_t count = ir_operand_count (e), first = 0;
  if (count == 0)
    return false;
  if (expression_touches (view, e->operands[0], field, cell))
    return true;
  if (count == 1
      || expression_value (view, e->operands[0], &value, &culprit) != STAGE_FINE)
    return false;
  if ((e->kind == EXPR_AND && !value) || (e->kind == EXPR_OR && value))
    return false;
  first = e->kind == EXPR_CONDITIONAL && !value ? 2 : 1;
  return expression_touches (view, e->operands[first], field, cell);
}

/* ---- Texts. ---- */

static void
print_number (struct ir_type type, int64_t value, FILE *file)
{
  if (type.is_bool)
    fputs (value ? "true" : "false", file);
  else
    fprintf (file, "%" PRId64, value);
}

/* The name of cell number CELL of all cells. */
static void
print_cell (const struct stage *stage, uint32_t cell, FILE *file)
{
  uint32_t field = 0;
  while (stage->first_cell[field + 1] <= cell)
    field++;
  assert (field < stage->model->fields.count);
  const struct ir_field *found = &stage->model->fields.at[field];
  text_show_name (file, ir_text (stage->model, found->name));
  if (found->is_array)
    fprintf (file, "[%u]", (unsigned) (cell - stage->first_cell[field]));
}

/* Print a local by its name, a value that was read by its cell, others by the value. */
static void
print_slot (const struct expression_view *view, const struct ir_expr *e, FILE *file)
{
  const struct stage *stage = view->stage;
  assert (view->frame);
  const struct ir_graph *body = &stage->flow->bodies.at[view->frame->body.index];
  assert (e->place < body->slot_count);
  const struct ir_slot *slot = &stage->flow->slots.at[body->first_slot + e->place];
  if (slot->name.index != NAME_NONE.index)
    text_show_name (file, names_text (stage->model->names, slot->name));
  else if (view->frame->seen[e->place] > 0)
    print_cell (stage, view->frame->seen[e->place] - 1, file);
  else
    print_number (slot->type, view->frame->slots[e->place], file);
}

/* An operand that is an operator of two or three operands is in parentheses. */
static void
print_operand (const struct expression_view *view, uint32_t expr, FILE *file)
{
  const struct ir_expr *e = find_expr (view, expr);
  bool inner = e->op == IR_OPERATOR && e->kind != EXPR_NEGATE
               && e->kind != EXPR_COMPLEMENT && e->kind != EXPR_NOT;
  fputs (inner ? "(" : "", file);
  expression_print (view, expr, file);
  fputs (inner ? ")" : "", file);
}

void
expression_print (const struct expression_view *view, uint32_t expr, FILE *file)
{
  const struct ir_expr *e = find_expr (view, expr);
  const struct ir_model *model = view->stage->model;
  switch (e->op)
    {
    case IR_CONSTANT: print_number (e->type, e->value, file); return;
    case IR_SLOT: print_slot (view, e, file); return;
    case IR_SELF: fputs ("self", file); return;
    case IR_FIELD:
      text_show_name (file, ir_text (model, model->fields.at[e->place].name));
      if (e->operands[0] == IR_NO_EXPR)
        return;
      fputc ('[', file);
      expression_print (view, e->operands[0], file);
      fputc (']', file);
      return;
    case IR_OPERATOR: break;
    }
  if (e->kind == EXPR_NEGATE || e->kind == EXPR_COMPLEMENT || e->kind == EXPR_NOT)
    {
      fputs (ir_sign (e->kind), file);
      print_operand (view, e->operands[0], file);
      return;
    }
  print_operand (view, e->operands[0], file);
  if (e->kind == EXPR_CONDITIONAL)
    {
      fputs (" ? ", file);
      print_operand (view, e->operands[1], file);
      fputs (" : ", file);
      print_operand (view, e->operands[2], file);
      return;
    }
  fprintf (file, " %s ", ir_sign (e->kind));
  print_operand (view, e->operands[1], file);
}
