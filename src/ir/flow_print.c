/* flow_print.c -- see flow_print.h. */
#include <config.h>

#include "eml/flow_print.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"
#include "eml/types.h"

/* ---- Expressions. ---- */

static void
print_slot (const struct flow *flow, const struct flow_body *body, uint32_t slot,
            FILE *file)
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
print_field (const struct flow *flow, field_id field, FILE *file)
{
  assert (field.index < flow->model->fields.count);
  text_show_name (file, model_text (flow->model,
                                    flow->model->fields.at[field.index].name));
}

/* "[index]", or nothing. */
static void
print_index (const struct flow *flow, const struct flow_body *body, uint32_t index,
             FILE *file)
{
  if (index == CODE_NO_EXPR)
    return;
  fputc ('[', file);
  flow_print_expr (flow, body, index, file);
  fputc (']', file);
}

/* An operand, in parentheses if it is an operator. */
static void
print_operand (const struct flow *flow, const struct flow_body *body, uint32_t expr,
               FILE *file)
{
  assert (expr < flow->exprs.count);
  bool is_operator = flow->exprs.at[expr].op == CODE_OPERATOR;
  fputs (is_operator ? "(" : "", file);
  flow_print_expr (flow, body, expr, file);
  fputs (is_operator ? ")" : "", file);
}

static void
print_operator (const struct flow *flow, const struct flow_body *body,
                const struct code_expr *e, FILE *file)
{
  assert (e->op == CODE_OPERATOR && e->operands[0] != CODE_NO_EXPR);
  if (e->operands[1] == CODE_NO_EXPR)
    fputs (type_sign (e->kind), file);
  print_operand (flow, body, e->operands[0], file);
  if (e->operands[1] == CODE_NO_EXPR)
    return;
  fprintf (file, " %s ", e->kind == EXPR_CONDITIONAL ? "?" : type_sign (e->kind));
  print_operand (flow, body, e->operands[1], file);
  if (e->operands[2] == CODE_NO_EXPR)
    return;
  fputs (" : ", file);
  print_operand (flow, body, e->operands[2], file);
}

void
flow_print_expr (const struct flow *flow, const struct flow_body *body, uint32_t expr,
                 FILE *file)
{
  assert (expr < flow->exprs.count);
  const struct code_expr *e = &flow->exprs.at[expr];
  switch (e->op)
    {
    case CODE_CONSTANT:
      if (e->type.is_bool)
        fputs (e->value ? "true" : "false", file);
      else
        fprintf (file, "%" PRId64, e->value);
      break;
    case CODE_SLOT:
      print_slot (flow, body, e->place, file);
      break;
    case CODE_SELF:
      fputs ("self", file);
      break;
    case CODE_FIELD:
      print_field (flow, (field_id){ e->place }, file);
      print_index (flow, body, e->operands[0], file);
      break;
    case CODE_OPERATOR:
      print_operator (flow, body, e, file);
      break;
    }
}

/* ---- Nodes. ---- */

static const char *
lock_text (const struct flow *flow, lock_id lock)
{
  assert (lock.index < flow->model->locks.count);
  return model_text (flow->model, flow->model->locks.at[lock.index].name);
}

static void
print_sets (const struct flow *flow, idset sets, FILE *file)
{
  const struct idsets *idsets = flow->model->idsets;
  for (uint32_t s = idset_next (idsets, sets, 0); s != UINT32_MAX;
       s = idset_next (idsets, sets, s + 1))
    {
      fputc (' ', file);
      text_show_name (file, model_text (flow->model, flow->model->sets.at[s].name));
    }
}

/* What NODE does whatever the data. */
static void
print_op (const struct flow *flow, const struct flow_node *node, FILE *file)
{
  static const char *const words[]
    = { [FLOW_SKIP] = "skip",     [FLOW_ACQUIRE] = "acquire", [FLOW_RELEASE] = "release",
        [FLOW_READ] = "read",     [FLOW_WRITE] = "write",     [FLOW_BEGIN] = "begin",
        [FLOW_END] = "end",       [FLOW_CALL] = "call",       [FLOW_RETURN] = "return",
        [FLOW_WAKE] = "wake",     [FLOW_FINISH] = "finish",   [FLOW_START] = "start",
        [FLOW_JOIN] = "join",     [FLOW_CUT] = "cut",         [FLOW_RESUME] = "resume",
        [FLOW_NOTIFY] = "notify" };
  assert (node->op < sizeof words / sizeof *words);
  fputs (words[node->op], file);
  if (flow_is_operation (node) || node->op == FLOW_NOTIFY)
    {
      fputc (' ', file);
      text_show_name (file, lock_text (flow, flow_lock (node)));
    }
  else if (flow_is_access (node))
    {
      fputc (' ', file);
      print_field (flow, flow_field (node), file);
    }
  else if (node->op == FLOW_BEGIN || node->op == FLOW_END)
    print_sets (flow, node->sets, file);
  else if (node->op == FLOW_CALL)
    {
      fputc (' ', file);
      text_show_name (file, model_text (flow->model,
                                        flow->model->bodies.at[flow_callee (node).index]
                                          .name));
    }
  else if (node->op == FLOW_START || node->op == FLOW_JOIN)
    for (uint32_t p = idset_next (flow->model->idsets, flow_processes (node), 0);
         p != UINT32_MAX;
         p = idset_next (flow->model->idsets, flow_processes (node), p + 1))
      fprintf (file, " #%u", (unsigned) p + 1);
}

