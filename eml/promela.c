/* promela.c -- see promela.h.
 *
 * A process type for each process: a label for each node, a statement, and where to go
 * from there.  A statement that changes something others see is one step, `atomic' if it is
 * several statements of Promela; registers that are no longer needed are set to 0 in it, and
 * what only concerns the process itself and comes next happens in it, too.
 * The nodes of atomic blocks stand together at the end in one `atomic', so that control
 * stays in it from node to node and leaves it with the block.
 */
#include <config.h>

#include "eml/promela.h"

#include <inttypes.h>
#include <string.h>

#include "eml/promela_expr.h"

/* Values of this many bits are listed where any of them may be chosen. */
#define LISTED_BITS 10
/* Local nodes that are written out after a step; what is longer has a label. */
#define MOST_LOCAL 6

struct promela
{
  const struct eml *eml;
  const struct flow *flow;
  FILE *file;
  struct arena *arena;
  bool any;      /* some field starts with any value */
  /* Of the process in hand: */
  struct inlined in;
  uint32_t *aliases; /* by node: the first node from there on that does something */
};

static struct promela_scope
scope_of (const struct promela *p, uint32_t node)
{
  return (struct promela_scope){ p->file, p->flow, &p->in, p->in.nodes.at[node].frame };
}

static const struct pds_action_info *
action_of (const struct promela *p, uint32_t node)
{
  const struct pds *pds = &p->eml->lowering.pds;
  struct pds_range rules = pds_rules_of (pds, p->in.nodes.at[node].symbol);
  assert (rules.begin < rules.end);
  return &pds->actions.at[pds->rules.at[rules.begin].action.index];
}

static bool
is_atomic (const struct promela *p, uint32_t node)
{
  return lower_is_atomic (&p->eml->lowering, p->in.nodes.at[node].symbol);
}

/* ---- What cannot be said. ---- */

static const char *
problem_of_data (const struct eml *eml)
{
  const struct flow *flow = &eml->flow;
  static const char wide[] = "it has values of more than 32 bits";
  for (uint32_t f = 0; f < eml->model.fields.count; f++)
    if (eml->model.fields.at[f].type.width > 32)
      return wide;
    else if (eml->model.fields.at[f].any && eml->model.fields.at[f].type.width > LISTED_BITS)
      return "a field starts with any of too many values";
  for (uint32_t s = 0; s < flow->slots.count; s++)
    if (flow->slots.at[s].type.width > 32)
      return wide;
  for (uint32_t e = 0; e < flow->exprs.count; e++)
    if (!promela_is_narrow (flow, e))
      return wide;
  if (eml->lowering.pds.processes.count > 200)
    return "it has more than 200 processes";
  return NULL;
}

/* ---- Pieces. ---- */

static void
put_register (const struct promela *p, uint32_t reg)
{
  fprintf (p->file, "r%" PRIu32, reg);
}

static uint32_t
target_of (const struct promela *p, uint32_t node, uint32_t edge)
{
  assert (edge < p->in.nodes.at[node].next_count);
  return p->in.next.at[p->in.nodes.at[node].first_next + edge];
}

/* Is REG in use at NODE, or set by it? */
static bool
is_in_use (const struct promela *p, uint32_t node, uint32_t reg)
{
  const struct code *code = inlined_code (&p->in, node);
  if (inlined_is_live (&p->in, node, reg))
    return true;
  return code && code->slot != CODE_NO_SLOT && code->kind != CODE_CALL
         && inlined_register (&p->in, p->in.nodes.at[node].frame, code->slot) == reg;
}

/* REG = EXPR, cut to its width. */
static void
put_assignment (const struct promela *p, const struct promela_scope *scope, uint32_t reg,
                uint32_t expr)
{
  put_register (p, reg);
  fputs (" = ", p->file);
  promela_open_store (scope, p->in.registers.at[reg]);
  promela_put_expr (scope, expr);
  promela_close_store (scope, p->in.registers.at[reg]);
}

