/* evaluate.c -- see evaluate.h. */
#include <config.h>

#include "engine/steps/evaluate.h"

#include <assert.h>

#include "base/bitset.h"

void
evaluator_init (struct evaluator *evaluator, const struct ir *flow,
                const uint32_t *first_cell, struct arena *arena)
{
  *evaluator
    = (struct evaluator){ .flow = flow, .first_cell = first_cell, .arena = arena };
  size_t count = flow->exprs.count + (size_t) 1;
  evaluator->begin = arena_calloc (arena, count, sizeof *evaluator->begin);
  evaluator->end = arena_calloc (arena, count, sizeof *evaluator->end);
}

/* ---- Compiling. ---- */

/* An operator whose operands are being compiled. */
struct frame
{
  uint32_t expr;
  uint32_t next; /* its next operand */
  uint32_t hole; /* an instruction whose place is not known yet */
};

struct compiler
{
  struct evaluator *evaluator;
  struct arena *arena;
  VEC (struct frame) frames;
  uint32_t depth; /* the present height of the stack */
};

static struct expr_instruction *
emit (struct compiler *c, enum instruction_op op, int change)
{
  struct evaluator *evaluator = c->evaluator;
  struct expr_instruction *instruction = vec_push (c->arena, &evaluator->code);
  *instruction = (struct expr_instruction){ .op = op };
  assert (change >= 0 || c->depth >= (uint32_t) -change);
  c->depth += (uint32_t) change;
  if (c->depth > evaluator->room)
    {
      uint32_t room = 2 * c->depth;
      evaluator->stack = arena_alloc (c->arena, room * sizeof *evaluator->stack);
      evaluator->room = room;
    }
  return instruction;
}

static void
fill_hole (struct compiler *c, uint32_t hole)
{
  assert (hole < c->evaluator->code.count);
  c->evaluator->code.at[hole].place = c->evaluator->code.count;
}

static uint32_t
last (const struct compiler *c)
{
  assert (c->evaluator->code.count > 0);
  return c->evaluator->code.count - 1;
}

static void
emit_field (struct compiler *c, const struct ir_expr *e)
{
  const struct evaluator *evaluator = c->evaluator;
  assert (e->op == IR_FIELD && e->place < evaluator->flow->model->fields.count);
  const struct ir_field *field = &evaluator->flow->model->fields.at[e->place];
  bool element = e->operands[0] != IR_NO_EXPR;
  struct expr_instruction *instruction
    = emit (c, element ? INDEX_CELL : PUSH_CELL, element ? 0 : 1);
  instruction->place = evaluator->first_cell[e->place];
  instruction->field = e->place;
  instruction->value = field->cells;
}

/* Emit the instruction of FRAME, all of whose operands are compiled. */
static void
emit_result (struct compiler *c, const struct frame *frame)
{
  const struct ir_expr *exprs = c->evaluator->flow->exprs.at;
  const struct ir_expr *e = &exprs[frame->expr];
  assert (frame->next == ir_operand_count (e));
  switch (e->op)
    {
    case IR_CONSTANT: emit (c, PUSH_CONSTANT, 1)->value = e->value; return;
    case IR_SLOT: emit (c, PUSH_SLOT, 1)->place = e->place; return;
    case IR_SELF: emit (c, PUSH_SELF, 1); return;
    case IR_FIELD: emit_field (c, e); return;
    case IR_OPERATOR: break;
    }
  if (e->kind == EXPR_AND || e->kind == EXPR_OR || e->kind == EXPR_CONDITIONAL)
    {
      fill_hole (c, frame->hole);
      return;
    }
  bool unary = ir_operand_count (e) == 1;
  struct expr_instruction *instruction
    = emit (c, unary ? OPERATE_ONE : OPERATE_TWO, unary ? 0 : -1);
  instruction->kind = e->kind;
  instruction->type = e->type;
  instruction->wide = exprs[e->operands[0]].type.width > 32;
}

/* Emit what comes between two operands of FRAME, the next being number `next'. */
static void
emit_between (struct compiler *c, struct frame *frame)
{
  enum ir_expr_kind kind = c->evaluator->flow->exprs.at[frame->expr].kind;
  if (c->evaluator->flow->exprs.at[frame->expr].op != IR_OPERATOR)
    return;
  if (kind == EXPR_AND || kind == EXPR_OR)
    {
      emit (c, kind == EXPR_AND ? SKIP_IF_FALSE : SKIP_IF_TRUE, -1);
      frame->hole = last (c);
    }
  else if (kind == EXPR_CONDITIONAL && frame->next == 1)
    {
      emit (c, DROP_OR_SKIP, -1);
      frame->hole = last (c);
    }
  else if (kind == EXPR_CONDITIONAL)
    {
      /* The other branch begins with the stack as it was. */
      emit (c, SKIP, -1);
      fill_hole (c, frame->hole);
      frame->hole = last (c);
    }
}

