/* promela.c -- see promela.h.
 *
 * A process type for each process: for each node a label, a statement, and where to go.
 * A statement that changes something visible to others is one step, `atomic' if it is
 * several statements of Promela; registers that are no longer needed are set to 0 in it,
 * and local nodes that follow are executed in it, too.  The nodes of atomic blocks stand
 * together at the end in one `atomic', so that control stays in it from node to node and
 * leaves it with the block.
 */
#include <config.h>

#include "ir/promela.h"

#include <assert.h>
#include <inttypes.h>

#include "base/escape.h"
#include "ir/promela_head.h"

/* Values of up to this many bits are listed where any of them may be chosen. */
#define LISTED_BITS 10
/* The most local nodes that are written out after a step; beyond them is a label. */
#define MOST_LOCAL 6

/* ---- What Promela cannot express. ---- */

static const char *
problem_of_data (const struct ir_projection *lowering)
{
  const struct ir *flow = lowering->flow;
  const struct ir_model *model = flow->model;
  static const char wide[] = "it has values of more than 32 bits";
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (model->fields.at[f].type.width > 32)
      return wide;
    else if (model->fields.at[f].any && model->fields.at[f].type.width > LISTED_BITS)
      return "a field starts with any of too many values";
  for (uint32_t s = 0; s < flow->slots.count; s++)
    if (flow->slots.at[s].type.width > 32)
      return wide;
  for (uint32_t e = 0; e < flow->exprs.count; e++)
    if (!promela_is_narrow (flow, e))
      return wide;
  if (lowering->pds.processes.count > 200)
    return "it has more than 200 processes";
  return NULL;
}

/* What is wrong with the present process. */
static const char *
problem_of_choices (const struct inlined *in)
{
  assert (in->nodes.count > 0 && in->register_of);
  for (uint32_t n = 0; n < in->nodes.count; n++)
    {
      const struct ir_step *step = inlined_step (in, n);
      if (step->op != IR_ANY)
        continue;
      uint32_t reg = inlined_register (in, in->nodes.at[n].frame, step->slot);
      if (reg != INLINED_NONE && in->registers.at[reg].width > LISTED_BITS)
        return "any of too many values is chosen";
    }
  return NULL;
}

/* ---- What is left out. ---- */

/* Is REG in use at NODE, or set by it? */
static bool
is_in_use (const struct promela *p, uint32_t node, uint32_t reg)
{
  assert (reg < p->in.registers.count);
  const struct ir_step *step = inlined_step (&p->in, node);
  if (inlined_is_live (&p->in, node, reg))
    return true;
  return step->slot != IR_NO_SLOT && step->op != IR_CALL
         && inlined_register (&p->in, p->in.nodes.at[node].frame, step->slot) == reg;
}

/* Can NODE be left out, since it does nothing but go on? */
static bool
is_idle (const struct promela *p, uint32_t node)
{
  enum pds_op action = promela_action_of (p, node)->op;
  if (p->in.nodes.at[node].next_count != 1)
    return false;
  switch ((unsigned) inlined_step (&p->in, node)->op)
    {
    case IR_READ:
    case IR_WRITE:
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT:
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
    case IR_NOTIFY:
    case IR_CALL:
    case IR_RETURN: return false;
    default: return action == PDS_SKIP || action == PDS_BEGIN || action == PDS_END;
    }
}

/* Skip idle nodes; but a node that is not atomic separates two blocks. */
static void
find_aliases (struct promela *p)
{
  assert (p->in.nodes.count > 0);
  uint32_t count = p->in.nodes.count;
  p->aliases = arena_alloc (p->arena, count * sizeof *p->aliases);
  for (uint32_t n = 0; n < count; n++)
    {
      uint32_t to = n;
      for (uint32_t steps = 0; steps < count && is_idle (p, to); steps++)
        {
          uint32_t next = promela_target (p, to, 0);
          if (!promela_is_atomic (p, to) && promela_is_atomic (p, next))
            break;
          to = next;
        }
      p->aliases[n] = is_idle (p, to) && to != n && promela_is_atomic (p, to) ? n : to;
    }
}

