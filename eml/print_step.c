/* print_step.c -- steps as statements, expressions; see printer.h. */
#include <config.h>

#include <assert.h>
#include <inttypes.h>

#include "eml/printer.h"

/* ---- Expressions. ---- */

void
print_type (struct printer *p, struct ir_type type)
{
  assert (type.width > 0);
  if (type.is_bool)
    print_put (p, "bool");
  else if (type.width == IR_INT.width)
    print_put (p, "int");
  else
    print_format (p, "int(%u)", (unsigned) type.width);
}

/* How tightly operators bind, as in C. */
enum binding
{
  BINDS_CHOICE,
  BINDS_OR,
  BINDS_AND,
  BINDS_BIT_OR,
  BINDS_BIT_XOR,
  BINDS_BIT_AND,
  BINDS_EQUAL,
  BINDS_ORDER,
  BINDS_SHIFT,
  BINDS_SUM,
  BINDS_PRODUCT,
  BINDS_SIGN,
  BINDS_LEAF,
};

static enum binding
binding_of (const struct ir_expr *e)
{
  static const enum binding bindings[] = {
    [EXPR_NEGATE] = BINDS_SIGN,
    [EXPR_COMPLEMENT] = BINDS_SIGN,
    [EXPR_NOT] = BINDS_SIGN,
    [EXPR_MULTIPLY] = BINDS_PRODUCT,
    [EXPR_DIVIDE] = BINDS_PRODUCT,
    [EXPR_REMAINDER] = BINDS_PRODUCT,
    [EXPR_ADD] = BINDS_SUM,
    [EXPR_SUBTRACT] = BINDS_SUM,
    [EXPR_SHIFT_LEFT] = BINDS_SHIFT,
    [EXPR_SHIFT_RIGHT] = BINDS_SHIFT,
    [EXPR_LESS] = BINDS_ORDER,
    [EXPR_LESS_EQUAL] = BINDS_ORDER,
    [EXPR_GREATER] = BINDS_ORDER,
    [EXPR_GREATER_EQUAL] = BINDS_ORDER,
    [EXPR_EQUAL] = BINDS_EQUAL,
    [EXPR_NOT_EQUAL] = BINDS_EQUAL,
    [EXPR_BIT_AND] = BINDS_BIT_AND,
    [EXPR_BIT_XOR] = BINDS_BIT_XOR,
    [EXPR_BIT_OR] = BINDS_BIT_OR,
    [EXPR_AND] = BINDS_AND,
    [EXPR_OR] = BINDS_OR,
    [EXPR_CONDITIONAL] = BINDS_CHOICE,
  };
  if (e->op == IR_CONSTANT && e->value < 0)
    return BINDS_SIGN;
  return e->op == IR_OPERATOR ? bindings[e->kind] : BINDS_LEAF;
}

/* Print EXPR, in parentheses if it binds less than LEAST. */
static void
print_operand (struct printer *p, uint32_t expr, enum binding least)
{
  const struct ir_expr *e = &p->ir->exprs.at[expr];
  bool is_wide = e->op == IR_CONSTANT && e->type.width > 32 && e->value >= INT32_MIN
                 && e->value <= INT32_MAX;
  bool in_parentheses = binding_of (e) < least || is_wide;
  print_put (p, in_parentheses ? "(" : "");
  print_expr (p, expr);
  /* Make a wide constant of a small number. */
  print_put (p, is_wide ? " + 0x100000000 - 0x100000000" : "");
  print_put (p, in_parentheses ? ")" : "");
}

static void
print_operator (struct printer *p, const struct ir_expr *e)
{
  enum binding binding = binding_of (e);
  assert (e->op == IR_OPERATOR && e->operands[0] != IR_NO_EXPR);
  if (e->operands[1] == IR_NO_EXPR)
    {
      print_put (p, ir_sign (e->kind));
      print_operand (p, e->operands[0], BINDS_LEAF);
      return;
    }
  bool is_choice = e->kind == EXPR_CONDITIONAL;
  print_operand (p, e->operands[0], is_choice ? BINDS_OR : binding);
  print_format (p, " %s ", is_choice ? "?" : ir_sign (e->kind));
  print_operand (p, e->operands[1], (enum binding) (binding + 1));
  if (!is_choice)
    return;
  print_put (p, " : ");
  print_operand (p, e->operands[2], BINDS_OR);
}

