/* check.c -- checks that a model is what ir.h, expr.h and model.h say: ir_check.
 *
 * This finds mistakes of the front ends.  Cost: linear in the tables, times the depth of
 * expressions.
 */
#include <config.h>

#include "ir/ir.h"

#include <assert.h>

#include "base/worklist.h"

enum wanted
{
  NO,
  MAY,
  MUST,
};

/* What steps of one operation must have. */
struct rule
{
  enum wanted slot, expr, index;
  bool is_condition; /* expr is bool */
  uint32_t edges;    /* the number of successors; of a skip, the least */
};

static const struct rule rules[]
  = { [IR_SKIP] = { .edges = 1 },
      [IR_ACQUIRE] = { .edges = 1 },
      [IR_RELEASE] = { .edges = 1 },
      [IR_ACQUIRE_AT] = { .slot = MUST, .index = MUST, .edges = 1 },
      [IR_RELEASE_AT] = { .slot = MUST, .index = MAY, .edges = 1 },
      [IR_READ] = { .slot = MAY, .index = MAY, .edges = 1 },
      [IR_WRITE] = { .expr = MAY, .index = MAY, .edges = 1 },
      [IR_SET] = { .slot = MUST, .expr = MUST, .edges = 1 },
      [IR_ANY] = { .slot = MUST, .edges = 1 },
      [IR_TEST] = { .expr = MUST, .is_condition = true, .edges = 2 },
      [IR_ASSUME] = { .expr = MUST, .is_condition = true, .edges = 1 },
      [IR_ASSERT] = { .expr = MUST, .is_condition = true, .edges = 1 },
      [IR_BEGIN] = { .edges = 1 },
      [IR_END] = { .edges = 1 },
      [IR_CALL] = { .slot = MAY, .edges = 1 },
      [IR_RETURN] = { .edges = 0 },
      [IR_WAKE] = { .edges = 1 },
      [IR_FINISH] = { .edges = 1 },
      [IR_START] = { .edges = 1 },
      [IR_JOIN] = { .edges = 1 },
      [IR_CUT] = { .edges = 1 },
      [IR_RESUME] = { .edges = 1 },
      [IR_NOTIFY] = { .edges = 1 } };
#define OPERATIONS (sizeof rules / sizeof *rules)

static bool
has_wanted (enum wanted wanted, bool is_there)
{
  return wanted == MAY || is_there == (wanted == MUST);
}

/* ---- Expressions.  Each function returns what is wrong, or null. ---- */

static const char *
check_operands (const struct ir *ir, const struct ir_expr *e, uint32_t operands)
{
  uint32_t wanted = e->op == IR_OPERATOR ? e->kind < EXPR_MULTIPLY      ? 1
                                           : e->kind < EXPR_CONDITIONAL ? 2
                                                                        : 3
                    : e->op == IR_FIELD && ir->model->fields.at[e->place].is_array ? 1
                                                                                   : 0;
  return operands == wanted ? NULL : "an expression has too many or too few operands";
}

/* Check EXPR, over the slots of BODY; null: over none. */
static const char *
check_expr (const struct ir *ir, const struct ir_graph *body, uint32_t expr,
            bool over_fields)
{
  assert (ir->model && (!body || body->first_slot + body->slot_count <= ir->slots.count));
  if (expr >= ir->exprs.count)
    return "an expression is not in the table";
  const struct ir_expr *e = &ir->exprs.at[expr];
  if (e->type.width == 0 || e->type.width > 64 || (e->type.is_bool && e->type.width != 1))
    return "an expression has no type";
  if (e->op == IR_CONSTANT && ir_cut (e->type, e->value) != e->value)
    return "a constant is no value of its type";
  if (e->op == IR_SELF && e->type.is_bool)
    return "'self' is a number";
  if (e->op == IR_SLOT
      && (!body || e->place >= body->slot_count
          || e->type.width != ir->slots.at[body->first_slot + e->place].type.width))
    return "an expression is about a slot that its body does not have";
  if (e->op == IR_FIELD && (!over_fields || e->place >= ir->model->fields.count))
    return "an expression may not be about this field";
  if (e->op == IR_OPERATOR && (e->kind < EXPR_NEGATE || e->kind > EXPR_CONDITIONAL))
    return "an operator is none";
  uint32_t operands = ir_operand_count (e);
  for (uint32_t i = 0; i < operands; i++)
    {
      if (e->operands[i] >= expr)
        return "an operand stands after its operator";
      const char *problem = check_expr (ir, body, e->operands[i], over_fields);
      if (problem)
        return problem;
    }
  return check_operands (ir, e, operands);
}