static void
compile (struct evaluator *evaluator, uint32_t expr)
{
  struct compiler c = { .evaluator = evaluator, .arena = evaluator->arena };
  assert (evaluator->end[expr] == 0);
  evaluator->begin[expr] = evaluator->code.count;
  *vec_push (c.arena, &c.frames) = (struct frame){ expr, 0, 0 };
  while (c.frames.count > 0)
    {
      quota_work (c.arena->quota, 1);
      struct frame *frame = &c.frames.at[c.frames.count - 1];
      const struct ir_expr *e = &evaluator->flow->exprs.at[frame->expr];
      if (frame->next == ir_operand_count (e))
        {
          emit_result (&c, frame);
          c.frames.count--;
          continue;
        }
      if (frame->next > 0)
        emit_between (&c, frame);
      uint32_t operand = e->operands[frame->next++];
      assert (operand < frame->expr);
      *vec_push (c.arena, &c.frames) = (struct frame){ operand, 0, 0 };
    }
  assert (c.depth == 1);
  evaluator->end[expr] = evaluator->code.count;
}

static bool
is_cell (const struct expr_instruction *instruction)
{
  return instruction->op == PUSH_CELL || instruction->op == INDEX_CELL;
}

static void
need_code (struct evaluator *evaluator, uint32_t expr)
{
  assert (expr < evaluator->flow->exprs.count);
  if (evaluator->end[expr] == 0)
    compile (evaluator, expr);
}

bool
evaluate_reads_cells (struct evaluator *evaluator, uint32_t expr)
{
  need_code (evaluator, expr);
  for (uint32_t i = evaluator->begin[expr]; i < evaluator->end[expr]; i++)
    if (is_cell (&evaluator->code.at[i]))
      return true;
  return false;
}

void
evaluate_add_fields (struct evaluator *evaluator, uint32_t expr, uint64_t *fields)
{
  need_code (evaluator, expr);
  for (uint32_t i = evaluator->begin[expr]; i < evaluator->end[expr]; i++)
    if (is_cell (&evaluator->code.at[i]))
      bits_add (fields, evaluator->code.at[i].field);
}

/* ---- Evaluating. ---- */

static inline int64_t
read_cell (struct evaluator *evaluator, const struct evaluator_scope *at, uint32_t cell)
{
  if (at->touch)
    *vec_push (evaluator->arena, &evaluator->touched) = cell;
  return at->cells[cell];
}

/* Apply INSTRUCTION to its operands, TOP being the last; false: it goes wrong. */
static inline bool
operate (const struct expr_instruction *instruction, int64_t *top)
{
  bool two = instruction->op == OPERATE_TWO;
  int64_t *left = two ? top - 1 : top;
  return ir_operate (instruction->kind, instruction->type, instruction->wide, *left,
                     two ? *top : 0, left);
}

bool
evaluate (struct evaluator *evaluator, uint32_t expr, const struct evaluator_scope *at,
          int64_t *value)
{
  need_code (evaluator, expr);
  const struct expr_instruction *code = evaluator->code.at;
  int64_t *top = evaluator->stack - 1;
  uint32_t end = evaluator->end[expr];
  for (uint32_t i = evaluator->begin[expr]; i < end; i++)
    {
      const struct expr_instruction *instruction = &code[i];
      switch (instruction->op)
        {
        case PUSH_CONSTANT: *++top = instruction->value; break;
        case PUSH_SLOT: *++top = at->slots[instruction->place]; break;
        case PUSH_SELF: *++top = at->self; break;
        case PUSH_CELL: *++top = read_cell (evaluator, at, instruction->place); break;
        case INDEX_CELL:
          if (*top < 0 || *top >= instruction->value)
            return false;
          *top = read_cell (evaluator, at, instruction->place + (uint32_t) *top);
          break;
        case OPERATE_ONE:
        case OPERATE_TWO:
          if (!operate (instruction, top))
            return false;
          top -= instruction->op == OPERATE_TWO;
          break;
        case SKIP_IF_FALSE:
        case SKIP_IF_TRUE:
          if (!*top == (instruction->op == SKIP_IF_FALSE))
            i = instruction->place - 1;
          else
            top--;
          break;
        case DROP_OR_SKIP:
          if (!*top--)
            i = instruction->place - 1;
          break;
        case SKIP: i = instruction->place - 1; break;
        }
    }
  assert (top == evaluator->stack);
  *value = *top;
  return true;
}
