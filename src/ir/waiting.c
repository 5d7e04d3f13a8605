/* waiting.c -- see waiting.h.
 *
 * A context says which locks the callers hold, not in which order they took them.  But
 * only one thing of that order matters: which lock was taken last.  If the body itself
 * has really taken a lock, then the last of its own is the last of all, and its own order
 * is known (ir_stack); if not, it is the last one of its callers.  So the check visits
 * pairs of an instance and the lock that its callers took last.
 *
 * Invariant: a pair is visited if and only if a process can come to the entry of the
 * instance with that lock taken last.  What follows a call that never returns is not
 * reached.
 * Cost: pairs times the size of their bodies, and only for bodies that come to a wait
 * or notify.  The walk is breadth-first, so that a shortest chain of calls is shown.
 */
#include <config.h>

#include "ir/waiting.h"

#include <assert.h>

#include "base/log.h"
#include "ir/call_graph.h"

#define NONE UINT32_MAX
/* The most calls that are shown, the last ones. */
#define SHOWN 12

struct visit
{
  uint32_t instance;
  lock_id last;    /* the lock that the callers took last, or LOCK_NONE */
  uint32_t caller; /* the visit that called this one; NONE: a process */
  uint32_t call;   /* the node of the call */
};

struct check
{
  const struct ir_projection *lowering;
  const struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  struct diags *diags;
  bool *matters;           /* by body: it or its callees have a wait or notify */
  bool *reached;           /* by node: a process can come to it */
  struct pairmap reported; /* (offset, 0) of a statement, for all bodies it is in */
  struct pairmap known;    /* (instance, lock) */
  VEC (struct visit) visits;
};

static const char *
lock_text (const struct check *c, lock_id lock)
{
  assert (lock.index < c->model->locks.count);
  return ir_text (c->model, c->model->locks.at[lock.index].name);
}

/* The name of the top of STACK. */
static const char *
stack_text (const struct check *c, uint32_t stack)
{
  const struct ir_stack *top = &c->flow->stacks.at[stack];
  if (!top->open)
    return lock_text (c, top->lock);
  return arena_format (c->arena, "%s[...]", ir_array_text (c->model, top->lock));
}

static const struct ir_body *
body_of (const struct check *c, const struct visit *visit)
{
  assert (visit->instance < c->lowering->instances.count);
  return &c->model->bodies.at[c->lowering->instances.at[visit->instance].body.index];
}

static idset
callers_hold (const struct check *c, const struct visit *visit)
{
  uint32_t context = c->lowering->instances.at[visit->instance].context;
  return c->lowering->contexts.at[context].locks;
}

static bool
is_called_in_atomic (const struct check *c, const struct visit *visit)
{
  uint32_t context = c->lowering->instances.at[visit->instance].context;
  return c->lowering->contexts.at[context].atomic;
}

/* The part of the stack at NODE whose top is the last lock that the body of VISIT has
   really taken; IR_STACK_EMPTY if it has taken none. */
static uint32_t
own_last (const struct check *c, const struct visit *visit, uint32_t node)
{
  idset outside = callers_hold (c, visit);
  const struct ir_stack *stacks = c->flow->stacks.at;
  uint32_t stack = stacks[c->flow->stack_at[node]].outermost;
  while (stack != IR_STACK_EMPTY && !stacks[stack].open
         && idset_has (c->model->idsets, outside, stacks[stack].lock.index))
    stack = stacks[stacks[stack].rest].outermost;
  assert (!stacks[stack].nested);
  return stack;
}

/* The lock that was taken last when VISIT is at NODE, or LOCK_NONE. */
static lock_id
last_taken (const struct check *c, const struct visit *visit, uint32_t node)
{
  uint32_t own = own_last (c, visit, node);
  return own == IR_STACK_EMPTY ? visit->last : c->flow->stacks.at[own].lock;
}

/* ---- Messages. ---- */

/* Add a note where, on the way of VISIT to NODE, LOCK is really taken, if it is. */
static void
note_taking (const struct check *c, const struct visit *visit, uint32_t node,
             lock_id lock, const char **who)
{
  const struct ir_stack *stacks = c->flow->stacks.at;
  uint32_t stack = own_last (c, visit, node);
  while (stack != IR_STACK_EMPTY && !lock_equal (stacks[stack].lock, lock))
    stack = stacks[stacks[stack].rest].outermost;
  if (stack == IR_STACK_EMPTY
      || idset_has (c->model->idsets, callers_hold (c, visit), lock.index))
    return;
  /* The lock was taken by the latest acquire on the way at which the rest was held. */
  uint32_t rest = stacks[stack].rest;
  uint32_t n = c->flow->came_from[node];
  while (!ir_takes_lock (&c->flow->nodes.at[n]) || c->flow->stack_at[n] != rest)
    {
      n = c->flow->came_from[n];
      assert (n != NONE);
    }
  diag_note (c->diags, ir_step_span (c->flow, n), "%s locks '%s' here", *who,
             stack_text (c, stack));
  *who = "then it";
}

