/* lifecycle.c -- see lifecycle.h.
 *
 * For each body two sets of processes are computed: those that it may start and those
 * that it may join, its callees counted.  The rest reads them:
 *
 *   A process can be started twice by one process iff some body that this process is
 *   in has two places, one reachable from the other (or from itself, in a loop), which
 *   both may start it: of two starts in one run, take the innermost call that both are
 *   in.  So one pass over the flow graph of each body finds it.
 *
 *   Which processes run is a least fixed point: those that no start names, and those
 *   that a running one may start.
 *
 * Free choices count as possible, as everywhere: a warning says "can".  Cost: each edge
 * once, and once more whenever the set of processes before it has grown.
 */
#include <config.h>

#include "ir/lifecycle.h"

#include <assert.h>

#include "base/log.h"
#include "base/worklist.h"
#include "ir/call_graph.h"
#include "ir/joins.h"

#define NONE UINT32_MAX
/* The most calls that are shown, the first ones. */
#define SHOWN 12

struct orders
{
  const struct ir *flow;
  const struct ir_model *model;
  struct idsets *idsets;
  struct arena *arena;
  struct diags *diags;
  struct call_graph calls;
  idset *starts; /* by body: processes that it may start, its callees counted */
  idset *joins;
  bool *reached; /* by node: some process comes to it */
  idset twice;   /* processes that were warned of */
};

/* The body that process number PROCESS runs. */
static const struct ir_body *
body_of_process (const struct orders *s, uint32_t process)
{
  return &s->model->bodies.at[ir_body_of_process (s->model, process)];
}

/* "P" or "P[1]". */
static const char *
process_text (const struct orders *s, uint32_t process)
{
  const struct ir_body *body = body_of_process (s, process);
  const char *name = ir_text (s->model, body->name);
  return body->counted ? arena_format (s->arena, "%s[%u]", name,
                                       (unsigned) (process - body->first_process.index))
                       : name;
}

static uint32_t
first_member (const struct orders *s, idset set)
{
  return idset_next (s->idsets, set, 0);
}

/* The first member of SET after PROCESS that is no copy of it: a warning covers all. */
static uint32_t
next_body (const struct orders *s, idset set, uint32_t process)
{
  const struct ir_body *body = body_of_process (s, process);
  assert (process - body->first_process.index < body->copies);
  return idset_next (s->idsets, set, body->first_process.index + body->copies);
}

/* ---- What bodies may start and join. ---- */

static void
collect (struct orders *s)
{
  size_t bodies = s->flow->bodies.count + (size_t) 1;
  assert (s->reached);
  s->starts = arena_calloc (s->arena, bodies, sizeof *s->starts);
  s->joins = arena_calloc (s->arena, bodies, sizeof *s->joins);
  for (uint32_t b = 0; b < s->flow->bodies.count; b++)
    {
      struct ir_graph body = s->flow->bodies.at[b];
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        {
          const struct ir_step *node = &s->flow->nodes.at[n];
          if ((node->op != IR_START && node->op != IR_JOIN) || !s->reached[n])
            continue;
          idset *of = node->op == IR_START ? s->starts : s->joins;
          of[b] = idset_union (s->idsets, of[b], ir_step_processes (node));
        }
    }
  call_graph_spread (&s->calls, s->reached, s->starts, s->idsets, s->arena);
  call_graph_spread (&s->calls, s->reached, s->joins, s->idsets, s->arena);
}

/* The processes that NODE may start. */
static idset
started_by (const struct orders *s, const struct ir_step *node)
{
  return node->op == IR_START  ? ir_step_processes (node)
         : node->op == IR_CALL ? s->starts[ir_step_callee (node).index]
                               : IDSET_EMPTY;
}

/* ---- Starting or joining oneself. ---- */

