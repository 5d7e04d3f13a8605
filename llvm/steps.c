/* steps.c -- see translation.h: steps, and where they come from. */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>

void
steps_at (struct translation *t, LLVMValueRef instruction)
{
  assert (instruction);
  t->at = instruction;
  t->offset = positions_find (t->positions, instruction).begin;
  const char *line = positions_line (t->p, instruction);
  t->position = line ? ir_name_of (t->model, line) : NAME_NONE;
}

void
step (struct translation *t, struct ir_step step)
{
  ir_builder_put (&t->b, step, t->offset, t->position);
  ir_builder_go_on (&t->b);
}

struct ir_step
step_of (enum ir_op op)
{
  struct ir_step step = IR_STEP_NONE;
  step.op = op;
  return step;
}

uint32_t
step_claim (struct translation *t, bool is_assert)
{
  assert (t->at);
  struct span span = positions_find (t->positions, t->at);
  for (uint32_t i = 0; i < t->ir->claims.count; i++)
    if (t->ir->claims.at[i].span.begin == span.begin
        && t->ir->claims.at[i].is_assert == is_assert)
      return i;
  *vec_push (t->arena, &t->ir->claims) = (struct ir_claim){
    .is_assert = is_assert, .span = span, .position = t->position, .text = NAME_NONE
  };
  return t->ir->claims.count - 1;
}

/* Can an access at INDEX be outside of FIELD? */
static uint32_t
wrong_index (struct translation *t, field_id field, uint32_t index)
{
  assert (field.index < t->model->fields.count);
  int64_t number;
  if (index == IR_NO_EXPR
      || (expr_is_constant (t, index, &number) && number >= 0
          && (uint64_t) number < t->model->fields.at[field.index].cells))
    return IR_NO_CLAIM;
  return step_claim (t, false);
}

/* Only a field with values has cells. */
static uint32_t
cell_of (struct translation *t, field_id field, uint32_t index)
{
  assert (field.index < t->model->fields.count);
  return t->model->fields.at[field.index].type.width > 0 ? index : IR_NO_EXPR;
}

void
step_read (struct translation *t, field_id field, uint32_t index, uint32_t slot)
{
  assert (slot == IR_NO_SLOT || slot < t->slots.count);
  struct ir_step read = step_of (IR_READ);
  read.object.field = field;
  read.index = cell_of (t, field, index);
  read.slot = slot;
  read.wrong = wrong_index (t, field, read.index);
  step (t, read);
}

void
step_write (struct translation *t, field_id field, uint32_t index, uint32_t expr)
{
  assert (expr == IR_NO_EXPR || expr < t->ir->exprs.count);
  struct ir_step write = step_of (IR_WRITE);
  write.object.field = field;
  write.index = cell_of (t, field, index);
  write.expr = t->model->fields.at[field.index].type.width > 0 ? expr : IR_NO_EXPR;
  write.wrong = wrong_index (t, field, write.index);
  if (write.wrong == IR_NO_CLAIM && write.expr != IR_NO_EXPR
      && expr_may_fail (t, write.expr))
    write.wrong = step_claim (t, false);
  step (t, write);
}

void
step_set (struct translation *t, uint32_t slot, uint32_t expr)
{
  assert (slot < t->slots.count && expr < t->ir->exprs.count);
  struct ir_step set = step_of (IR_SET);
  set.slot = slot;
  set.expr = expr;
  if (expr_may_fail (t, expr))
    set.wrong = step_claim (t, false);
  step (t, set);
}

void
step_any (struct translation *t, uint32_t slot)
{
  assert (slot < t->slots.count);
  struct ir_step any = step_of (IR_ANY);
  any.slot = slot;
  step (t, any);
}

uint32_t
step_test (struct translation *t, uint32_t condition)
{
  assert (expr_type (t, condition).is_bool);
  struct ir_step test = step_of (IR_TEST);
  test.expr = condition;
  if (expr_may_fail (t, condition))
    test.wrong = step_claim (t, false);
  ir_builder_put (&t->b, test, t->offset, t->position);
  uint32_t from = t->b.current;
  ir_builder_go_on (&t->b);
  uint32_t otherwise = ir_builder_new_step (&t->b);
  ir_builder_add_edge (&t->b, from, otherwise);
  return otherwise;
}

void
step_assume (struct translation *t, uint32_t condition, field_id field, uint32_t index)
{
  assert (expr_type (t, condition).is_bool);
  assert (t->b.atomic > 0);
  struct ir_step assume = step_of (IR_ASSUME);
  assume.expr = condition;
  assume.wrong = wrong_index (t, field, index);
  step (t, assume);
  step_read (t, field, index, IR_NO_SLOT);
}

void
step_stop (struct translation *t)
{
  uint32_t here = t->b.current;
  ir_builder_put (&t->b, step_of (IR_SKIP), t->offset, t->position);
  ir_builder_add_edge (&t->b, here, here);
  ir_builder_go_nowhere (&t->b);
}

void
step_wrong (struct translation *t)
{
  uint32_t slot = new_slot (t, IR_INT);
  uint32_t zero = expr_constant (t, IR_INT, 0), one = expr_constant (t, IR_INT, 1);
  step_set (t, slot, expr_binary (t, EXPR_DIVIDE, one, zero));
  step_stop (t);
}

void
atomic_begin (struct translation *t)
{
  t->b.atomic++;
  t->ir->has_atomic = true;
}

/* A step that is not atomic stands between two blocks. */
void
atomic_end (struct translation *t)
{
  assert (t->b.atomic > 0);
  t->b.atomic--;
  if (t->b.atomic == 0)
    step (t, step_of (IR_SKIP));
}

#endif