/* Show how VISIT gets to NODE: calls, and where FIRST and SECOND, if they are not
   LOCK_NONE, are taken. */
static void
explain (const struct check *c, uint32_t visit, uint32_t node, lock_id first,
         lock_id second)
{
  assert (visit < c->visits.count && c->reached[node]);
  if (c->diags->muted)
    return;
  uint32_t at[SHOWN], nodes[SHOWN], shown = 0, left_out = 0;
  while (visit != NONE)
    {
      left_out += shown == SHOWN;
      shown = shown < SHOWN ? shown : SHOWN - 1;
      at[shown] = visit;
      nodes[shown++] = node;
      node = c->visits.at[visit].call;
      visit = c->visits.at[visit].caller;
    }
  const struct visit *process = &c->visits.at[at[shown - 1]];
  assert (process->caller == NONE && body_of (c, process)->is_process);
  const char *who = arena_format (c->arena, "process '%s'",
                                  ir_text (c->model, body_of (c, process)->name));
  for (uint32_t i = shown; i-- > 0;)
    {
      const struct visit *v = &c->visits.at[at[i]];
      if (first.index != NONE)
        note_taking (c, v, nodes[i], first, &who);
      if (second.index != NONE)
        note_taking (c, v, nodes[i], second, &who);
      if (i == 0)
        break;
      body_id callee = ir_step_callee (&c->flow->nodes.at[nodes[i]]);
      diag_note (c->diags, ir_step_span (c->flow, nodes[i]), "%s calls '%s' here", who,
                 ir_text (c->model, c->model->bodies.at[callee.index].name));
      who = "then it";
      if (left_out && i == shown - 1)
        diag_note (c->diags, ir_step_span (c->flow, nodes[i]), "after %u more call%s ...",
                   (unsigned) left_out, left_out == 1 ? "" : "s");
    }
}

static void
report_not_held (const struct check *c, uint32_t visit, uint32_t node)
{
  const struct ir_step *n = &c->flow->nodes.at[node];
  const char *word = n->op == IR_RELEASE ? "wait" : n->all ? "notifyall" : "notify";
  const char *lock = lock_text (c, ir_step_lock (n));
  const struct ir_body *body = body_of (c, &c->visits.at[visit]);
  if (body->is_process)
    diag_error (c->diags, "not-held", ir_step_span (c->flow, node),
                "'%s %s' while this process does not hold '%s'", word, lock, lock);
  else
    diag_error (c->diags, "not-held", ir_step_span (c->flow, node),
                "'%s %s' while '%s' is not held: this procedure has not locked it, and "
                "neither has a caller on this path",
                word, lock, lock);
  explain (c, visit, node, LOCK_NONE, LOCK_NONE);
}

/* Report the wait at NODE, which is in an atomic block of its body, or of a caller. */
static void
report_atomic (const struct check *c, uint32_t visit, uint32_t node)
{
  diag_error (c->diags, "wait-in-atomic", ir_step_span (c->flow, node),
              c->flow->nodes.at[node].atomic
                ? "a wait lets others in, and cannot be inside 'atomic'"
                : "a wait lets others in, but a caller is inside 'atomic' on this path");
  explain (c, visit, node, LOCK_NONE, LOCK_NONE);
}

static void
report_crossing (const struct check *c, uint32_t visit, uint32_t node, lock_id last)
{
  lock_id lock = ir_step_lock (&c->flow->nodes.at[node]);
  uint32_t own = own_last (c, &c->visits.at[visit], node);
  assert (!lock_equal (lock, last));
  diag_error (c->diags, "wait-crosses", ir_step_span (c->flow, node),
              "'wait %s' cannot give '%s' back, since '%s' was locked after it and is "
              "still held",
              lock_text (c, lock), lock_text (c, lock),
              own == IR_STACK_EMPTY ? lock_text (c, last) : stack_text (c, own));
  explain (c, visit, node, lock, last);
}

/* ---- The walk. ---- */

static void
visit (struct check *c, uint32_t instance, lock_id last, uint32_t caller, uint32_t call)
{
  assert (instance < c->lowering->instances.count);
  uint32_t *known = pairmap_at (&c->known, instance, last.index);
  if (*known != PAIRMAP_FREE)
    return;
  *known = c->visits.count;
  *vec_push (c->arena, &c->visits) = (struct visit){ instance, last, caller, call };
}

