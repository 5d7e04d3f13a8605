/* index_terms.c -- see index_terms.h. */
#include <config.h>

#include "engine/blocks/index_terms.h"

bool
term_equal (const struct index_term *a, const struct index_term *b)
{
  assert (a->kind <= TERM_EXPR && b->kind <= TERM_EXPR);
  return a->kind == b->kind && a->what == b->what && a->below.index == b->below.index
         && a->value == b->value && a->cut.width == b->cut.width
         && a->cut.is_bool == b->cut.is_bool;
}

bool
terms_same_expr (const struct ir *flow, uint32_t a, uint32_t b)
{
  if (a == b)
    return true;
  if (a == IR_NO_EXPR || b == IR_NO_EXPR)
    return false;
  const struct ir_expr *x = &flow->exprs.at[a], *y = &flow->exprs.at[b];
  if (x->op != y->op || x->kind != y->kind || x->type.width != y->type.width
      || x->type.is_bool != y->type.is_bool || x->place != y->place
      || x->value != y->value)
    return false;
  for (uint32_t i = 0; i < 3; i++)
    if (!terms_same_expr (flow, x->operands[i], y->operands[i]))
      return false;
  return true;
}

/* Is the value of EXPR always the same, and defined?  Then *VALUE is it. */
static bool
is_constant (const struct unrolled *u, uint32_t expr, int64_t *value)
{
  const struct ir *flow = u->all->question->lowering->flow;
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  int64_t a = 0, b = 0;
  if (e->op == IR_CONSTANT || e->op == IR_SELF)
    {
      *value = e->op == IR_SELF ? (int64_t) u->process.index + 1 : e->value;
      return true;
    }
  if (e->op != IR_OPERATOR || e->kind == EXPR_AND || e->kind == EXPR_OR
      || e->kind == EXPR_CONDITIONAL || !is_constant (u, e->operands[0], &a)
      || (e->operands[1] != IR_NO_EXPR && !is_constant (u, e->operands[1], &b)))
    return false;
  bool wide = flow->exprs.at[e->operands[0]].type.width > 32;
  return ir_operate (e->kind, e->type, wide, a, b, value);
}

struct index_term
term_of_slot (uint32_t slot, pds_stack below)
{
  assert (slot != IR_NO_SLOT);
  return (struct index_term){ .kind = TERM_SLOT, .what = slot, .below = below };
}

struct index_term
term_of_expr (const struct unrolled *u, uint32_t expr, pds_stack below)
{
  const struct ir *flow = u->all->question->lowering->flow;
  assert (expr < flow->exprs.count);
  int64_t value;
  if (is_constant (u, expr, &value))
    return (struct index_term){ .kind = TERM_CONSTANT, .value = value };
  if (flow->exprs.at[expr].op == IR_SLOT)
    return term_of_slot (flow->exprs.at[expr].place, below);
  if (ir_expr_has (flow, expr, IR_FIELD, IR_ANYWHERE))
    return TERM_NONE;
  return (struct index_term){ .kind = TERM_EXPR, .what = expr, .below = below };
}

/* TERM after it was stored in a slot of TYPE. */
static struct index_term
store (struct index_term term, struct ir_type type)
{
  assert (type.width > 0);
  if (term.kind == TERM_UNKNOWN || type.is_bool || term.cut.is_bool)
    return TERM_NONE;
  if (term.kind == TERM_CONSTANT)
    term.value = ir_cut (type, term.value);
  else if (term.cut.width == 0 || term.cut.width > type.width)
    term.cut = type;
  return term;
}

/* TERM is a slot of TYPE in which NEW was stored: the term in place of TERM. */
static struct index_term
replace (struct index_term term, struct index_term new, struct ir_type type)
{
  assert (term.kind == TERM_SLOT);
  new = store (new, type);
  return term.cut.width ? store (new, term.cut) : new;
}

static const struct ir_graph *
body_of (const struct unrolled *u, pds_symbol symbol)
{
  const struct ir_projection *lowering = u->all->question->lowering;
  return &lowering->flow->bodies.at[ir_instance_of (lowering, symbol)->body.index];
}