static void
print_index (struct printer *p, uint32_t index)
{
  if (index == IR_NO_EXPR)
    return;
  print_put (p, "[");
  print_expr (p, index);
  print_put (p, "]");
}

static void
print_field (struct printer *p, uint32_t field, uint32_t index)
{
  assert (field < p->ir->model->fields.count);
  print_name_id (p, p->ir->model->fields.at[field].name.name);
  print_index (p, index);
}

static void
print_slot (struct printer *p, uint32_t slot)
{
  assert (p->body && slot < p->body->slot_count && p->slots[slot]);
  print_mention (p, slot);
  print_name (p, p->slots[slot]);
}

void
print_expr (struct printer *p, uint32_t expr)
{
  assert (expr < p->ir->exprs.count);
  const struct ir_expr *e = &p->ir->exprs.at[expr];
  switch (e->op)
    {
    case IR_CONSTANT:
      if (e->type.is_bool)
        print_put (p, e->value ? "true" : "false");
      else if (e->value == INT64_MIN)
        print_put (p, "0x8000000000000000");
      else
        print_format (p, "%" PRId64, e->value);
      break;
    case IR_SLOT: print_slot (p, e->place); break;
    case IR_SELF: print_put (p, "self"); break;
    case IR_FIELD: print_field (p, e->place, e->operands[0]); break;
    case IR_OPERATOR: print_operator (p, e); break;
    }
}

/* ---- Objects of steps. ---- */

/* Print LOCK, which may be one of an array: `slot[3]'. */
static void
print_lock_id (struct printer *p, lock_id lock)
{
  const struct ir_model *model = p->ir->model;
  lock_id first = ir_lock_array (model, lock);
  if (lock_equal (first, LOCK_NONE))
    {
      print_name_id (p, model->locks.at[lock.index].name.name);
      return;
    }
  print_name_id (p, model->locks.at[first.index].array);
  print_format (p, "[%u]", (unsigned) (lock.index - first.index));
}

void
print_lock (struct printer *p, const struct ir_step *step)
{
  if (!ir_is_open (step))
    print_lock_id (p, ir_step_lock (step));
  else
    {
      assert (step->op == IR_ACQUIRE_AT);
      print_name_id (p, p->ir->model->locks.at[step->first_lock.index].array);
      print_index (p, step->index);
    }
}

void
print_sets (struct printer *p, const struct ir_step *step)
{
  const struct ir_model *model = p->ir->model;
  const char *before = " ";
  assert (step->op == IR_BEGIN);
  if (idset_equal (step->sets, model->all_sets))
    return;
  IDSET_EACH (s, model->idsets, step->sets)
    {
      print_put (p, before);
      print_name_id (p, model->sets.at[s].name.name);
      before = ", ";
    }
}

void
print_processes (struct printer *p, idset processes)
{
  const struct ir_model *model = p->ir->model;
  uint32_t first = idset_next (model->idsets, processes, 0);
  const struct ir_body *body = &model->bodies.at[ir_body_of_process (model, first)];
  uint32_t count = idset_count (model->idsets, processes);
  assert (count == 1 || count == body->copies);
  print_name_id (p, body->name.name);
  if (count < body->copies)
    print_format (p, "[%u]", (unsigned) (first - body->first_process.index));
}

/* ---- Statements. ---- */

bool
print_is_return (const struct printer *p, const struct ir_step *step)
{
  return p->returns_values && step->slot != IR_NO_SLOT && step->slot == p->body->result
         && (step->op == IR_SET || step->op == IR_READ || step->op == IR_ANY);
}

