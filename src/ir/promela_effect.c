/* promela_effect.c -- see promela_effect.h. */
#include <config.h>

#include "ir/promela_effect.h"

#include <assert.h>
#include <inttypes.h>

/* ---- Pieces. ---- */

struct promela_scope
promela_scope_of (const struct promela *p, uint32_t node)
{
  assert (node < p->in.nodes.count);
  return (struct promela_scope){ p->file, p->flow, &p->in, p->in.nodes.at[node].frame };
}

const struct pds_action_info *
promela_action_of (const struct promela *p, uint32_t node)
{
  const struct pds *pds = &p->lowering->pds;
  struct pds_range rules = pds_rules_of (pds, p->in.nodes.at[node].symbol);
  assert (rules.begin < rules.end);
  return &pds->actions.at[pds->rules.at[rules.begin].action.index];
}

bool
promela_is_atomic (const struct promela *p, uint32_t node)
{
  return ir_is_atomic (p->lowering, p->in.nodes.at[node].symbol);
}

void
promela_put_register (const struct promela *p, uint32_t reg)
{
  assert (reg < p->in.registers.count);
  fprintf (p->file, "r%" PRIu32, reg);
}

uint32_t
promela_target (const struct promela *p, uint32_t node, uint32_t edge)
{
  assert (edge < p->in.nodes.at[node].next_count);
  return p->in.next.at[p->in.nodes.at[node].first_next + edge];
}

/* Write REG = EXPR, cut to its width. */
static void
put_assignment (const struct promela *p, const struct promela_scope *scope, uint32_t reg,
                uint32_t expr)
{
  assert (expr < p->flow->exprs.count);
  promela_put_register (p, reg);
  fputs (" = ", p->file);
  promela_open_store (scope, p->in.registers.at[reg]);
  promela_put_expr (scope, expr);
  promela_close_store (scope, p->in.registers.at[reg]);
}

bool
promela_put_wrong (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  const char *glue = "";
  if (step->wrong == IR_NO_CLAIM)
    return false;
  uint32_t parts[2] = { step->expr, step->index };
  for (uint32_t i = 0; i < 2; i++)
    if (promela_can_fail (p->flow, parts[i]))
      {
        fputs (glue, p->file);
        promela_put_failure (&scope, parts[i]);
        glue = " || ";
      }
  for (uint32_t i = 0; i < step->argument_count; i++)
    {
      uint32_t argument = p->flow->arguments.at[step->first_argument + i];
      if (promela_can_fail (p->flow, argument))
        {
          fputs (glue, p->file);
          promela_put_failure (&scope, argument);
          glue = " || ";
        }
    }
  if (step->index != IR_NO_EXPR && step->op != IR_RELEASE_AT)
    {
      fprintf (p->file, "%sOUTSIDE(", glue);
      promela_put_expr (&scope, step->index);
      fprintf (p->file, ", %" PRIu32 ")",
               ir_is_element (step)
                 ? step->lock_count
                 : p->flow->model->fields.at[ir_step_field (step).index].cells);
      glue = " || ";
    }
  return *glue;
}

bool
promela_can_go_wrong (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  if (step->wrong == IR_NO_CLAIM)
    return false;
  bool can = promela_can_fail (p->flow, step->expr)
             || promela_can_fail (p->flow, step->index)
             || (step->index != IR_NO_EXPR && step->op != IR_RELEASE_AT);
  for (uint32_t i = 0; i < step->argument_count; i++)
    can |= promela_can_fail (p->flow, p->flow->arguments.at[step->first_argument + i]);
  return can;
}

/* ---- What nodes do. ---- */

/* Write the number of the cell that NODE accesses, among all cells. */
static void
put_cell_number (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  uint32_t field = ir_step_field (step).index, first = 1;
  struct promela_scope scope = promela_scope_of (p, node);
  for (uint32_t f = 0; f < field; f++)
    first += p->flow->model->fields.at[f].cells;
  fprintf (p->file, "%" PRIu32, first);
  if (step->index != IR_NO_EXPR)
    {
      fputs (" + ", p->file);
      promela_put_expr (&scope, step->index);
    }
}

void
promela_put_meeting (const struct promela *p, uint32_t node, uint32_t start,
                     const char *word)
{
  assert (start < p->in.nodes.count && *word);
  const struct ir_step *step = inlined_step (&p->in, node);
  if (!ir_is_access (step)
      || p->flow->model->fields.at[ir_step_field (step).index].is_volatile)
    return;
  fprintf (p->file, "%s(%" PRIu32 ", ", word, ir_step_field (step).index);
  put_cell_number (p, node);
  fprintf (p->file, ", %s, %s)\n    ", step->op == IR_WRITE ? "true" : "false",
           promela_is_atomic (p, start) ? "true" : "false");
}