/* When the node goes wrong; false if it never does. */
static bool
put_wrong (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  const char *glue = "";
  if (!code || code->wrong == CODE_NO_CLAIM)
    return false;
  uint32_t parts[2] = { code->expr, code->index };
  for (uint32_t i = 0; i < 2; i++)
    if (promela_can_fail (p->flow, parts[i]))
      {
        fputs (glue, p->file);
        promela_put_failure (&scope, parts[i]);
        glue = " || ";
      }
  for (uint32_t i = 0; code->kind == CODE_CALL && i < code->argument_count; i++)
    {
      uint32_t argument = p->flow->arguments.at[code->first_argument + i];
      if (promela_can_fail (p->flow, argument))
        {
          fputs (glue, p->file);
          promela_put_failure (&scope, argument);
          glue = " || ";
        }
    }
  bool locks = code->kind == CODE_ACQUIRE || code->kind == CODE_RELEASE;
  if (code->index != CODE_NO_EXPR && code->kind != CODE_RELEASE)
    {
      const struct flow_node *n = inlined_flow_node (&p->in, node);
      fprintf (p->file, "%sOUTSIDE(", glue);
      promela_put_expr (&scope, code->index);
      fprintf (p->file, ", %" PRIu32 ")",
               locks ? code->lock_count
                     : p->eml->model.fields.at[flow_field (n).index].cells);
      glue = " || ";
    }
  return *glue;
}

/* Is there something to write for the claim that the node does not go wrong? */
static bool
can_go_wrong (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  if (!code || code->wrong == CODE_NO_CLAIM)
    return false;
  bool can = promela_can_fail (p->flow, code->expr)
             || promela_can_fail (p->flow, code->index)
             || (code->index != CODE_NO_EXPR && code->kind != CODE_RELEASE);
  for (uint32_t i = 0; code->kind == CODE_CALL && i < code->argument_count; i++)
    can |= promela_can_fail (p->flow, p->flow->arguments.at[code->first_argument + i]);
  return can;
}

/* ---- What nodes do. ---- */

/* The number of the cell that NODE accesses, of all cells. */
static void
put_cell_number (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  uint32_t field = flow_field (inlined_flow_node (&p->in, node)).index, first = 1;
  struct promela_scope scope = scope_of (p, node);
  for (uint32_t f = 0; f < field; f++)
    first += p->eml->model.fields.at[f].cells;
  fprintf (p->file, "%" PRIu32, first);
  if (code && code->index != CODE_NO_EXPR)
    {
      fputs (" + ", p->file);
      promela_put_expr (&scope, code->index);
    }
}

/* NODE, in the step START, accesses a cell: do others?  An assume is at once past it. */
static void
put_meeting (const struct promela *p, uint32_t node, uint32_t start, const char *word)
{
  const struct flow_node *n = inlined_flow_node (&p->in, node);
  if (!flow_is_access (n) || p->eml->model.fields.at[flow_field (n).index].is_volatile)
    return;
  fprintf (p->file, "%s(%" PRIu32 ", ", word, flow_field (n).index);
  put_cell_number (p, node);
  fprintf (p->file, ", %s, %s)\n    ", n->op == FLOW_WRITE ? "true" : "false",
           is_atomic (p, start) ? "true" : "false");
}

/* Where a field with a predicate is accessed. */
static void
put_exclusive (const struct promela *p, uint32_t field)
{
  if (p->flow->exclusive && p->flow->exclusive[field] != CODE_NO_EXPR)
    fprintf (p->file, "MAY%" PRIu32 " ", field);
}

static void
put_access (const struct promela *p, uint32_t node)
{
  const struct flow_node *n = inlined_flow_node (&p->in, node);
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  uint32_t field = flow_field (n).index;
  struct value_type type = p->eml->model.fields.at[field].type;
  put_exclusive (p, field);
  if (n->op == FLOW_READ)
    {
      uint32_t reg = !code || code->slot == CODE_NO_SLOT
                       ? INLINED_NONE
                       : inlined_register (&p->in, scope.frame, code->slot);
      if (reg == INLINED_NONE)
        fputs ("skip", p->file);
      else
        {
          put_register (p, reg);
          fputs (" = ", p->file);
          /* A slot is as wide as the field, or wider. */
          bool same = p->in.registers.at[reg].width == type.width;
          if (!same)
            {
              promela_open_store (&scope, p->in.registers.at[reg]);
              promela_open_value (&scope, type);
            }
          promela_put_cell (&scope, field, code->index);
          if (!same)
            {
              promela_close_value (&scope, type);
              promela_close_store (&scope, p->in.registers.at[reg]);
            }
        }
    }
  else if (!code || type.width == 0)
    fputs ("skip", p->file);
  else
    {
      promela_put_cell (&scope, field, code->index);
      fputs (" = ", p->file);
      promela_open_store (&scope, type);
      promela_put_expr (&scope, code->expr);
      promela_close_store (&scope, type);
    }
}