/* A node with OP in BODY that names one of PROCESSES, or NONE. */
static uint32_t
find_node (struct orders *s, body_id body, enum ir_op op, idset processes)
{
  struct ir_graph range = s->flow->bodies.at[body.index];
  assert (op == IR_START || op == IR_JOIN);
  for (uint32_t n = range.first_node; n < range.first_node + range.node_count; n++)
    if (s->flow->nodes.at[n].op == op && s->reached[n]
        && idset_meets (s->idsets, ir_step_processes (&s->flow->nodes.at[n]), processes))
      return n;
  return NONE;
}

/* Add notes of the calls by which BODY comes to TO; CAME_BY, by body: the index of the
   call that leads to it, plus 1. */
static void
note_calls (struct orders *s, body_id body, body_id to, const uint32_t *came_by)
{
  uint32_t shown[SHOWN], count = 0, left_out = 0;
  for (body_id at = to; !body_equal (at, body);)
    {
      assert (came_by[at.index] > 0);
      uint32_t call = came_by[at.index] - 1;
      left_out += count == SHOWN;
      count = count < SHOWN ? count : SHOWN - 1;
      shown[count++] = call;
      at = s->calls.list.at[call].caller;
    }
  for (uint32_t i = count; i-- > 0;)
    {
      const struct ir_call *call = &s->calls.list.at[shown[i]];
      bool first = i == count - 1;
      diag_note (
        s->diags, ir_step_span (s->flow, call->node),
        first && left_out ? "%s calls '%s' here; after more calls ..."
                          : "%s calls '%s' here",
        first ? arena_format (s->arena, "process '%s'",
                              ir_text (s->model, s->model->bodies.at[body.index].name))
              : "then it",
        ir_text (s->model, s->model->bodies.at[call->callee.index].name));
    }
}

/* Report that the process BODY comes, by calls, to a node with OP that names itself. */
static void
report_itself (struct orders *s, body_id body, enum ir_op op)
{
  const struct ir_body *own = &s->model->bodies.at[body.index];
  assert (own->is_process && !idset_is_empty (own->processes));
  if (s->diags->errors >= DIAG_MOST)
    {
      diag_error (s->diags, "self-ordering", own->name.span, "it is only counted");
      return;
    }
  uint32_t *came_by
    = arena_calloc (s->arena, s->flow->bodies.count + (size_t) 1, sizeof *came_by);
  VEC (body_id) queue = VEC_EMPTY;
  *vec_push (s->arena, &queue) = body;
  uint32_t node = NONE;
  body_id at = body;
  for (uint32_t i = 0; node == NONE; i++)
    {
      assert (i < queue.count);
      at = queue.at[i];
      node = find_node (s, at, op, own->processes);
      for (uint32_t k = s->calls.first_by[at.index];
           k < s->calls.first_by[at.index + 1] && node == NONE; k++)
        {
          body_id callee = s->calls.list.at[k].callee;
          if (!s->reached[s->calls.list.at[k].node])
            continue;
          if (came_by[callee.index] > 0 || body_equal (callee, body))
            continue;
          came_by[callee.index] = k + 1;
          *vec_push (s->arena, &queue) = callee;
        }
    }
  const char *word = op == IR_START ? "start" : "join";
  diag_error (s->diags, "self-ordering", ir_step_span (s->flow, node),
              "a process cannot %s itself, and '%s' comes here", word,
              ir_text (s->model, own->name));
  note_calls (s, body, at, came_by);
}

static void
check_itself (struct orders *s)
{
  for (body_id b = { 0 }; b.index < s->model->bodies.count; b.index++)
    {
      const struct ir_body *body = &s->model->bodies.at[b.index];
      if (idset_meets (s->idsets, s->starts[b.index], body->processes))
        report_itself (s, b, IR_START);
      if (idset_meets (s->idsets, s->joins[b.index], body->processes))
        report_itself (s, b, IR_JOIN);
    }
}

/* ---- Twice. ---- */