/* ---- Nodes. ---- */

/* Can a process wait for others before NODE?  Where it stays anywhere else, it has
   failed, was never started, or has a condition that no other process can make true. */
static bool
may_wait (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  enum pds_op action = promela_action_of (p, node)->op;
  assert (node < p->in.nodes.count);
  return step->op == IR_ACQUIRE_AT || action == PDS_ACQUIRE || action == PDS_START
         || action == PDS_JOIN
         || (step->op == IR_ASSUME
             && ir_expr_has (p->flow, step->expr, IR_FIELD, IR_ANYWHERE));
}

/* Write the label of NODE: with "end" in front, Spin lets a process stay there. */
static void
put_label (const struct promela *p, uint32_t node)
{
  assert (node < p->in.nodes.count);
  fprintf (p->file, "%sL%" PRIu32, may_wait (p, node) ? "" : "end", node);
}

/* Is NODE one of the reads of an assume, the step START (ir.h)? */
static bool
is_of_assume (const struct promela *p, uint32_t start, uint32_t node)
{
  const struct ir_step *first = inlined_step (&p->in, start);
  const struct ir_step *step = inlined_step (&p->in, node);
  return first->op == IR_ASSUME && step->atomic
         && (step->op == IR_TEST
             || (step->op == IR_READ && step->slot == IR_NO_SLOT
                 && p->flow->model->fields.at[ir_step_field (step).index].type.width
                      > 0));
}

/* Does NODE concern only its process?  Then it is executed in the step before it. */
static bool
is_local (const struct promela *p, uint32_t node)
{
  switch ((unsigned) inlined_step (&p->in, node)->op)
    {
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSERT:
    case IR_CALL:
    case IR_RETURN: return true;
    case IR_SKIP: return p->in.nodes.at[node].next_count > 1;
    default: return false;
    }
}

/* Write a failure of CLAIM at NODE.  In the midst of an atomic block it stops all
   processes. */
static void
put_failure (const struct promela *p, uint32_t node, uint32_t claim)
{
  assert (claim < p->flow->claims.count);
  fprintf (p->file, "FAIL%s(%" PRIu32 ")", promela_is_atomic (p, node) ? "_INSIDE" : "",
           claim);
}

static void put_rest (const struct promela *p, uint32_t node, uint32_t edge,
                      uint32_t start, uint32_t depth);

static void
put_branch (const struct promela *p, uint32_t node, uint32_t start, uint32_t depth)
{
  assert (p->in.nodes.at[node].next_count > 0);
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  uint32_t count = p->in.nodes.at[node].next_count;
  fputs ("if", p->file);
  for (uint32_t i = 0; i < count; i++)
    {
      fputs (" :: ", p->file);
      if (step->op != IR_TEST)
        fputs ("true", p->file);
      else if (i == 0)
        promela_put_expr (&scope, step->expr);
      else
        fputs ("else", p->file);
      fputs (" -> ", p->file);
      put_rest (p, node, i, start, depth);
    }
  fputs (" fi", p->file);
}

/* Write what NODE does, and where it goes: START is the step that it belongs to, DEPTH
   how many nodes it is after that. */