static void
print_arguments (const struct flow *flow, const struct flow_body *body,
                 const struct code *code, FILE *file)
{
  for (uint32_t i = 0; i < code->argument_count; i++)
    {
      fputs (i == 0 ? " with " : ", ", file);
      flow_print_expr (flow, body, flow->arguments.at[code->first_argument + i], file);
    }
}

/* What NODE does, with its CODE. */
static void
print_code (const struct flow *flow, const struct flow_body *body,
            const struct flow_node *node, const struct code *code, FILE *file)
{
  static const char *const words[]
    = { [CODE_SET] = "set ",       [CODE_ANY] = "any ",       [CODE_BRANCH] = "branch ",
        [CODE_READ] = "",          [CODE_WRITE] = "",         [CODE_ASSUME] = "assume ",
        [CODE_ASSERT] = "assert ", [CODE_ACQUIRE] = "acquire ", [CODE_CALL] = "",
        [CODE_RELEASE] = "release " };
  bool of_lock = code->kind == CODE_ACQUIRE || code->kind == CODE_RELEASE;
  assert (code->kind < sizeof words / sizeof *words);
  fputs (words[code->kind], file);
  if (code->kind == CODE_READ || code->kind == CODE_WRITE || code->kind == CODE_CALL)
    print_op (flow, node, file);
  if (of_lock)
    text_show_name (file, model_array_text (flow->model, code->first_lock));
  print_index (flow, body, code->index, file);
  print_arguments (flow, body, code, file);
  if (code->slot != CODE_NO_SLOT)
    {
      bool is_first = code->kind == CODE_SET || code->kind == CODE_ANY;
      fputs (is_first ? "" : code->kind == CODE_RELEASE ? " by " : " into ", file);
      print_slot (flow, body, code->slot, file);
    }
  if (code->expr != CODE_NO_EXPR)
    {
      bool assigns = code->kind == CODE_SET || code->kind == CODE_WRITE;
      fputs (assigns ? " = " : "", file);
      flow_print_expr (flow, body, code->expr, file);
    }
  if (code->claim != CODE_NO_CLAIM)
    fprintf (file, ", claim %u", (unsigned) code->claim);
  if (code->wrong != CODE_NO_CLAIM)
    fprintf (file, ", may go wrong: claim %u", (unsigned) code->wrong);
}

void
flow_print_node (const struct flow *flow, const struct flow_body *body,
                 const struct flow_node *node, FILE *file)
{
  if (node->code == FLOW_NO_CODE)
    print_op (flow, node, file);
  else
    print_code (flow, body, node, &flow->codes.at[node->code], file);
}

static void
print_node (const struct flow *flow, const struct flow_body *body, uint32_t n, FILE *file)
{
  const struct flow_node *node = &flow->nodes.at[n];
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
print_body (const struct flow *flow, uint32_t b, FILE *file)
{
  const struct flow_body *body = &flow->bodies.at[b];
  const struct model *model = flow->model;
  fprintf (file, "%s ", model->bodies.at[b].is_process ? "process" : "proc");
  text_show_name (file, model_text (model, model->bodies.at[b].name));
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      fputs (s == 0 ? ": " : ", ", file);
      fprintf (file, "%s%s ", s < body->values ? "parameter " : "",
               type_text (model->arena, flow->slots.at[body->first_slot + s].type, false));
      print_slot (flow, body, s, file);
    }
  fputc ('\n', file);
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    print_node (flow, body, n, file);
}

void
flow_print (const struct flow *flow, FILE *file)
{
  const struct model *model = flow->model;
  assert (flow->bodies.count == model->bodies.count);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    print_body (flow, b, file);
  for (uint32_t f = 0; f < model->fields.count && flow->exclusive; f++)
    if (flow->exclusive[f] != CODE_NO_EXPR)
      {
        fputs ("exclusive ", file);
        print_field (flow, (field_id){ f }, file);
        fputs (" when ", file);
        flow_print_expr (flow, NULL, flow->exclusive[f], file);
        fputc ('\n', file);
      }
  for (uint32_t c = 0; c < flow->claims.count; c++)
    {
      const struct code_claim *claim = &flow->claims.at[c];
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