/* Is node TO reachable from FROM, after at least one step, in their body? */
static bool
leads_to (struct orders *s, uint32_t from, uint32_t to, struct ir_graph body)
{
  assert (from - body.first_node < body.node_count);
  assert (to - body.first_node < body.node_count);
  struct worklist work; /* nodes, counted from the first one of the body */
  worklist_init (&work, body.node_count, s->arena);
  worklist_add (&work, from - body.first_node);
  for (uint32_t n; worklist_take (&work, &n);)
    {
      const struct ir_step *node = &s->flow->nodes.at[body.first_node + n];
      for (uint32_t e = 0; e < node->edge_count; e++)
        {
          uint32_t next = s->flow->edges.at[node->first_edge + e];
          if (next == to)
            return true;
          worklist_add (&work, next - body.first_node);
        }
    }
  return false;
}

/* Warn that node AFTER of BODY may start PROCESS when it has been started. */
static void
warn_twice (struct orders *s, struct ir_graph body, uint32_t after, uint32_t process)
{
  assert (idset_has (s->idsets, started_by (s, &s->flow->nodes.at[after]), process));
  diag_warning (s->diags, "started-twice", ir_step_span (s->flow, after),
                s->flow->nodes.at[after].op == IR_START
                  ? "process '%s' can be started twice; the second start waits for ever"
                  : "process '%s' can be started twice, the second time by this call; "
                    "the second start waits for ever",
                process_text (s, process));
  for (uint32_t n = body.first_node;
       n < body.first_node + body.node_count && !s->diags->muted; n++)
    if (idset_has (s->idsets, started_by (s, &s->flow->nodes.at[n]), process)
        && leads_to (s, n, after, body))
      {
        diag_note (s->diags, ir_step_span (s->flow, n),
                   n == after                            ? "control can come back here"
                   : s->flow->nodes.at[n].op == IR_START ? "it has been started here"
                                                         : "this call has started it");
        return;
      }
}

/* Warn of what the body can start twice.  BEFORE[node]: what may be started before. */
static void
check_twice (struct orders *s, struct ir_graph body, idset *before)
{
  VEC (uint32_t) work = VEC_EMPTY;
  bool *seen = arena_calloc (s->arena, body.node_count, sizeof *seen);
  *vec_push (s->arena, &work) = body.first_node;
  while (work.count > 0)
    {
      uint32_t n = work.at[--work.count];
      const struct ir_step *node = &s->flow->nodes.at[n];
      idset after = idset_union (s->idsets, before[n], started_by (s, node));
      for (uint32_t e = 0; e < node->edge_count; e++)
        {
          uint32_t next = s->flow->edges.at[node->first_edge + e];
          assert (next - body.first_node < body.node_count);
          idset more = idset_union (s->idsets, before[next], after);
          if (!s->reached[next]
              || (seen[next - body.first_node] && idset_equal (more, before[next])))
            continue;
          seen[next - body.first_node] = true;
          before[next] = more;
          *vec_push (s->arena, &work) = next;
        }
    }
  for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
    {
      idset again
        = idset_common (s->idsets, before[n], started_by (s, &s->flow->nodes.at[n]));
      again = idset_minus (s->idsets, again, s->twice);
      if (idset_is_empty (again))
        continue;
      s->twice = idset_union (s->idsets, s->twice, again);
      for (uint32_t p = first_member (s, again); p != NONE; p = next_body (s, again, p))
        warn_twice (s, body, n, p);
    }
}

/* Warn that PROCESS can be started by BODY, and by another process. */
static void
warn_two_starters (struct orders *s, uint32_t process, uint32_t body)
{
  const struct ir_body *own = body_of_process (s, process);
  const char *second = ir_text (s->model, s->model->bodies.at[body].name);
  uint32_t first
    = s->diags->warnings < DIAG_MOST ? 0 : body; /* else it is only counted */
  while (!s->model->bodies.at[first].is_process
         || !idset_has (s->idsets, s->starts[first], process))
    first++;
  assert (first <= body);
  if (first == body)
    diag_warning (s->diags, "started-twice", own->name.span,
                  "process '%s' can be started twice, by two copies of '%s'; the second "
                  "start waits for ever",
                  process_text (s, process), second);
  else
    diag_warning (s->diags, "started-twice", own->name.span,
                  "process '%s' can be started twice, by '%s' and by '%s'; the second "
                  "start waits for ever",
                  process_text (s, process),
                  ir_text (s->model, s->model->bodies.at[first].name), second);
}

