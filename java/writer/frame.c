/* frame.c -- see frame.h. */
#include <config.h>

#include "java/writer/frame.h"

#include <assert.h>

#include "java/interpreter/machine.h"

#define WIDE_TYPE ((struct ir_type){ false, 64 })

struct ir_type
frame_type_of (const struct extraction *x, uint32_t location)
{
  static const struct
  {
    char kind;
    uint8_t width;
  } widths[]
    = { { 'Z', 2 }, { 'L', 2 }, { 'B', 8 }, { 'S', 16 }, { 'C', 17 }, { 'J', 64 } };
  char kind = slice_kind (x, location);
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    if (widths[i].kind == kind)
      return (struct ir_type){ false, widths[i].width };
  assert (kind == 'I');
  return IR_INT;
}

void
frame_begin (struct frame *f, const struct slice *slice, uint32_t instance, struct ir *ir)
{
  assert (instance == FRAME_OF_PROCESS || instance < slice->x->instances.count);
  *f = (struct frame){
    .slice = slice, .ir = ir, .arena = &slice->x->run_arena, .instance = instance
  };
  pairmap_init (&f->slot_of, f->arena);
  if (instance == FRAME_OF_PROCESS)
    return;
  slice_parameters (slice, instance, f->arena, &f->parameters);
  for (uint32_t i = 0; i < f->parameters.list.count; i++)
    frame_slot (f, f->parameters.list.at[i].slot);
  f->has_result = slice_has_result (slice, instance);
  if (f->has_result)
    {
      const struct instance *at = &slice->x->instances.at[instance];
      frame_slot (f, valuation_result_slot (at->code, at->signature->result.kind));
    }
  assert (f->slots.count == f->parameters.list.count + f->has_result);
}

uint32_t
frame_new_slot (struct frame *f, struct ir_type type)
{
  *vec_push (f->arena, &f->slots) = type;
  return f->slots.count - 1;
}

uint32_t
frame_slot (struct frame *f, uint32_t slot)
{
  assert (f->instance != FRAME_OF_PROCESS
          && slice_has_slot (f->slice, f->instance, slot));
  uint32_t *number = pairmap_at (&f->slot_of, slot, 0);
  if (*number == PAIRMAP_FREE)
    *number = frame_new_slot (f, slot & SLOT_IS_WIDE ? WIDE_TYPE : IR_INT);
  return *number;
}

static uint32_t
add_expression (struct frame *f, struct ir_expr e, uint32_t first, uint32_t second)
{
  assert (first == IR_NO_EXPR || first < f->ir->exprs.count);
  assert (second == IR_NO_EXPR || second < f->ir->exprs.count);
  e.operands[0] = first;
  e.operands[1] = second;
  e.operands[2] = IR_NO_EXPR;
  *vec_push (f->ir->arena, &f->ir->exprs) = e;
  f->ir->has_values = true;
  return f->ir->exprs.count - 1;
}

uint32_t
frame_read (struct frame *f, uint32_t slot)
{
  assert (slot < f->slots.count);
  return add_expression (
    f, (struct ir_expr){ .op = IR_SLOT, .type = f->slots.at[slot], .place = slot },
    IR_NO_EXPR, IR_NO_EXPR);
}

static enum ir_expr_kind
kind_of (enum formula_op op)
{
  static const enum ir_expr_kind kinds[] = {
    [FORMULA_NEGATE] = EXPR_NEGATE,
    [FORMULA_ADD] = EXPR_ADD,
    [FORMULA_SUBTRACT] = EXPR_SUBTRACT,
    [FORMULA_MULTIPLY] = EXPR_MULTIPLY,
    [FORMULA_DIVIDE] = EXPR_DIVIDE,
    [FORMULA_REMAINDER] = EXPR_REMAINDER,
    [FORMULA_SHIFT_LEFT] = EXPR_SHIFT_LEFT,
    [FORMULA_SHIFT_RIGHT] = EXPR_SHIFT_RIGHT,
    [FORMULA_AND] = EXPR_BIT_AND,
    [FORMULA_OR] = EXPR_BIT_OR,
    [FORMULA_XOR] = EXPR_BIT_XOR,
    [FORMULA_EQUAL] = EXPR_EQUAL,
    [FORMULA_NOT_EQUAL] = EXPR_NOT_EQUAL,
    [FORMULA_LESS] = EXPR_LESS,
    [FORMULA_LESS_EQUAL] = EXPR_LESS_EQUAL,
    [FORMULA_GREATER] = EXPR_GREATER,
    [FORMULA_GREATER_EQUAL] = EXPR_GREATER_EQUAL,
  };
  assert (op >= FORMULA_NEGATE && op != FORMULA_COMPARE);
  return kinds[op];
}

uint32_t
frame_expression (struct frame *f, uint32_t number)
{
  const struct formula *at = formula_at (&f->slice->x->formulas, number);
  struct ir_type type = at->wide ? WIDE_TYPE : IR_INT;
  assert (at->op != FORMULA_ANY);
  if (at->op == FORMULA_SLOT)
    return frame_read (f, frame_slot (f, at->a));
  if (at->op == FORMULA_CONSTANT)
    return add_expression (
      f, (struct ir_expr){ .op = IR_CONSTANT, .type = type, .value = at->value },
      IR_NO_EXPR, IR_NO_EXPR);
  if (at->op == FORMULA_THREAD)
    return add_expression (f, (struct ir_expr){ .op = IR_SELF, .type = IR_INT },
                           IR_NO_EXPR, IR_NO_EXPR);
  assert (!formula_is_leaf (at));
  uint32_t first = frame_expression (f, at->a);
  uint32_t second = at->b == FORMULA_NONE ? IR_NO_EXPR : frame_expression (f, at->b);
  return add_expression (
    f,
    (struct ir_expr){ .op = IR_OPERATOR,
                      .kind = kind_of (at->op),
                      .type = at->op >= FORMULA_EQUAL ? IR_BOOL : type },
    first, second);
}

void
frame_end (struct frame *f)
{
  struct ir *ir = f->ir;
  assert (ir->bodies.count > 0);
  struct ir_graph *body = &ir->bodies.at[ir->bodies.count - 1];
  assert (body->first_slot == ir->slots.count);
  for (uint32_t i = 0; i < f->slots.count; i++)
    *vec_push (ir->arena, &ir->slots)
      = (struct ir_slot){ .type = f->slots.at[i], .name = NAME_NONE };
  body->slot_count = f->slots.count;
  body->values = f->parameters.list.count;
  body->result = f->has_result ? body->values : IR_NO_SLOT;
  assert (body->values + f->has_result <= body->slot_count);
}