static void
put_body (const struct promela *p, uint32_t node, uint32_t start, uint32_t depth)
{
  assert (node < p->in.nodes.count && start < p->in.nodes.count);
  const struct ir_step *step = inlined_step (&p->in, node);
  struct promela_scope scope = promela_scope_of (p, node);
  bool wrong = promela_can_go_wrong (p, node);
  if (wrong)
    {
      fputs ("if :: ", p->file);
      promela_put_wrong (p, node);
      fputs (" -> ", p->file);
      put_failure (p, node, step->wrong);
      fputs (" :: ", p->file);
      if (step->op == IR_ASSUME)
        {
          fputs ("!(", p->file);
          promela_put_wrong (p, node);
          fputs (") && (", p->file);
          promela_put_expr (&scope, step->expr);
          fputs (") -> ", p->file);
          put_rest (p, node, 0, start, depth);
          fputs (" fi", p->file);
          return;
        }
      fputs ("else -> ", p->file);
    }
  if (step->op == IR_ASSERT)
    {
      fputs ("if :: ", p->file);
      promela_put_expr (&scope, step->expr);
      fputs (" -> ", p->file);
      put_rest (p, node, 0, start, depth);
      fputs (" :: else -> ", p->file);
      put_failure (p, node, step->claim);
      fputs (" fi", p->file);
    }
  else if (step->op == IR_TEST || p->in.nodes.at[node].next_count > 1)
    put_branch (p, node, start, depth);
  else
    {
      if (node != start && ir_is_access (step))
        promela_put_meeting (p, node, start, "SEES");
      promela_put_effect (p, node);
      fputs ("; ", p->file);
      if (step->op == IR_ACQUIRE_AT || promela_action_of (p, node)->op == PDS_ACQUIRE)
        fputs ("HAS ", p->file);
      if (ir_is_access (step) && node == start)
        fputs ("PAST ", p->file);
      if (node == start && promela_is_atomic (p, node) && !is_local (p, node)
          && !is_idle (p, node) && step->op != IR_ASSUME)
        fputs ("IN ", p->file);
      put_rest (p, node, 0, start, depth);
    }
  fputs (wrong ? " fi" : "", p->file);
}

/* Write how NODE goes on by EDGE: registers that are no longer needed become 0; local
   nodes follow at once. */
static void
put_rest (const struct promela *p, uint32_t node, uint32_t edge, uint32_t start,
          uint32_t depth)
{
  assert (depth > 0 || node == start);
  if (p->in.nodes.at[node].next_count == 0)
    {
      fputs ("goto End", p->file);
      return;
    }
  uint32_t next = promela_target (p, node, edge), to = p->aliases[next];
  assert (to < p->in.nodes.count);
  for (uint32_t r = 0; r < p->in.registers.count; r++)
    if (!inlined_is_live (&p->in, next, r) && is_in_use (p, node, r))
      {
        promela_put_register (p, r);
        fputs (" = 0; ", p->file);
      }
  /* An assume has made its step when all its reads were passed. */
  const struct ir_step *first = inlined_step (&p->in, start);
  if (first->op == IR_ASSUME && promela_is_atomic (p, start)
      && (node == start || is_of_assume (p, start, node)) && !is_of_assume (p, start, to))
    fputs ("IN ", p->file);
  if (promela_is_atomic (p, node) && !promela_is_atomic (p, to))
    fputs ("OUT ", p->file);
  if (is_of_assume (p, start, to)
      || (depth < MOST_LOCAL && is_local (p, to)
          && promela_is_atomic (p, to) == promela_is_atomic (p, start)))
    put_body (p, to, start, depth + 1);
  else
    {
      fputs ("goto ", p->file);
      put_label (p, to);
    }
}

static void
put_deadlock (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  assert (!ir_is_access (step));
  const struct pds_action_info *action = promela_action_of (p, node);
  struct promela_scope scope = promela_scope_of (p, node);
  if (step->op == IR_ACQUIRE_AT)
    {
      fprintf (p->file, "WAITS(%" PRIu32 " + ", step->first_lock.index);
      promela_put_expr (&scope, step->index);
      fputs (")\n    ", p->file);
    }
  else if (action->op == PDS_ACQUIRE)
    fprintf (p->file, "WAITS(%" PRIu32 ")\n    ", pds_action_lock (action).index);
}

/* Write the announcement of the next step to the others, if it does not go wrong. */
static void
put_announcements (const struct promela *p, uint32_t node)
{
  const struct ir_step *step = inlined_step (&p->in, node);
  bool access = ir_is_access (step);
  bool acquire
    = step->op == IR_ACQUIRE_AT || promela_action_of (p, node)->op == PDS_ACQUIRE;
  bool wrong = promela_can_go_wrong (p, node);
  if (!access && !acquire)
    return;
  if (wrong)
    {
      fputs ("if :: ", p->file);
      promela_put_wrong (p, node);
      fputs (" :: else -> ", p->file);
    }
  if (access)
    promela_put_meeting (p, node, node, "MEETS");
  else
    put_deadlock (p, node);
  fputs (wrong ? "skip fi;\n    " : "", p->file);
}