static void
check_two_starters (struct orders *s)
{
  idset once = IDSET_EMPTY;
  for (uint32_t b = 0; b < s->model->bodies.count; b++)
    {
      const struct ir_body *body = &s->model->bodies.at[b];
      if (!body->is_process)
        continue;
      idset again = s->starts[b];
      if (body->copies == 1)
        again = idset_common (s->idsets, once, again);
      again = idset_minus (s->idsets, again, s->twice);
      for (uint32_t p = first_member (s, again); p != NONE; p = next_body (s, again, p))
        warn_two_starters (s, p, b);
      s->twice = idset_union (s->idsets, s->twice, again);
      once = idset_union (s->idsets, once, s->starts[b]);
    }
}

/* ---- Never. ---- */

/* Warn of joins of processes that no start names. */
static void
check_joined (struct orders *s)
{
  idset warned = s->model->started;
  for (uint32_t n = 0; n < s->flow->nodes.count; n++)
    {
      if (s->flow->nodes.at[n].op != IR_JOIN)
        continue;
      idset processes = ir_step_processes (&s->flow->nodes.at[n]);
      idset unstarted = idset_minus (s->idsets, processes, warned);
      assert (!idset_is_empty (processes));
      warned = idset_union (s->idsets, warned, processes);
      if (idset_is_empty (unstarted))
        continue;
      diag_warning (s->diags, "joined-not-started", ir_step_span (s->flow, n),
                    "process '%s' is joined here, and no start names it: it begins at "
                    "once, together with all others",
                    process_text (s, first_member (s, unstarted)));
    }
}

/* Warn of joins in a process of what only this process starts, and has not yet: BEFORE as
   in check_twice. */
static void
check_joined_early (struct orders *s, const idset *before)
{
  idset known = IDSET_EMPTY, several = s->twice;
  for (uint32_t b = 0; b < s->model->bodies.count; b++)
    if (s->model->bodies.at[b].is_process)
      {
        several = idset_union (s->idsets, several,
                               idset_common (s->idsets, known, s->starts[b]));
        known = idset_union (s->idsets, known, s->starts[b]);
      }
  for (uint32_t b = 0; b < s->model->bodies.count; b++)
    {
      struct ir_graph body = s->flow->bodies.at[b];
      idset own = idset_minus (s->idsets, s->starts[b], several);
      if (!s->model->bodies.at[b].is_process || idset_is_empty (own))
        continue;
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        {
          if (s->flow->nodes.at[n].op != IR_JOIN || !s->reached[n])
            continue;
          idset early
            = idset_common (s->idsets, own, ir_step_processes (&s->flow->nodes.at[n]));
          early = idset_minus (s->idsets, early, before[n]);
          if (!idset_is_empty (early))
            diag_warning (s->diags, "joined-early", ir_step_span (s->flow, n),
                          "process '%s' is joined here before it is started, and nobody "
                          "else starts it: the join waits for ever",
                          process_text (s, first_member (s, early)));
        }
    }
}