/* ---- Steps. ---- */

static const char *
check_access (const struct ir *ir, const struct ir_step *step)
{
  assert (ir_is_access (step));
  if (ir_step_field (step).index >= ir->model->fields.count)
    return "it accesses no field";
  const struct ir_field *field = &ir->model->fields.at[ir_step_field (step).index];
  bool valued = field->type.width > 0;
  if ((step->index != IR_NO_EXPR) != (valued && field->is_array))
    return "the elements of an array, and only they, have an index";
  if (step->op == IR_WRITE && (step->expr != IR_NO_EXPR) != valued)
    return "what is written is a value if the field has one";
  return step->slot == IR_NO_SLOT || valued ? NULL : "a field without values is read";
}

static const char *
check_element (const struct ir *ir, const struct ir_step *step)
{
  assert (ir_is_element (step));
  const struct ir_model *model = ir->model;
  if (step->lock_count == 0 || step->first_lock.index >= model->locks.count
      || model->locks.at[step->first_lock.index].cells != step->lock_count)
    return "the lock is of no array";
  const struct ir_expr *index
    = step->index == IR_NO_EXPR ? NULL : &ir->exprs.at[step->index];
  if (!index || index->op != IR_CONSTANT)
    return ir_is_open (step) ? NULL : "only a constant index says which lock it is";
  return !ir_is_open (step)
             && ir_step_lock (step).index
                  == step->first_lock.index + (uint64_t) index->value
           ? NULL
           : "the index says another lock";
}

/* Check the object of STEP. */
static const char *
check_object (const struct ir *ir, const struct ir_step *step)
{
  assert (step->op < OPERATIONS);
  const struct ir_model *model = ir->model;
  if (ir_is_access (step))
    return check_access (ir, step);
  if (ir_is_element (step))
    return check_element (ir, step);
  if (ir_is_operation (step) || step->op == IR_NOTIFY)
    return ir_step_lock (step).index < model->locks.count ? NULL
                                                          : "there is no such lock";
  if (step->op == IR_BEGIN || step->op == IR_END)
    return idset_is_empty (step->sets) ? "a unit has no atomic set" : NULL;
  if (step->op == IR_START || step->op == IR_JOIN)
    return idset_is_empty (ir_step_processes (step)) ? "it names no process" : NULL;
  if (step->op != IR_CALL)
    return NULL;
  uint32_t callee = ir_step_callee (step).index;
  if (callee >= model->bodies.count || model->bodies.at[callee].is_process)
    return "it calls no procedure";
  if (step->argument_count != ir->bodies.at[callee].values)
    return "a call has too many or too few arguments";
  return step->slot == IR_NO_SLOT || ir->bodies.at[callee].result != IR_NO_SLOT
           ? NULL
           : "what is called has no result";
}

static const char *
check_operation (const struct ir *ir, const struct ir_graph *body,
                 const struct ir_step *step)
{
  if (step->op >= OPERATIONS)
    return "it has no operation";
  const struct rule *rule = &rules[step->op];
  if (!has_wanted (rule->slot, step->slot != IR_NO_SLOT)
      || !has_wanted (rule->expr, step->expr != IR_NO_EXPR)
      || !has_wanted (rule->index, step->index != IR_NO_EXPR)
      || (step->op != IR_CALL && step->argument_count > 0))
    return "it has operands that its operation does not have, or lacks some";
  if (step->slot != IR_NO_SLOT && step->slot >= body->slot_count)
    return "its slot is not one of its body";
  const char *problem = NULL;
  if (step->expr != IR_NO_EXPR)
    problem = check_expr (ir, body, step->expr, step->op == IR_ASSUME);
  if (!problem && step->index != IR_NO_EXPR)
    problem = check_expr (ir, body, step->index, false);
  for (uint32_t i = 0; i < step->argument_count && !problem; i++)
    problem = check_expr (ir, body, ir->arguments.at[step->first_argument + i], false);
  if (!problem && rule->is_condition && !ir->exprs.at[step->expr].type.is_bool)
    problem = "its condition is a number";
  return problem ? problem : check_object (ir, step);
}