/* Write the check of the predicate of FIELD, if it has one. */
static void
put_exclusive (const struct promela *p, uint32_t field)
{
  assert (field < p->flow->model->fields.count);
  if (p->flow->exclusive && p->flow->exclusive[field] != IR_NO_EXPR)
    fprintf (p->file, "MAY%" PRIu32 " ", field);
}

static void
put_access (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t field = ir_step_field (step).index;
  struct ir_type type = p->flow->model->fields.at[field].type;
  put_exclusive (p, field);
  if (step->op == IR_READ)
    {
      uint32_t reg = step->slot == IR_NO_SLOT
                       ? INLINED_NONE
                       : inlined_register (&p->in, scope.frame, step->slot);
      if (reg == INLINED_NONE)
        fputs ("skip", p->file);
      else
        {
          promela_put_register (p, reg);
          fputs (" = ", p->file);
          /* A slot is as wide as the field, or wider. */
          bool same = p->in.registers.at[reg].width == type.width;
          if (!same)
            {
              promela_open_store (&scope, p->in.registers.at[reg]);
              promela_open_value (&scope, type);
            }
          promela_put_cell (&scope, field, step->index);
          if (!same)
            {
              promela_close_value (&scope, type);
              promela_close_store (&scope, p->in.registers.at[reg]);
            }
        }
    }
  else if (type.width == 0)
    fputs ("skip", p->file);
  else
    {
      promela_put_cell (&scope, field, step->index);
      fputs (" = ", p->file);
      promela_open_store (&scope, type);
      promela_put_expr (&scope, step->expr);
      promela_close_store (&scope, type);
    }
}

/* Write an acquire or release of a lock of an array (ir.h). */
static void
put_element (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t reg = step->slot == IR_NO_SLOT
                   ? INLINED_NONE
                   : inlined_register (&p->in, scope.frame, step->slot);
  if (step->op == IR_RELEASE_AT)
    {
      assert (reg != INLINED_NONE);
      fputs ("if :: ", p->file);
      promela_open_value (&scope, p->in.registers.at[reg]);
      promela_put_register (p, reg);
      promela_close_value (&scope, p->in.registers.at[reg]);
      fprintf (p->file, " >= 0 -> owner[%" PRIu32 " + ", step->first_lock.index);
      promela_put_register (p, reg);
      fputs ("] = 0 :: else fi", p->file);
      return;
    }
  fprintf (p->file, "if :: owner[%" PRIu32 " + ", step->first_lock.index);
  promela_put_expr (&scope, step->index);
  fputs ("] == SELF -> ", p->file);
  if (reg != INLINED_NONE)
    {
      promela_put_register (p, reg);
      fputs (" = ", p->file);
      promela_open_store (&scope, p->in.registers.at[reg]);
      fputs ("(-1)", p->file);
      promela_close_store (&scope, p->in.registers.at[reg]);
    }
  else
    fputs ("skip", p->file);
  fprintf (p->file, " :: owner[%" PRIu32 " + ", step->first_lock.index);
  promela_put_expr (&scope, step->index);
  fprintf (p->file, "] == 0 -> owner[%" PRIu32 " + ", step->first_lock.index);
  promela_put_expr (&scope, step->index);
  fputs ("] = SELF", p->file);
  if (reg != INLINED_NONE)
    {
      fputs ("; ", p->file);
      put_assignment (p, &scope, reg, step->index);
    }
  fputs (" fi", p->file);
}

static void
put_any (const struct promela *p, uint32_t reg)
{
  assert (reg < p->in.registers.count && p->in.registers.at[reg].width < 64);
  struct ir_type type = p->in.registers.at[reg];
  struct promela_scope scope = { p->file, p->flow, &p->in, 0 };
  fputs ("if", p->file);
  int64_t least = type.is_bool ? 0 : -((int64_t) 1 << (type.width - 1));
  for (int64_t v = least; v < least + ((int64_t) 1 << type.width); v++)
    {
      fputs (" :: ", p->file);
      promela_put_register (p, reg);
      fputs (" = ", p->file);
      promela_open_store (&scope, type);
      fprintf (p->file, "(%" PRId64 ")", v);
      promela_close_store (&scope, type);
    }
  fputs (" fi", p->file);
}