/* An acquire or release of a lock of an array (code.h). */
static void
put_element (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  uint32_t reg = code->slot == CODE_NO_SLOT
                   ? INLINED_NONE : inlined_register (&p->in, scope.frame, code->slot);
  if (code->kind == CODE_RELEASE)
    {
      assert (reg != INLINED_NONE);
      fputs ("if :: ", p->file);
      promela_open_value (&scope, p->in.registers.at[reg]);
      put_register (p, reg);
      promela_close_value (&scope, p->in.registers.at[reg]);
      fprintf (p->file, " >= 0 -> owner[%" PRIu32 " + ", code->first_lock.index);
      put_register (p, reg);
      fputs ("] = 0 :: else fi", p->file);
      return;
    }
  fprintf (p->file, "if :: owner[%" PRIu32 " + ", code->first_lock.index);
  promela_put_expr (&scope, code->index);
  fputs ("] == SELF -> ", p->file);
  if (reg != INLINED_NONE)
    {
      put_register (p, reg);
      fputs (" = ", p->file);
      promela_open_store (&scope, p->in.registers.at[reg]);
      fputs ("(-1)", p->file);
      promela_close_store (&scope, p->in.registers.at[reg]);
    }
  else
    fputs ("skip", p->file);
  fprintf (p->file, " :: owner[%" PRIu32 " + ", code->first_lock.index);
  promela_put_expr (&scope, code->index);
  fprintf (p->file, "] == 0 -> owner[%" PRIu32 " + ", code->first_lock.index);
  promela_put_expr (&scope, code->index);
  fputs ("] = SELF", p->file);
  if (reg != INLINED_NONE)
    {
      fputs ("; ", p->file);
      put_assignment (p, &scope, reg, code->index);
    }
  fputs (" fi", p->file);
}

static void
put_any (const struct promela *p, uint32_t reg)
{
  struct value_type type = p->in.registers.at[reg];
  struct promela_scope scope = { p->file, p->flow, &p->in, 0 };
  fputs ("if", p->file);
  int64_t least = type.is_bool ? 0 : -((int64_t) 1 << (type.width - 1));
  for (int64_t v = least; v < least + ((int64_t) 1 << type.width); v++)
    {
      fputs (" :: ", p->file);
      put_register (p, reg);
      fputs (" = ", p->file);
      promela_open_store (&scope, type);
      fprintf (p->file, "(%" PRId64 ")", v);
      promela_close_store (&scope, type);
    }
  fputs (" fi", p->file);
}

/* Parameters get the arguments; what else is needed in the new frame is 0. */
static void
put_call (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  uint32_t to = target_of (p, node, 0), frame = p->in.nodes.at[to].frame;
  const struct flow_body *body
    = &p->flow->bodies.at[p->in.frames.at[frame].body.index];
  const char *glue = "";
  for (uint32_t s = 0; s < body->slot_count; s++)
    {
      uint32_t reg = inlined_register (&p->in, frame, s);
      if (reg == INLINED_NONE || !inlined_is_live (&p->in, to, reg))
        continue;
      fputs (glue, p->file);
      glue = "; ";
      if (code && s < code->argument_count)
        put_assignment (p, &scope, reg, p->flow->arguments.at[code->first_argument + s]);
      else
        {
          put_register (p, reg);
          fputs (" = 0", p->file);
        }
    }
  if (!*glue)
    fputs ("skip", p->file);
}

/* The result goes to the caller. */
static void
put_return (const struct promela *p, uint32_t node)
{
  uint32_t frame = p->in.nodes.at[node].frame, call = p->in.frames.at[frame].call;
  const struct code *code = call == INLINED_NONE ? NULL : inlined_code (&p->in, call);
  uint32_t to = INLINED_NONE;
  if (code && code->slot != CODE_NO_SLOT)
    to = inlined_register (&p->in, p->in.nodes.at[call].frame, code->slot);
  if (to == INLINED_NONE)
    {
      fputs ("skip", p->file);
      return;
    }
  struct promela_scope scope = scope_of (p, node);
  uint32_t result = p->flow->bodies.at[p->in.frames.at[frame].body.index].result;
  uint32_t from = inlined_register (&p->in, frame, result);
  assert (from != INLINED_NONE);
  put_register (p, to);
  fputs (" = ", p->file);
  promela_open_store (&scope, p->in.registers.at[to]);
  promela_open_value (&scope, p->in.registers.at[from]);
  put_register (p, from);
  promela_close_value (&scope, p->in.registers.at[from]);
  promela_close_store (&scope, p->in.registers.at[to]);
}

