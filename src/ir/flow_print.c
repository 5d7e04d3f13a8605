/* flow_print.c -- see flow_print.h. */
#include <config.h>

#include "ir/flow_print.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"

/* ---- Expressions. ---- */

static void
print_slot (const struct ir *flow, const struct ir_graph *body, uint32_t slot, FILE *file)
{
  assert (body && slot < body->slot_count);
  name_id name = flow->slots.at[body->first_slot + slot].name;
  if (slot == body->result)
    fputs ("result", file);
  else if (name.index == NAME_NONE.index)
    fprintf (file, "%%%u", (unsigned) slot);
  else
    text_show_name (file, names_text (flow->model->names, name));
}

static void
print_field (const struct ir *flow, field_id field, FILE *file)
{
  assert (field.index < flow->model->fields.count);
  text_show_name (file, ir_text (flow->model, flow->model->fields.at[field.index].name));
}

/* Print "[index]", or nothing. */
static void
print_index (const struct ir *flow, const struct ir_graph *body, uint32_t index,
             FILE *file)
{
  assert (index == IR_NO_EXPR || index < flow->exprs.count);
  if (index == IR_NO_EXPR)
    return;
  fputc ('[', file);
  flow_print_expr (flow, body, index, file);
  fputc (']', file);
}

/* Print an operand, in parentheses if it is an operator. */
static void
print_operand (const struct ir *flow, const struct ir_graph *body, uint32_t expr,
               FILE *file)
{
  assert (expr < flow->exprs.count);
  bool is_operator = flow->exprs.at[expr].op == IR_OPERATOR;
  fputs (is_operator ? "(" : "", file);
  flow_print_expr (flow, body, expr, file);
  fputs (is_operator ? ")" : "", file);
}

static void
print_operator (const struct ir *flow, const struct ir_graph *body,
                const struct ir_expr *e, FILE *file)
{
  assert (e->op == IR_OPERATOR && e->operands[0] != IR_NO_EXPR);
  if (e->operands[1] == IR_NO_EXPR)
    fputs (ir_sign (e->kind), file);
  print_operand (flow, body, e->operands[0], file);
  if (e->operands[1] == IR_NO_EXPR)
    return;
  fprintf (file, " %s ", e->kind == EXPR_CONDITIONAL ? "?" : ir_sign (e->kind));
  print_operand (flow, body, e->operands[1], file);
  if (e->operands[2] == IR_NO_EXPR)
    return;
  fputs (" : ", file);
  print_operand (flow, body, e->operands[2], file);
}

void
flow_print_expr (const struct ir *flow, const struct ir_graph *body, uint32_t expr,
                 FILE *file)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  switch (e->op)
    {
    case IR_CONSTANT:
      if (e->type.is_bool)
        fputs (e->value ? "true" : "false", file);
      else
        fprintf (file, "%" PRId64, e->value);
      break;
    case IR_SLOT: print_slot (flow, body, e->place, file); break;
    case IR_SELF: fputs ("self", file); break;
    case IR_FIELD:
      print_field (flow, (field_id){ e->place }, file);
      print_index (flow, body, e->operands[0], file);
      break;
    case IR_OPERATOR: print_operator (flow, body, e, file); break;
    }
}

/* ---- Nodes. ---- */

static const char *
lock_text (const struct ir *flow, lock_id lock)
{
  assert (lock.index < flow->model->locks.count);
  return ir_text (flow->model, flow->model->locks.at[lock.index].name);
}

static void
print_sets (const struct ir *flow, idset sets, FILE *file)
{
  const struct idsets *idsets = flow->model->idsets;
  IDSET_EACH (s, idsets, sets)
    {
      fputc (' ', file);
      text_show_name (file, ir_text (flow->model, flow->model->sets.at[s].name));
    }
}

static void
print_processes (const struct ir *flow, idset processes, FILE *file)
{
  const struct idsets *idsets = flow->model->idsets;
  IDSET_EACH (p, idsets, processes)
    fprintf (file, " #%u", (unsigned) p + 1);
}

/* Print the object of STEP. */
static void
print_object (const struct ir *flow, const struct ir_step *step, FILE *file)
{
  if (step->op == IR_BEGIN || step->op == IR_END)
    print_sets (flow, step->sets, file);
  else if (step->op == IR_START || step->op == IR_JOIN)
    print_processes (flow, ir_step_processes (step), file);
  else
    {
      bool has_object = ir_is_operation (step) || ir_is_element (step)
                        || ir_is_access (step) || step->op == IR_CALL
                        || step->op == IR_NOTIFY;
      fputs (has_object ? " " : "", file);
      if (ir_is_element (step))
        text_show_name (file, ir_array_text (flow->model, step->first_lock));
      else if (ir_is_operation (step) || step->op == IR_NOTIFY)
        text_show_name (file, lock_text (flow, ir_step_lock (step)));
      else if (ir_is_access (step))
        print_field (flow, ir_step_field (step), file);
      else if (step->op == IR_CALL)
        text_show_name (
          file, ir_text (flow->model,
                         flow->model->bodies.at[ir_step_callee (step).index].name));
    }
}