/* Let the visit go on into the procedure that NODE calls. */
static void
follow_call (struct check *c, uint32_t at, uint32_t node)
{
  const struct ir_projection *lowering = c->lowering;
  const struct visit v = c->visits.at[at];
  const struct ir_instance *caller = &lowering->instances.at[v.instance];
  if (!c->matters[ir_step_callee (&c->flow->nodes.at[node]).index])
    return;
  uint32_t first_node = c->flow->bodies.at[caller->body.index].first_node;
  pds_symbol symbol = { caller->first_symbol + node - first_node };
  struct pds_range rules = pds_rules_of (&lowering->pds, symbol);
  assert (rules.end == rules.begin + 1);
  const struct pds_rule *rule = &lowering->pds.rules.at[rules.begin];
  assert (pds_rule_is_call (rule));
  uint32_t instance
    = (uint32_t) (ir_instance_of (lowering, rule->to) - lowering->instances.at);
  visit (c, instance, last_taken (c, &v, node), at, node);
}

/* Check the wait or notify at NODE. */
static void
check_node (struct check *c, uint32_t at, uint32_t node)
{
  const struct ir_step *n = &c->flow->nodes.at[node];
  const struct visit *v = &c->visits.at[at];
  lock_id lock = ir_step_lock (n);
  if (pairmap_get (&c->reported, n->offset, 0) != PAIRMAP_FREE)
    return;
  uint32_t errors = c->diags->errors;
  if (!idset_has (c->model->idsets, n->locks, lock.index)
      && !idset_has (c->model->idsets, callers_hold (c, v), lock.index))
    report_not_held (c, at, node);
  else if (n->op == IR_RELEASE && (n->atomic || is_called_in_atomic (c, v)))
    report_atomic (c, at, node);
  else if (n->op == IR_RELEASE)
    {
      lock_id last = last_taken (c, v, node);
      assert (last.index != NONE);
      if (!lock_equal (last, lock))
        report_crossing (c, at, node, last);
    }
  if (c->diags->errors > errors)
    *pairmap_at (&c->reported, n->offset, 0) = node;
}

static void
walk (struct check *c, uint32_t at)
{
  body_id b = c->lowering->instances.at[c->visits.at[at].instance].body;
  struct ir_graph body = c->flow->bodies.at[b.index];
  assert (c->matters[b.index]);
  for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
    {
      const struct ir_step *node = &c->flow->nodes.at[n];
      if (!c->reached[n])
        continue;
      if (node->op == IR_CALL)
        follow_call (c, at, n);
      else if (node->op == IR_NOTIFY || (node->op == IR_RELEASE && node->waits))
        check_node (c, at, n);
    }
}

/* Find the bodies that come to a wait or notify, and the nodes that are reached. */
static void
find_bodies (struct check *c)
{
  const struct ir *flow = c->flow;
  c->matters
    = arena_calloc (c->arena, flow->bodies.count + (size_t) 1, sizeof *c->matters);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    {
      struct ir_graph body = flow->bodies.at[b];
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        c->matters[b] |= flow->nodes.at[n].op == IR_NOTIFY || flow->nodes.at[n].waits;
    }
  struct call_graph calls;
  call_graph_init (&calls, flow, c->arena);
  call_graph_mark_callers (&calls, c->matters, c->arena);
  c->reached = call_graph_reached (&calls, c->arena);
}

bool
waiting_check (const struct ir_projection *lowering, struct arena *arena,
               struct diags *diags)
{
  const struct ir *flow = lowering->flow;
  assert (flow->stack_at && diags->errors == 0);
  if (!flow->has_waits)
    return true;
  struct check c = { .lowering = lowering,
                     .flow = flow,
                     .model = flow->model,
                     .arena = arena,
                     .diags = diags };
  pairmap_init (&c.reported, arena);
  pairmap_init (&c.known, arena);
  find_bodies (&c);
  for (uint32_t i = 0; i < lowering->instances.count; i++)
    {
      body_id body = lowering->instances.at[i].body;
      if (flow->model->bodies.at[body.index].is_process && c.matters[body.index])
        visit (&c, i, LOCK_NONE, NONE, NONE);
    }
  for (uint32_t i = 0; i < c.visits.count; i++)
    walk (&c, i);
  LOG (1, "waits and notifies: %u visits, %u errors", (unsigned) c.visits.count,
       (unsigned) diags->errors);
  return diags->errors == 0;
}
