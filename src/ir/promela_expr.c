/* promela_expr.c -- see promela_expr.h. */
#include <config.h>

#include "ir/promela_expr.h"

#include <inttypes.h>

static bool
is_masked (struct ir_type type)
{
  return !type.is_bool && type.width <= 8;
}

static bool
is_cut (struct ir_type type)
{
  return !type.is_bool && type.width < 32;
}

const char *
promela_type (struct ir_type type)
{
  assert (type.width > 0 && type.width <= 32);
  if (type.is_bool)
    return "bool";
  return type.width <= 8 ? "byte" : type.width <= 16 ? "short" : "int";
}

void
promela_open_value (const struct promela_scope *s, struct ir_type type)
{
  if (is_masked (type))
    fprintf (s->file, "SIGNED(%u, ", (unsigned) type.width);
}

void
promela_close_value (const struct promela_scope *s, struct ir_type type)
{
  if (is_masked (type))
    fputc (')', s->file);
}

void
promela_open_store (const struct promela_scope *s, struct ir_type type)
{
  if (is_cut (type))
    fprintf (s->file, is_masked (type) ? "BITS(%u, " : "CUT(%u, ", (unsigned) type.width);
}

void
promela_close_store (const struct promela_scope *s, struct ir_type type)
{
  if (is_cut (type))
    fputc (')', s->file);
}

void
promela_put_cell (const struct promela_scope *s, uint32_t field, uint32_t index)
{
  assert (field < s->flow->model->fields.count);
  fprintf (s->file, "F%" PRIu32, field);
  if (s->flow->model->fields.at[field].is_array)
    {
      fputc ('[', s->file);
      if (index == IR_NO_EXPR)
        fputc ('0', s->file);
      else
        promela_put_expr (s, index);
      fputc (']', s->file);
    }
}

static void
put_operator (const struct promela_scope *s, const struct ir_expr *e)
{
  fputc ('(', s->file);
  if (e->kind == EXPR_CONDITIONAL)
    {
      promela_put_expr (s, e->operands[0]);
      fputs (" -> ", s->file);
      promela_put_expr (s, e->operands[1]);
      fputs (" : ", s->file);
      promela_put_expr (s, e->operands[2]);
    }
  else if (e->operands[1] == IR_NO_EXPR)
    {
      fputs (ir_sign (e->kind), s->file);
      promela_put_expr (s, e->operands[0]);
    }
  else
    {
      promela_put_expr (s, e->operands[0]);
      fprintf (s->file, " %s ", ir_sign (e->kind));
      promela_put_expr (s, e->operands[1]);
    }
  fputc (')', s->file);
}

void
promela_put_expr (const struct promela_scope *s, uint32_t expr)
{
  const struct ir_expr *e = &s->flow->exprs.at[expr];
  switch (e->op)
    {
    case IR_CONSTANT:
      /* The least number has no literal. */
      if (e->value == INT32_MIN)
        fputs ("(-2147483647 - 1)", s->file);
      else
        fprintf (s->file, e->value < 0 ? "(%" PRId64 ")" : "%" PRId64, e->value);
      break;
    case IR_SLOT:
      {
        uint32_t reg = inlined_register (s->in, s->frame, e->place);
        assert (reg != INLINED_NONE);
        promela_open_value (s, s->in->registers.at[reg]);
        fprintf (s->file, "r%" PRIu32, reg);
        promela_close_value (s, s->in->registers.at[reg]);
        break;
      }
    case IR_SELF: fputs ("SELF", s->file); break;
    case IR_FIELD:
      promela_open_value (s, s->flow->model->fields.at[e->place].type);
      promela_put_cell (s, e->place, e->operands[0]);
      promela_close_value (s, s->flow->model->fields.at[e->place].type);
      break;
    case IR_OPERATOR: put_operator (s, e); break;
    }
}

static bool
divides (enum ir_expr_kind kind)
{
  return kind == EXPR_DIVIDE || kind == EXPR_REMAINDER;
}

static bool
shifts (enum ir_expr_kind kind)
{
  return kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
}

bool
promela_can_fail (const struct ir *flow, uint32_t expr)
{
  assert (expr == IR_NO_EXPR || expr < flow->exprs.count);
  if (expr == IR_NO_EXPR)
    return false;
  const struct ir_expr *e = &flow->exprs.at[expr];
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    if (promela_can_fail (flow, e->operands[i]))
      return true;
  return (e->op == IR_OPERATOR && (divides (e->kind) || shifts (e->kind)))
         || (e->op == IR_FIELD && e->operands[0] != IR_NO_EXPR);
}

/* Write the condition under which operand I of E goes wrong, or `false'. */
static void
put_operand_failure (const struct promela_scope *s, const struct ir_expr *e, uint32_t i)
{
  assert (i < ir_operand_count (e));
  if (promela_can_fail (s->flow, e->operands[i]))
    promela_put_failure (s, e->operands[i]);
  else
    fputs ("false", s->file);
}

void
promela_put_failure (const struct promela_scope *s, uint32_t expr)
{
  const struct ir_expr *e = &s->flow->exprs.at[expr];
  assert (promela_can_fail (s->flow, expr));
  fputc ('(', s->file);
  put_operand_failure (s, e, 0);
  if (e->op == IR_FIELD)
    {
      fputs (" || OUTSIDE(", s->file);
      promela_put_expr (s, e->operands[0]);
      fprintf (s->file, ", %" PRIu32 ")", s->flow->model->fields.at[e->place].cells);
    }
  else if (e->kind == EXPR_AND || e->kind == EXPR_OR)
    {
      fprintf (s->file, " || (%s", e->kind == EXPR_OR ? "!" : "");
      promela_put_expr (s, e->operands[0]);
      fputs (" && ", s->file);
      put_operand_failure (s, e, 1);
      fputc (')', s->file);
    }
  else if (e->kind == EXPR_CONDITIONAL)
    {
      fputs (" || (", s->file);
      promela_put_expr (s, e->operands[0]);
      fputs (" -> ", s->file);
      put_operand_failure (s, e, 1);
      fputs (" : ", s->file);
      put_operand_failure (s, e, 2);
      fputc (')', s->file);
    }
  else if (e->operands[1] != IR_NO_EXPR)
    {
      fputs (" || ", s->file);
      put_operand_failure (s, e, 1);
      if (divides (e->kind) || shifts (e->kind))
        {
          fputs (divides (e->kind) ? " || 0 == " : " || OUTSIDE(", s->file);
          promela_put_expr (s, e->operands[1]);
          fputs (shifts (e->kind) ? ", 32)" : "", s->file);
        }
    }
  fputc (')', s->file);
}

bool
promela_is_narrow (const struct ir *flow, uint32_t expr)
{
  assert (expr < flow->exprs.count);
  if (expr == IR_NO_EXPR)
    return true;
  const struct ir_expr *e = &flow->exprs.at[expr];
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    if (!promela_is_narrow (flow, e->operands[i]))
      return false;
  return e->type.width <= 32
         && (e->op != IR_CONSTANT || (e->value >= INT32_MIN && e->value <= INT32_MAX));
}