static void
print_arguments (const struct ir *flow, const struct ir_graph *body,
                 const struct ir_step *step, FILE *file)
{
  assert (step->first_argument + step->argument_count <= flow->arguments.count);
  for (uint32_t i = 0; i < step->argument_count; i++)
    {
      fputs (i == 0 ? " with " : ", ", file);
      flow_print_expr (flow, body, flow->arguments.at[step->first_argument + i], file);
    }
}

void
flow_print_node (const struct ir *flow, const struct ir_graph *body,
                 const struct ir_step *step, FILE *file)
{
  static const char *const words[]
    = { [IR_SKIP] = "skip",         [IR_ACQUIRE] = "acquire",
        [IR_RELEASE] = "release",   [IR_READ] = "read",
        [IR_WRITE] = "write",       [IR_BEGIN] = "begin",
        [IR_END] = "end",           [IR_CALL] = "call",
        [IR_RETURN] = "return",     [IR_WAKE] = "wake",
        [IR_FINISH] = "finish",     [IR_START] = "start",
        [IR_JOIN] = "join",         [IR_CUT] = "cut",
        [IR_RESUME] = "resume",     [IR_NOTIFY] = "notify",
        [IR_SET] = "set",           [IR_ANY] = "any",
        [IR_TEST] = "branch",       [IR_ASSUME] = "assume",
        [IR_ASSERT] = "assert",     [IR_ACQUIRE_AT] = "acquire",
        [IR_RELEASE_AT] = "release" };
  assert (step->op < sizeof words / sizeof *words);
  fputs (words[step->op], file);
  print_object (flow, step, file);
  print_index (flow, body, step->index, file);
  print_arguments (flow, body, step, file);
  if (step->slot != IR_NO_SLOT)
    {
      bool is_first = step->op == IR_SET || step->op == IR_ANY;
      fputs (is_first ? " " : step->op == IR_RELEASE_AT ? " by " : " into ", file);
      print_slot (flow, body, step->slot, file);
    }
  if (step->expr != IR_NO_EXPR)
    {
      bool assigns = step->op == IR_SET || step->op == IR_WRITE;
      fputs (assigns ? " = " : " ", file);
      flow_print_expr (flow, body, step->expr, file);
    }
  if (step->claim != IR_NO_CLAIM)
    fprintf (file, ", claim %u", (unsigned) step->claim);
  if (step->wrong != IR_NO_CLAIM)
    fprintf (file, ", may go wrong: claim %u", (unsigned) step->wrong);
}

static void
print_node (const struct ir *flow, const struct ir_graph *body, uint32_t n, FILE *file)
{
  const struct ir_step *node = &flow->nodes.at[n];
  assert (n >= body->first_node && n < body->first_node + body->node_count);
  struct source_place place = source_place (flow->model->source, node->offset);
  fprintf (file, "  %u at %u:%u: %s", (unsigned) (n - body->first_node),
           (unsigned) place.line, (unsigned) place.column, node->atomic ? "atomic " : "");
  flow_print_node (flow, body, node, file);
  for (uint32_t e = 0; e < node->edge_count; e++)
    fprintf (file, "%s%u", e == 0 ? " -> " : ", ",
             (unsigned) (flow->edges.at[node->first_edge + e] - body->first_node));
  fputc ('\n', file);
}

static void
print_body (const struct ir *flow, uint32_t b, FILE *file)
{
  assert (b < flow->bodies.count);
  const struct ir_graph *body = &flow->bodies.at[b];
  const struct ir_model *model = flow->model;
  fprintf (file, "%s ", model->bodies.at[b].is_process ? "process" : "proc");
  text_show_name (file, ir_text (model, model->bodies.at[b].name));
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      fputs (s == 0 ? ": " : ", ", file);
      fprintf (
        file, "%s%s ", s < body->values ? "parameter " : "",
        ir_type_text (model->arena, flow->slots.at[body->first_slot + s].type, false));
      print_slot (flow, body, s, file);
    }
  fputc ('\n', file);
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    print_node (flow, body, n, file);
}

void
flow_print (const struct ir *flow, FILE *file)
{
  const struct ir_model *model = flow->model;
  assert (flow->bodies.count == model->bodies.count);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    print_body (flow, b, file);
  for (uint32_t f = 0; f < model->fields.count && flow->exclusive; f++)
    if (flow->exclusive[f] != IR_NO_EXPR)
      {
        fputs ("exclusive ", file);
        print_field (flow, (field_id){ f }, file);
        fputs (" when ", file);
        flow_print_expr (flow, NULL, flow->exclusive[f], file);
        fputc ('\n', file);
      }
  for (uint32_t c = 0; c < flow->claims.count; c++)
    {
      const struct ir_claim *claim = &flow->claims.at[c];
      struct source_place place = source_place (model->source, claim->span.begin);
      fprintf (file, "claim %u at %u:%u: %s", (unsigned) c, (unsigned) place.line,
               (unsigned) place.column, claim->is_assert ? "assert" : "goes wrong");
      if (claim->text.index != NAME_NONE.index)
        {
          fputc (' ', file);
          text_print_name (file, names_text (model->names, claim->text));
        }
      fputc ('\n', file);
    }
}