static const char *
check_claims (const struct ir *ir, const struct ir_step *step)
{
  assert (step->op < OPERATIONS);
  uint32_t claims = ir->claims.count;
  if ((step->claim != IR_NO_CLAIM) != (step->op == IR_ASSERT)
      || (step->claim != IR_NO_CLAIM
          && (step->claim >= claims || !ir->claims.at[step->claim].is_assert)))
    return "asserts, and only they, have a claim";
  if (step->wrong != IR_NO_CLAIM
      && (step->wrong >= claims || ir->claims.at[step->wrong].is_assert))
    return "that it does not go wrong is another claim";
  return NULL;
}

static const char *
check_step (const struct ir *ir, const struct ir_graph *body, uint32_t number)
{
  assert (number - body->first_node < body->node_count);
  const struct ir_step *step = &ir->nodes.at[number];
  const char *problem = check_operation (ir, body, step);
  if (!problem)
    problem = check_claims (ir, step);
  if (problem)
    return problem;
  if (step->op == IR_SKIP ? step->edge_count == 0
                          : step->edge_count != rules[step->op].edges)
    return "it has too many or too few successors";
  for (uint32_t e = 0; e < step->edge_count; e++)
    if (ir->edges.at[step->first_edge + e] - body->first_node >= body->node_count)
      return "a successor is in another body";
  if (step->waits && step->op != IR_ACQUIRE && step->op != IR_RELEASE)
    return "only a lock is waited for";
  return NULL;
}

/* ---- Bodies. ---- */

/* Are all steps of BODY reachable from the first? */
static bool
is_connected (const struct ir *ir, const struct ir_graph *body, struct arena *arena)
{
  assert (body->node_count > 0);
  struct worklist work; /* nodes, counted from the first one of the body */
  worklist_init (&work, body->node_count, arena);
  worklist_add (&work, 0);
  for (uint32_t i = 0; i < work.list.count; i++)
    {
      const struct ir_step *step = &ir->nodes.at[body->first_node + work.list.at[i]];
      for (uint32_t e = 0; e < step->edge_count; e++)
        worklist_add (&work, ir->edges.at[step->first_edge + e] - body->first_node);
    }
  return work.list.count == body->node_count;
}

static const char *
check_body (const struct ir *ir, uint32_t number, struct arena *arena)
{
  assert (number < ir->bodies.count);
  const struct ir_graph *body = &ir->bodies.at[number];
  const struct ir_body *declared = &ir->model->bodies.at[number];
  if (body->node_count == 0 || body->first_node + body->node_count > ir->nodes.count)
    return "it has no steps";
  if (body->values > body->slot_count
      || (body->result != IR_NO_SLOT && body->result != body->values))
    return "its parameters come first, and then its result";
  for (uint32_t s = 0; s < body->slot_count; s++)
    if (ir->slots.at[body->first_slot + s].type.width == 0)
      return "a slot has no type";
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      const char *problem = check_step (ir, body, body->first_node + n);
      if (problem)
        return arena_format (arena, "step %u: %s", (unsigned) n, problem);
      enum ir_op op = ir->nodes.at[body->first_node + n].op;
      if ((op == IR_WAKE) != (n == 0 && declared->is_started))
        return "who is started begins with a wake, and nobody else has one";
      if (op == IR_FINISH && !declared->is_joined)
        return "nobody waits for its end";
    }
  return is_connected (ir, body, arena) ? NULL : "a step is never reached";
}

const char *
ir_check (const struct ir *ir, struct arena *arena)
{
  const struct ir_model *model = ir->model;
  if (ir->bodies.count != model->bodies.count)
    return "bodies are declared that have no steps";
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    {
      const char *problem = check_body (ir, b, arena);
      if (problem)
        return arena_format (arena, "%s: %s", ir_text (model, model->bodies.at[b].name),
                             problem);
    }
  for (uint32_t f = 0; f < model->fields.count && ir->exclusive; f++)
    if (ir->exclusive[f] != IR_NO_EXPR)
      {
        const char *problem = check_expr (ir, NULL, ir->exclusive[f], true);
        if (problem)
          return problem;
      }
  for (uint32_t c = 1; c < ir->claims.count; c++)
    if (ir->claims.at[c - 1].span.begin > ir->claims.at[c].span.begin)
      return "claims are not in the order of the text";
  return NULL;
}