/* Write a call: parameters become the arguments; what else the new frame needs is 0. */
static void
put_call (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t to = promela_target (p, node, 0), frame = p->in.nodes.at[to].frame;
  const struct ir_graph *body = &p->flow->bodies.at[p->in.frames.at[frame].body.index];
  const char *glue = "";
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      uint32_t reg = inlined_register (&p->in, frame, s);
      if (reg == INLINED_NONE || !inlined_is_live (&p->in, to, reg))
        continue;
      fputs (glue, p->file);
      glue = "; ";
      if (s < step->argument_count)
        put_assignment (p, &scope, reg, p->flow->arguments.at[step->first_argument + s]);
      else
        {
          promela_put_register (p, reg);
          fputs (" = 0", p->file);
        }
    }
  if (!*glue)
    fputs ("skip", p->file);
}

/* Write a return: the result goes to the caller. */
static void
put_return (const struct promela *p, uint32_t node)
{
  uint32_t frame = p->in.nodes.at[node].frame, call = p->in.frames.at[frame].call;
  const struct ir_step *step = call == INLINED_NONE ? NULL : inlined_step (&p->in, call);
  uint32_t to = INLINED_NONE;
  if (step && step->slot != IR_NO_SLOT)
    to = inlined_register (&p->in, p->in.nodes.at[call].frame, step->slot);
  if (to == INLINED_NONE)
    {
      fputs ("skip", p->file);
      return;
    }
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t result = p->flow->bodies.at[p->in.frames.at[frame].body.index].result;
  uint32_t from = inlined_register (&p->in, frame, result);
  assert (from != INLINED_NONE);
  promela_put_register (p, to);
  fputs (" = ", p->file);
  promela_open_store (&scope, p->in.registers.at[to]);
  promela_open_value (&scope, p->in.registers.at[from]);
  promela_put_register (p, from);
  promela_close_value (&scope, p->in.registers.at[from]);
  promela_close_store (&scope, p->in.registers.at[to]);
}

/* Write the start or join of the processes of ACTION. */
static void
put_order (const struct promela *p, const struct pds_action_info *action)
{
  assert (action->op == PDS_START || action->op == PDS_JOIN);
  const struct idsets *idsets = p->lowering->pds.idsets;
  idset processes = pds_action_processes (action);
  bool starts = action->op == PDS_START;
  const char *glue = "";
  IDSET_EACH (q, idsets, processes)
    {
      fprintf (p->file, "%s%s[%" PRIu32 "]", glue, starts ? "!started" : "ended", q);
      glue = " && ";
    }
  for (uint32_t q = idset_next (idsets, processes, 0); q != UINT32_MAX && starts;
       q = idset_next (idsets, processes, q + 1))
    fprintf (p->file, "; started[%" PRIu32 "] = true", q);
}

void
promela_put_effect (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  const struct pds_action_info *action = promela_action_of (p, node);
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t reg = INLINED_NONE;
  if (step->slot != IR_NO_SLOT && step->op != IR_CALL)
    reg = inlined_register (&p->in, scope.frame, step->slot);
  if (ir_is_element (step))
    put_element (p, node);
  else if (step->op == IR_CALL)
    put_call (p, node);
  else if (step->op == IR_RETURN)
    put_return (p, node);
  else if (ir_is_access (step))
    put_access (p, node);
  else if (step->op == IR_SET && reg != INLINED_NONE)
    put_assignment (p, &scope, reg, step->expr);
  else if (step->op == IR_ANY && reg != INLINED_NONE)
    put_any (p, reg);
  else if (step->op == IR_ASSUME)
    promela_put_expr (&scope, step->expr);
  else if (action->op == PDS_ACQUIRE)
    fprintf (p->file, "owner[%" PRIu32 "] == 0%s; owner[%" PRIu32 "] = SELF",
             pds_action_lock (action).index, step->waits ? " && AWAKE" : "",
             pds_action_lock (action).index);
  else if (action->op == PDS_RELEASE)
    {
      fprintf (p->file, "owner[%" PRIu32 "] = 0", pds_action_lock (action).index);
      if (step->waits)
        fprintf (p->file, "; SLEEP(%" PRIu32 ")", pds_action_lock (action).index);
    }
  else if (step->op == IR_NOTIFY)
    fprintf (p->file, "NOTIFY%s(%" PRIu32 ")", step->all ? "ALL" : "",
             ir_step_lock (step).index);
  else if (action->op == PDS_START || action->op == PDS_JOIN)
    put_order (p, action);
  else if (action->op == PDS_WAKE)
    {
      /* Of the copies of a process, only some may be started. */
      const struct pds *pds = &p->lowering->pds;
      fputs ("(started[SELF - 1]", p->file);
      for (uint32_t q = 0; q < pds->processes.count; q++)
        if (!pds->processes.at[q].started)
          fprintf (p->file, " || SELF == %" PRIu32, q + 1);
      fputc (')', p->file);
    }
  else if (action->op == PDS_FINISH)
    fputs ("ended[SELF - 1] = true", p->file);
  else
    fputs ("skip", p->file);
}