/* Print "SLOT = ", "int SLOT = " or "return ". */
static void
print_target (struct printer *p, uint32_t number)
{
  const struct ir_step *step = &p->ir->nodes.at[number];
  if (print_is_return (p, step))
    print_put (p, "return ");
  else
    {
      if (print_declares (p, step->slot, number))
        {
          print_type (p, p->ir->slots.at[p->body->first_slot + step->slot].type);
          print_put (p, " ");
        }
      print_slot (p, step->slot);
      print_put (p, " = ");
    }
}

static void
print_access (struct printer *p, uint32_t number)
{
  const struct ir_step *step = &p->ir->nodes.at[number];
  bool is_read = step->op == IR_READ;
  if (is_read && step->slot != IR_NO_SLOT)
    print_target (p, number);
  else if (is_read || step->expr == IR_NO_EXPR)
    print_put (p, is_read ? "read " : "write ");
  print_field (p, ir_step_field (step).index, step->index);
  if (step->expr != IR_NO_EXPR)
    {
      print_put (p, " = ");
      print_expr (p, step->expr);
    }
}

static void
print_call (struct printer *p, uint32_t number)
{
  const struct ir_step *step = &p->ir->nodes.at[number];
  if (step->slot != IR_NO_SLOT)
    print_target (p, number);
  print_put (p, "call ");
  print_name_id (p, p->ir->model->bodies.at[ir_step_callee (step).index].name.name);
  for (uint32_t i = 0; i < step->argument_count; i++)
    {
      print_put (p, i == 0 ? "(" : ", ");
      print_expr (p, p->ir->arguments.at[step->first_argument + i]);
    }
  print_put (p, step->argument_count > 0 ? ")" : "");
}

static void
print_condition (struct printer *p, const struct ir_step *step)
{
  print_put (p, step->op == IR_ASSERT ? "assert (" : "assume (");
  print_expr (p, step->expr);
  name_id text = step->op == IR_ASSERT ? p->ir->claims.at[step->claim].text : NAME_NONE;
  if (text.index != NAME_NONE.index)
    {
      print_put (p, ", ");
      print_quoted (p, names_text (p->ir->model->names, text));
    }
  print_put (p, ")");
}

static void
print_what (struct printer *p, uint32_t number)
{
  const struct ir_step *step = &p->ir->nodes.at[number];
  switch ((unsigned) step->op)
    {
    case IR_SKIP: print_put (p, "skip"); break;
    case IR_ACQUIRE:
    case IR_ACQUIRE_AT:
    case IR_RELEASE:
    case IR_RELEASE_AT:
      print_put (p, ir_takes_lock (step) ? "lock " : "unlock ");
      print_lock (p, step);
      break;
    case IR_READ:
    case IR_WRITE: print_access (p, number); break;
    case IR_SET:
    case IR_ANY:
      print_target (p, number);
      if (step->op == IR_ANY)
        print_put (p, "*");
      else
        print_expr (p, step->expr);
      break;
    case IR_ASSUME:
    case IR_ASSERT: print_condition (p, step); break;
    case IR_CALL: print_call (p, number); break;
    case IR_START:
    case IR_JOIN:
      print_put (p, step->op == IR_START ? "start " : "join ");
      print_processes (p, ir_step_processes (step));
      break;
    case IR_NOTIFY:
      print_put (p, step->all ? "notifyall " : "notify ");
      print_lock_id (p, ir_step_lock (step));
      break;
    case IR_CUT: /* the release comes next */
      print_put (p, "wait ");
      print_lock_id (p,
                     ir_step_lock (&p->ir->nodes.at[p->ir->edges.at[step->first_edge]]));
      break;
    default: assert (false && "a step that is a statement");
    }
}

void
print_step (struct printer *p, uint32_t number)
{
  print_begin_statement (p, IR_STATEMENT, number);
  print_end_statement (p, false, NAME_NONE);
  print_begin_line (p);
  print_what (p, number);
  print_position (p, p->ir->nodes.at[number].position);
  print_put (p, ";");
  print_end_line (p);
}