/* Warn of processes that never run. */
static void
check_running (struct orders *s)
{
  idset running = IDSET_EMPTY; /* of those that some start names */
  struct worklist runs;        /* bodies */
  worklist_init (&runs, s->model->bodies.count, s->arena);
  for (uint32_t b = 0; b < s->model->bodies.count; b++)
    {
      const struct ir_body *body = &s->model->bodies.at[b];
      idset others = idset_minus (s->idsets, body->processes, s->model->started);
      if (body->is_process && (!body->is_started || !idset_is_empty (others)))
        worklist_add (&runs, b);
    }
  for (uint32_t b; worklist_take (&runs, &b);)
    {
      idset more = idset_minus (s->idsets, s->starts[b], running);
      running = idset_union (s->idsets, running, more);
      IDSET_EACH (p, s->idsets, more)
        worklist_add (&runs, ir_body_of_process (s->model, p));
    }
  assert (idset_is_empty (idset_minus (s->idsets, running, s->model->started)));
  idset never = idset_minus (s->idsets, s->model->started, running);
  for (uint32_t b = 0; b < s->model->bodies.count; b++)
    {
      const struct ir_body *body = &s->model->bodies.at[b];
      idset of_body = idset_common (s->idsets, never, body->processes);
      if (!idset_is_empty (of_body))
        diag_warning (s->diags, "never-runs", body->name.span,
                      "process '%s' never runs: no process that runs comes to a start "
                      "of it",
                      idset_count (s->idsets, of_body) == body->copies
                        ? ir_text (s->model, body->name)
                        : process_text (s, first_member (s, of_body)));
    }
}

/* Warn of waits for locks that are never notified, one for each lock; a lock of a class
   counts as one for all objects, and is notified if one of them is. */
static void
check_notified (const struct ir *flow, struct arena *arena, struct diags *diags)
{
  const struct ir_model *model = flow->model;
  assert (flow->has_waits);
  bool *known = arena_calloc (arena, model->locks.count + (size_t) 1, sizeof *known);
  size_t decls = model->decls.count + (size_t) 1;
  bool *notified = arena_calloc (arena, decls, sizeof *notified); /* by declaration */
  bool *warned = arena_calloc (arena, decls, sizeof *warned);
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    if (flow->nodes.at[n].op == IR_NOTIFY)
      {
        lock_id lock = ir_step_lock (&flow->nodes.at[n]);
        known[lock.index] = notified[model->locks.at[lock.index].decl] = true;
      }
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      if (!node->waits || known[ir_step_lock (node).index])
        continue;
      const struct ir_lock *lock = &model->locks.at[ir_step_lock (node).index];
      uint32_t decl = lock->decl;
      known[ir_step_lock (node).index] = true;
      if (warned[decl] && !notified[decl])
        continue;
      warned[decl] = true;
      diag_warning (diags, "no-notify", ir_step_span (flow, n),
                    "nobody notifies %s: whoever waits here in the program may wait for "
                    "ever",
                    notified[decl]
                      ? arena_format (arena, "'%s'", ir_text (model, lock->name))
                      : ir_decl_text (model, decl));
    }
}

bool
lifecycle_check (const struct ir *flow, struct arena *arena, struct diags *diags)
{
  assert (flow->bodies.count == flow->model->bodies.count && diags->errors == 0);
  const struct ir_model *model = flow->model;
  bool has_orders = false;
  for (uint32_t b = 0; b < model->bodies.count; b++)
    has_orders |= model->bodies.at[b].is_started || model->bodies.at[b].is_joined;
  if (flow->has_waits)
    check_notified (flow, arena, diags);
  if (!has_orders)
    return true;
  struct orders s = {
    .flow = flow, .model = model, .idsets = model->idsets, .arena = arena, .diags = diags
  };
  call_graph_init (&s.calls, flow, arena);
  s.reached = call_graph_reached (&s.calls, arena);
  collect (&s);
  check_itself (&s);
  idset *before = arena_calloc (arena, flow->nodes.count + (size_t) 1, sizeof *before);
  for (uint32_t b = 0; b < model->bodies.count; b++)
    if (!idset_is_empty (s.starts[b]))
      check_twice (&s, flow->bodies.at[b], before);
  check_two_starters (&s);
  check_joined (&s);
  check_joined_early (&s, before);
  check_running (&s);
  if (diags->errors == 0)
    joins_warn (&s.calls, s.reached, s.joins, arena, diags);
  LOG (1, "starts and joins: %u processes are started, %u warnings",
       (unsigned) idset_count (s.idsets, model->started), (unsigned) diags->warnings);
  return diags->errors == 0;
}