static void
put_node (const struct promela *p, uint32_t node)
{
  bool inside = promela_is_atomic (p, node);
  put_label (p, node);
  fputs (": ", p->file);
  put_announcements (p, node);
  fputs (inside ? "" : "atomic { ", p->file);
  put_body (p, node, node, 0);
  fputs (inside ? ";\n" : " };\n", p->file);
}

static void
put_process (struct promela *p, uint32_t first, uint32_t copies)
{
  assert (copies > 0 && first + copies <= p->lowering->pds.processes.count);
  const struct pds *pds = &p->lowering->pds;
  FILE *out = p->file;
  fputs ("\n/* ", out);
  escape_comment (out, pds->processes.at[first].name);
  fprintf (out, "%s */\n", copies > 1 ? " and its copies" : "");
  if (p->any)
    fprintf (out, "proctype P%" PRIu32 "() PROVIDED\n{\n", first);
  else
    fprintf (out, "active [%" PRIu32 "] proctype P%" PRIu32 "() PROVIDED\n{\n", copies,
             first);
  for (uint32_t r = 0; r < p->in.registers.count; r++)
    fprintf (out, "  %s r%" PRIu32 ";\n", promela_type (p->in.registers.at[r]), r);
  find_aliases (p);
  bool *reached = arena_calloc (p->arena, p->in.nodes.count, sizeof *reached);
  reached[p->aliases[0]] = true;
  bool atomics = false;
  for (uint32_t i = 0; i < p->in.next.count; i++)
    reached[p->aliases[p->in.next.at[i]]] = true;
  fputs ("  goto ", out);
  put_label (p, p->aliases[0]);
  fputs (";\n", out);
  for (uint32_t n = 0; n < p->in.nodes.count; n++)
    {
      atomics |= reached[n] && promela_is_atomic (p, n);
      if (reached[n] && !promela_is_atomic (p, n))
        put_node (p, n);
    }
  if (atomics)
    {
      fputs ("  atomic { skip;\n", out);
      for (uint32_t n = 0; n < p->in.nodes.count; n++)
        if (reached[n] && promela_is_atomic (p, n))
          put_node (p, n);
      fputs ("  skip };\n", out);
    }
  fputs ("endGone: false;\nEnd: skip\n}\n", out);
}

bool
promela_write (const struct ir_projection *lowering, FILE *file, struct arena *arena,
               const char **problem)
{
  assert (lowering->flow && file && problem);
  const struct pds *pds = &lowering->pds;
  const struct ir_model *model = lowering->flow->model;
  struct promela p
    = { .lowering = lowering, .flow = lowering->flow, .file = file, .arena = arena };
  *problem = problem_of_data (lowering);
  for (uint32_t f = 0; f < model->fields.count; f++)
    p.any |= model->fields.at[f].any;
  for (uint32_t q = 0; q < pds->processes.count && !*problem; q++)
    if (q == 0 || pds->processes.at[q].body.index != pds->processes.at[q - 1].body.index)
      if (inlined_build (&p.in, lowering, (process_id){ q }, arena, problem))
        *problem = problem_of_choices (&p.in);
  if (*problem)
    return false;
  promela_put_macros (&p);
  fprintf (file, "bool started[%" PRIu32 "], ended[%" PRIu32 "];\n", pds->processes.count,
           pds->processes.count);
  promela_put_fields (&p);
  for (uint32_t q = 0; q < pds->processes.count;)
    {
      uint32_t end = q + 1;
      while (end < pds->processes.count
             && pds->processes.at[end].body.index == pds->processes.at[q].body.index)
        end++;
      inlined_build (&p.in, lowering, (process_id){ q }, arena, problem);
      put_process (&p, q, end - q);
      q = end;
    }
  if (p.any)
    promela_put_init (&p);
  return true;
}