/* Those processes: started, or waited for. */
static void
put_order (const struct promela *p, const struct pds_action_info *action)
{
  const struct idsets *idsets = p->eml->lowering.pds.idsets;
  idset processes = pds_action_processes (action);
  bool starts = action->op == PDS_START;
  const char *glue = "";
  for (uint32_t q = idset_next (idsets, processes, 0); q != UINT32_MAX;
       q = idset_next (idsets, processes, q + 1))
    {
      fprintf (p->file, "%s%s[%" PRIu32 "]", glue, starts ? "!started" : "ended", q);
      glue = " && ";
    }
  for (uint32_t q = idset_next (idsets, processes, 0); q != UINT32_MAX && starts;
       q = idset_next (idsets, processes, q + 1))
    fprintf (p->file, "; started[%" PRIu32 "] = true", q);
}

/* What NODE does, besides going on: "skip" if nothing. */
static void
put_effect (const struct promela *p, uint32_t node)
{
  const struct flow_node *n = inlined_flow_node (&p->in, node);
  const struct code *code = inlined_code (&p->in, node);
  const struct pds_action_info *action = action_of (p, node);
  struct promela_scope scope = scope_of (p, node);
  uint32_t reg = INLINED_NONE;
  if (code && code->slot != CODE_NO_SLOT && code->kind != CODE_CALL)
    reg = inlined_register (&p->in, scope.frame, code->slot);
  if (code && (code->kind == CODE_ACQUIRE || code->kind == CODE_RELEASE))
    put_element (p, node);
  else if (n->op == FLOW_CALL)
    put_call (p, node);
  else if (n->op == FLOW_RETURN)
    put_return (p, node);
  else if (flow_is_access (n))
    put_access (p, node);
  else if (code && code->kind == CODE_SET && reg != INLINED_NONE)
    put_assignment (p, &scope, reg, code->expr);
  else if (code && code->kind == CODE_ANY && reg != INLINED_NONE)
    put_any (p, reg);
  else if (code && code->kind == CODE_ASSUME)
    promela_put_expr (&scope, code->expr);
  else if (action->op == PDS_ACQUIRE)
    fprintf (p->file, "owner[%" PRIu32 "] == 0; owner[%" PRIu32 "] = SELF",
             pds_action_lock (action).index, pds_action_lock (action).index);
  else if (action->op == PDS_RELEASE)
    fprintf (p->file, "owner[%" PRIu32 "] = 0", pds_action_lock (action).index);
  else if (action->op == PDS_START || action->op == PDS_JOIN)
    put_order (p, action);
  else if (action->op == PDS_WAKE)
    {
      /* Of the copies of a process, only some may be started. */
      const struct pds *pds = &p->eml->lowering.pds;
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

/* Can NODE be left out, since it does nothing but go on? */
static bool
is_idle (const struct promela *p, uint32_t node)
{
  const struct flow_node *n = inlined_flow_node (&p->in, node);
  const struct code *code = inlined_code (&p->in, node);
  enum pds_op op = action_of (p, node)->op;
  if (code || p->in.nodes.at[node].next_count != 1 || n->op == FLOW_CALL
      || n->op == FLOW_RETURN || flow_is_access (n))
    return false;
  return op == PDS_SKIP || op == PDS_BEGIN || op == PDS_END;
}

/* Idle nodes are gone through; but one that is not atomic stands between two blocks. */
static void
find_aliases (struct promela *p)
{
  uint32_t count = p->in.nodes.count;
  p->aliases = arena_alloc (p->arena, count * sizeof *p->aliases);
  for (uint32_t n = 0; n < count; n++)
    {
      uint32_t to = n;
      for (uint32_t steps = 0; steps < count && is_idle (p, to); steps++)
        {
          uint32_t next = target_of (p, to, 0);
          if (!is_atomic (p, to) && is_atomic (p, next))
            break;
          to = next;
        }
      p->aliases[n] = is_idle (p, to) && to != n && is_atomic (p, to) ? n : to;
    }
}

/* ---- Nodes. ---- */

/* Is NODE one of the reads of an assume, the step START (code.h)? */
static bool
is_of_assume (const struct promela *p, uint32_t start, uint32_t node)
{
  const struct code *first = inlined_code (&p->in, start), *code = inlined_code (&p->in, node);
  return first && first->kind == CODE_ASSUME && inlined_flow_node (&p->in, node)->atomic
         && code
         && (code->kind == CODE_BRANCH
             || (code->kind == CODE_READ && code->slot == CODE_NO_SLOT));
}

/* Does NODE concern nobody but its process?  Then it happens in the step before it. */
static bool
is_local (const struct promela *p, uint32_t node)
{
  const struct flow_node *n = inlined_flow_node (&p->in, node);
  const struct code *code = inlined_code (&p->in, node);
  if (code)
    return code->kind == CODE_SET || code->kind == CODE_ANY || code->kind == CODE_BRANCH
           || code->kind == CODE_ASSERT || code->kind == CODE_CALL;
  return n->op == FLOW_CALL || n->op == FLOW_RETURN
         || (n->op == FLOW_SKIP && p->in.nodes.at[node].next_count > 1);
}

/* A failure of CLAIM at NODE.  In the midst of an atomic block nobody goes on. */
static void
put_failure (const struct promela *p, uint32_t node, uint32_t claim)
{
  fprintf (p->file, "FAIL%s(%" PRIu32 ")", is_atomic (p, node) ? "_INSIDE" : "", claim);
}

static void put_rest (const struct promela *p, uint32_t node, uint32_t edge,
                      uint32_t start, uint32_t depth);

static void
put_branch (const struct promela *p, uint32_t node, uint32_t start, uint32_t depth)
{
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  uint32_t count = p->in.nodes.at[node].next_count;
  fputs ("if", p->file);
  for (uint32_t i = 0; i < count; i++)
    {
      fputs (" :: ", p->file);
      if (!code)
        fputs ("true", p->file);
      else if (i == 0)
        promela_put_expr (&scope, code->expr);
      else
        fputs ("else", p->file);
      fputs (" -> ", p->file);
      put_rest (p, node, i, start, depth);
    }
  fputs (" fi", p->file);
}

/* What NODE does, and where it goes: START is the step that it belongs to, and DEPTH
   says how many nodes after that it is. */
static void
put_body (const struct promela *p, uint32_t node, uint32_t start, uint32_t depth)
{
  const struct code *code = inlined_code (&p->in, node);
  struct promela_scope scope = scope_of (p, node);
  bool wrong = can_go_wrong (p, node);
  if (wrong)
    {
      fputs ("if :: ", p->file);
      put_wrong (p, node);
      fputs (" -> ", p->file);
      put_failure (p, node, code->wrong);
      fputs (" :: ", p->file);
      if (code->kind == CODE_ASSUME)
        {
          fputs ("!(", p->file);
          put_wrong (p, node);
          fputs (") && (", p->file);
          promela_put_expr (&scope, code->expr);
          fputs (") -> ", p->file);
          put_rest (p, node, 0, start, depth);
          fputs (" fi", p->file);
          return;
        }
      fputs ("else -> ", p->file);
    }
  if (code && code->kind == CODE_ASSERT)
    {
      fputs ("if :: ", p->file);
      promela_put_expr (&scope, code->expr);
      fputs (" -> ", p->file);
      put_rest (p, node, 0, start, depth);
      fputs (" :: else -> ", p->file);
      put_failure (p, node, code->claim);
      fputs (" fi", p->file);
    }
  else if ((code && code->kind == CODE_BRANCH) || p->in.nodes.at[node].next_count > 1)
    put_branch (p, node, start, depth);
  else
    {
      if (node != start && flow_is_access (inlined_flow_node (&p->in, node)))
        put_meeting (p, node, start, "SEES");
      put_effect (p, node);
      fputs ("; ", p->file);
      if ((code && code->kind == CODE_ACQUIRE) || action_of (p, node)->op == PDS_ACQUIRE)
        fputs ("HAS ", p->file);
      if (flow_is_access (inlined_flow_node (&p->in, node)) && node == start)
        fputs ("PAST ", p->file);
      if (node == start && is_atomic (p, node) && !is_local (p, node) && !is_idle (p, node)
          && !(code && code->kind == CODE_ASSUME))
        fputs ("IN ", p->file);
      put_rest (p, node, 0, start, depth);
    }
  fputs (wrong ? " fi" : "", p->file);
}

/* Go on from NODE by EDGE: what is not needed any more becomes 0; local nodes follow at
   once. */
static void
put_rest (const struct promela *p, uint32_t node, uint32_t edge, uint32_t start,
          uint32_t depth)
{
  if (p->in.nodes.at[node].next_count == 0)
    {
      fputs ("goto End", p->file);
      return;
    }
  uint32_t next = target_of (p, node, edge), to = p->aliases[next];
  for (uint32_t r = 0; r < p->in.registers.count; r++)
    if (!inlined_is_live (&p->in, next, r) && is_in_use (p, node, r))
      {
        put_register (p, r);
        fputs (" = 0; ", p->file);
      }
  /* An assume has made its step when all that it reads was seen. */
  const struct code *first = inlined_code (&p->in, start);
  if (first && first->kind == CODE_ASSUME && is_atomic (p, start)
      && (node == start || is_of_assume (p, start, node)) && !is_of_assume (p, start, to))
    fputs ("IN ", p->file);
  if (is_atomic (p, node) && !is_atomic (p, to))
    fputs ("OUT ", p->file);
  if (is_of_assume (p, start, to)
      || (depth < MOST_LOCAL && is_local (p, to)
          && is_atomic (p, to) == is_atomic (p, start)))
    put_body (p, to, start, depth + 1);
  else
    fprintf (p->file, "goto L%" PRIu32, to);
}

static void
put_deadlock (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  const struct pds_action_info *action = action_of (p, node);
  struct promela_scope scope = scope_of (p, node);
  if (code && code->kind == CODE_ACQUIRE)
    {
      fprintf (p->file, "WAITS(%" PRIu32 " + ", code->first_lock.index);
      promela_put_expr (&scope, code->index);
      fputs (")\n    ", p->file);
    }
  else if (!code && action->op == PDS_ACQUIRE)
    fprintf (p->file, "WAITS(%" PRIu32 ")\n    ", pds_action_lock (action).index);
}

/* What comes next is told to the others, if it does not go wrong. */
static void
put_announcements (const struct promela *p, uint32_t node)
{
  const struct code *code = inlined_code (&p->in, node);
  bool access = flow_is_access (inlined_flow_node (&p->in, node));
  bool acquire = (code && code->kind == CODE_ACQUIRE) || action_of (p, node)->op == PDS_ACQUIRE;
  bool wrong = can_go_wrong (p, node);
  if (!access && !acquire)
    return;
  if (wrong)
    {
      fputs ("if :: ", p->file);
      put_wrong (p, node);
      fputs (" :: else -> ", p->file);
    }
  if (access)
    put_meeting (p, node, node, "MEETS");
  else
    put_deadlock (p, node);
  fputs (wrong ? "skip fi;\n    " : "", p->file);
}

static void
put_node (const struct promela *p, uint32_t node)
{
  bool inside = is_atomic (p, node);
  fprintf (p->file, "L%" PRIu32 ": ", node);
  put_announcements (p, node);
  fputs (inside ? "" : "atomic { ", p->file);
  put_body (p, node, node, 0);
  fputs (inside ? ";\n" : " };\n", p->file);
}

static void
put_process (struct promela *p, uint32_t first, uint32_t copies)
{
  const struct pds *pds = &p->eml->lowering.pds;
  FILE *out = p->file;
  fprintf (out, "\n/* %s%s */\n", pds->processes.at[first].name,
           copies > 1 ? " and its copies" : "");
  if (p->any)
    fprintf (out, "proctype P%" PRIu32 "() PROVIDED\n{\n", first);
  else
    fprintf (out, "active [%" PRIu32 "] proctype P%" PRIu32 "() PROVIDED\n{\n", copies, first);
  for (uint32_t r = 0; r < p->in.registers.count; r++)
    fprintf (out, "  %s r%" PRIu32 ";\n", promela_type (p->in.registers.at[r]), r);
  find_aliases (p);
  bool *reached = arena_calloc (p->arena, p->in.nodes.count, sizeof *reached);
  reached[p->aliases[0]] = true;
  bool atomics = false;
  for (uint32_t i = 0; i < p->in.next.count; i++)
    reached[p->aliases[p->in.next.at[i]]] = true;
  fprintf (out, "  goto L%" PRIu32 ";\n", p->aliases[0]);
  for (uint32_t n = 0; n < p->in.nodes.count; n++)
    {
      atomics |= reached[n] && is_atomic (p, n);
      if (reached[n] && !is_atomic (p, n))
        put_node (p, n);
    }
  if (atomics)
    {
      fputs ("  atomic { skip;\n", out);
      for (uint32_t n = 0; n < p->in.nodes.count; n++)
        if (reached[n] && is_atomic (p, n))
          put_node (p, n);
      fputs ("  skip };\n", out);
    }
  fputs ("End: skip\n}\n", out);
}

/* ---- The head. ---- */

static void
put_macros (const struct promela *p)
{
  const struct pds *pds = &p->eml->lowering.pds;
  uint32_t all = pds->processes.count + 1;
  FILE *out = p->file;
  fprintf (out,
           "/* spin -DCLAIM=n ...: only claim n is asserted; without it, all are.\n"
           "   spin -DEXCLUSIVE ...: so are the access predicates.\n"
           "   spin -DRACE ...: so is that no two processes access a cell at a time.\n"
           "   spin -DDEADLOCK ...: so is that no processes wait for each other's locks.\n"
           "   spin -DEXACT ...: nobody goes on when a process has failed in the midst of an\n"
           "   atomic block (which costs Spin its partial-order reduction).\n"
           "   A process that has failed, or can never go on, stays where it is: run\n"
           "   pan -E.  Compile with -fwrapv: numbers wrap around.\n");
  for (uint32_t c = 0; c < p->flow->claims.count; c++)
    {
      const struct code_claim *claim = &p->flow->claims.at[c];
      struct source_place place = source_place (&p->eml->source, claim->span.begin);
      fprintf (out, "   claim %" PRIu32 " at %" PRIu32 ":%" PRIu32 ": %s\n", c, place.line,
               place.column, claim->is_assert ? "an assertion" : "nothing goes wrong");
    }
  for (uint32_t f = 0; f < p->eml->model.fields.count; f++)
    fprintf (out, "   field %" PRIu32 ": %s\n", f,
             model_text (&p->eml->model, p->eml->model.fields.at[f].name));
  fputs ("*/\n", out);
  fprintf (out,
           "#define SELF (_pid%s)\n"
           "#define SIGNED(w, x) (((x) ^ (1 << ((w) - 1))) - (1 << ((w) - 1)))\n"
           "#define BITS(w, x) ((x) & ((1 << (w)) - 1))\n"
           "#define CUT(w, x) SIGNED(w, BITS(w, x))\n"
           "#define OUTSIDE(i, n) ((i) < 0 || (i) >= (n))\n"
           "#ifdef CLAIM\n#define FAILS(n) assert((n) != CLAIM)\n"
           "#else\n#define FAILS(n) assert((n) != (n))\n#endif\n"
           "#define FAIL(n) FAILS(n); false\n"
           "#if defined(EXACT) || defined(RACE)\n"
           "bool inside[%" PRIu32 "]; /* has made a step in an atomic block */\n"
           "#define IN inside[SELF] = true;\n#define OUT inside[SELF] = false;\n"
           "#else\n#define IN\n#define OUT\n#endif\n"
           "#ifdef EXACT\nbool stuck;\n"
           "#define FAIL_INSIDE(n) FAILS(n); stuck = inside[SELF]; false\n"
           "#define PROVIDED provided (!stuck)\n"
           "#else\n#define FAIL_INSIDE(n) FAIL(n)\n#define PROVIDED\n#endif\n"
           "#ifdef RACE\n"
           "short next[%" PRIu32 "]; /* the cell that each process accesses next */\n"
           "bool writes[%" PRIu32 "], guarded[%" PRIu32 "];\n"
           "byte other;\n"
           "#define SEES(f, c, w, a) if :: inside[SELF] :: else -> other = 1; do \\\n"
           "  :: other == %" PRIu32 " -> break \\\n"
           "  :: else -> assert(other == SELF || next[other] != (c) || !(w || writes[other]) \\\n"
           "    || (a && guarded[other]) || (f) + 1000 == 0); other++ od; other = 0 fi;\n"
           "#define MEETS(f, c, w, a) atomic { if :: inside[SELF] :: else -> next[SELF] = c; \\\n"
           "  writes[SELF] = w; guarded[SELF] = a fi; SEES(f, c, w, a) skip };\n"
           "#define PAST next[SELF] = 0; writes[SELF] = false; guarded[SELF] = false;\n"
           "#else\n#define SEES(f, c, w, a)\n#define MEETS(f, c, w, a)\n"
           "#define PAST\n#endif\n",
           p->any ? "" : " + 1", all, all, all, all, all);
  if (pds->locks.count > 0)
    {
      fprintf (out, "byte owner[%" PRIu32 "]; /* who holds each lock, or 0 */\n",
               pds->locks.count);
      fprintf (out,
               "#ifdef DEADLOCK\n"
               "byte waits[%" PRIu32 "]; /* for which lock, plus 1, each process waits */\n"
               "#define NEXT(q) ((q) != 0 && waits[q] != 0 -> owner[waits[q] - 1] : 0)\n"
               "byte q;\n"
               "#define WAITS(l) atomic { waits[SELF] = (l) + 1; q = NEXT(SELF); \\\n"
               "  do :: q == 0 || q == SELF || n == %" PRIu32 " -> break \\\n"
               "  :: else -> q = NEXT(q); n++ od; \\\n"
               "  assert(q != SELF || owner[(l)] == SELF || 3000 == 0); q = 0; n = 0 };\n"
               "#define HAS waits[SELF] = 0;\n"
               "byte n;\n"
               "#else\n#define WAITS(l)\n#define HAS\n#endif\n",
               pds->processes.count + 1, pds->processes.count);
    }
}

static void
put_fields (const struct promela *p)
{
  const struct model *model = &p->eml->model;
  struct promela_scope scope = { p->file, p->flow, NULL, 0 };
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      const struct model_field *field = &model->fields.at[f];
      if (field->type.width > 0)
        {
          fprintf (p->file, "%s F%" PRIu32, promela_type (field->type), f);
          if (field->is_array)
            fprintf (p->file, "[%" PRIu32 "]", field->cells);
          if (!field->any && field->initial != 0)
            {
              fputs (" = ", p->file);
              promela_open_store (&scope, field->type);
              fprintf (p->file, "(%" PRId64 ")", field->initial);
              promela_close_store (&scope, field->type);
            }
          fprintf (p->file, "; /* %s */\n", model_text (model, field->name));
        }
      if (p->flow->exclusive && p->flow->exclusive[f] != CODE_NO_EXPR)
        {
          fprintf (p->file, "#ifdef EXCLUSIVE\n#define MAY%" PRIu32 " assert((", f);
          if (promela_can_fail (p->flow, p->flow->exclusive[f]))
            {
              fputc ('!', p->file);
              promela_put_failure (&scope, p->flow->exclusive[f]);
              fputs (" && ", p->file);
            }
          promela_put_expr (&scope, p->flow->exclusive[f]);
          fprintf (p->file, ") || %" PRIu32 " + 2000 == 0);\n#else\n#define MAY%" PRIu32
                            "\n#endif\n", f, f);
        }
    }
}

/* Any value for the fields that start with one; then everybody begins. */
static void
put_init (const struct promela *p)
{
  const struct pds *pds = &p->eml->lowering.pds;
  struct promela_scope scope = { p->file, p->flow, NULL, 0 };
  fputs ("\ninit {\n  atomic {\n", p->file);
  for (uint32_t f = 0; f < p->eml->model.fields.count; f++)
    {
      const struct model_field *field = &p->eml->model.fields.at[f];
      for (uint32_t c = 0; c < field->cells && field->any; c++)
        {
          fputs ("  if", p->file);
          for (int64_t v = 0; v < (int64_t) 1 << field->type.width; v++)
            {
              fprintf (p->file, field->is_array ? " :: F%" PRIu32 "[%" PRIu32 "] = "
                                                : " :: F%" PRIu32 " = ", f, c);
              promela_open_store (&scope, field->type);
              fprintf (p->file, "%" PRId64, v);
              promela_close_store (&scope, field->type);
            }
          fputs (" fi;\n", p->file);
        }
    }
  uint32_t first = 0;
  for (uint32_t q = 0; q < pds->processes.count; q++)
    {
      if (pds->processes.at[q].body.index != pds->processes.at[first].body.index)
        first = q;
      fprintf (p->file, "  run P%" PRIu32 "();\n", first);
    }
  fputs ("  }\n}\n", p->file);
}

bool
promela_write (const struct eml *eml, FILE *file, struct arena *arena,
               const char **problem)
{
  const struct pds *pds = &eml->lowering.pds;
  struct promela p = { .eml = eml, .flow = &eml->flow, .file = file, .arena = arena };
  *problem = problem_of_data (eml);
  for (uint32_t f = 0; f < eml->model.fields.count; f++)
    p.any |= eml->model.fields.at[f].any;
  for (uint32_t q = 0; q < pds->processes.count && !*problem; q++)
    if (q == 0 || pds->processes.at[q].body.index != pds->processes.at[q - 1].body.index)
      inlined_build (&p.in, &eml->lowering, (process_id){ q }, arena, problem);
  if (*problem)
    return false;
  put_macros (&p);
  fprintf (file, "bool started[%" PRIu32 "], ended[%" PRIu32 "];\n", pds->processes.count,
           pds->processes.count);
  put_fields (&p);
  for (uint32_t q = 0; q < pds->processes.count;)
    {
      uint32_t end = q + 1;
      while (end < pds->processes.count
             && pds->processes.at[end].body.index == pds->processes.at[q].body.index)
        end++;
      inlined_build (&p.in, &eml->lowering, (process_id){ q }, arena, problem);
      put_process (&p, q, end - q);
      q = end;
    }
  if (p.any)
    put_init (&p);
  return true;
}