static struct ir_type
slot_type (const struct unrolled *u, const struct ir_graph *body, uint32_t slot)
{
  assert (slot < body->slot_count);
  return u->all->question->lowering->flow->slots.at[body->first_slot + slot].type;
}

/* TERM before the call that opens its frame. */
static struct index_term
before_call (struct unrolled *u, const struct effect *e, struct index_term term)
{
  const struct ir *flow = u->all->question->lowering->flow;
  const struct ir_graph *callee = &flow->bodies.at[ir_step_callee (e->node).index];
  assert (term.kind != TERM_SLOT || term.what < callee->slot_count);
  if (term.kind != TERM_SLOT)
    return TERM_NONE;
  struct index_term new = { .kind = TERM_CONSTANT };
  if (term.what < e->node->argument_count)
    new = term_of_expr (u, flow->arguments.at[e->node->first_argument + term.what],
                        stacks_below (&u->stacks, e->place.stack));
  return replace (term, new, slot_type (u, callee, term.what));
}

/* The slot of the caller that the return of E sets, or IR_NO_SLOT. */
static uint32_t
slot_of_result (const struct unrolled *u, const struct effect *e, pds_stack below)
{
  const struct ir_step *call = unrolling_step (u->all, stacks_top (&u->stacks, below));
  assert (call->op == IR_CALL);
  return body_of (u, e->symbol)->result == IR_NO_SLOT ? IR_NO_SLOT : call->slot;
}

/* TERM before a step that stores NEW in SLOT of the frame over BELOW, of BODY. */
static struct index_term
before_set (struct unrolled *u, struct index_term term, const struct ir_graph *body,
            pds_stack below, uint32_t slot, struct index_term new)
{
  const struct ir *flow = u->all->question->lowering->flow;
  if (slot == IR_NO_SLOT || term.below.index != below.index)
    return term;
  if (term.kind == TERM_SLOT && term.what == slot)
    return replace (term, new, slot_type (u, body, slot));
  if (term.kind == TERM_EXPR && ir_expr_has (flow, term.what, IR_SLOT, slot))
    return TERM_NONE;
  return term;
}

/* The value that the step E puts into its slot. */
static struct index_term
assigned (const struct unrolled *u, const struct effect *e, pds_stack below)
{
  assert (e->node->slot != IR_NO_SLOT);
  if (e->node->op == IR_SET)
    return term_of_expr (u, e->node->expr, below);
  int64_t cell = 0;
  if (e->node->op != IR_READ
      || (e->node->index != IR_NO_EXPR && !is_constant (u, e->node->index, &cell)))
    return TERM_NONE;
  uint32_t field = ir_step_field (e->node).index;
  const struct ir_model *model = u->all->question->lowering->flow->model;
  if (cell < 0 || cell >= (int64_t) model->fields.at[field].cells)
    return TERM_NONE;
  return (struct index_term){ .kind = TERM_FIELD, .what = field, .value = cell };
}

struct index_term
term_before (struct unrolled *u, const struct effect *e, struct index_term term)
{
  pds_stack below = stacks_below (&u->stacks, e->place.stack);
  assert (e->node && !stack_is_empty (e->place.stack));
  if (term.kind != TERM_SLOT && term.kind != TERM_EXPR)
    return term;
  if (e->node->op == IR_CALL)
    {
      pds_stack frame = stacks_push (&u->stacks, e->symbol, below);
      return term.below.index == frame.index ? before_call (u, e, term) : term;
    }
  if (e->node->op == IR_RETURN)
    {
      if (stack_is_empty (below))
        return term;
      pds_symbol call = stacks_top (&u->stacks, below);
      uint32_t slot = slot_of_result (u, e, below);
      if (slot == IR_NO_SLOT)
        return term;
      return before_set (u, term, body_of (u, call), stacks_below (&u->stacks, below),
                         slot, term_of_slot (body_of (u, e->symbol)->result, below));
    }
  if (e->node->slot == IR_NO_SLOT || e->node->op == IR_RELEASE_AT)
    return term;
  return before_set (u, term, body_of (u, e->symbol), below, e->node->slot,
                     assigned (u, e, below));
}
