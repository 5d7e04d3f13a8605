/* joins.c -- see joins.h.
 *
 * By body: the locks that it or its callees take, and those that some caller holds when
 * it is called.  Both are least fixed points over the calls.  Cost: each call once, and
 * once more whenever its set has grown; each join, the processes that it names.
 */
#include <config.h>

#include "ir/joins.h"

#include <assert.h>

#include "base/scribe.h"
#include "base/worklist.h"

#define NONE UINT32_MAX
#define SHOWN 8 /* the most processes of a circle that are named */

struct joiner
{
  const struct call_graph *calls;
  const struct ir *flow;
  const struct ir_model *model;
  struct idsets *idsets;
  struct arena *arena;
  struct diags *diags;
  const bool *reached;
  const idset *joins;
  idset *takes; /* by body: the locks that it or its callees acquire */
  idset *held;  /* by body: the locks that some caller holds */
};

static const char *
body_text (const struct joiner *j, uint32_t body)
{
  return ir_text (j->model, j->model->bodies.at[body].name);
}

/* The first process after those of BODY in SET, or NONE. */
static uint32_t
next_body (const struct joiner *j, idset set, uint32_t body)
{
  const struct ir_body *b = &j->model->bodies.at[body];
  assert (b->is_process && b->copies > 0);
  return idset_next (j->idsets, set, b->first_process.index + b->copies);
}

/* ---- A place in a body or its callees. ---- */

/* Does NODE join one of PROCESSES or, if that is empty, acquire LOCK? */
static bool
is_wanted (const struct joiner *j, const struct ir_step *node, idset processes,
           lock_id lock)
{
  if (!idset_is_empty (processes))
    return node->op == IR_JOIN
           && idset_meets (j->idsets, ir_step_processes (node), processes);
  return ir_plain_op (node) == IR_ACQUIRE && lock_equal (ir_step_lock (node), lock);
}

/* The first wanted node of BODY, or that it reaches by the fewest calls; there is one. */
static uint32_t
find_node (const struct joiner *j, uint32_t body, idset processes, lock_id lock)
{
  struct worklist bodies;
  worklist_init (&bodies, j->flow->bodies.count, j->arena);
  worklist_add (&bodies, body);
  for (uint32_t i = 0;; i++)
    {
      assert (i < bodies.list.count);
      uint32_t at = bodies.list.at[i];
      struct ir_graph range = j->flow->bodies.at[at];
      for (uint32_t n = range.first_node; n < range.first_node + range.node_count; n++)
        if (j->reached[n] && is_wanted (j, &j->flow->nodes.at[n], processes, lock))
          return n;
      for (uint32_t k = j->calls->first_by[at]; k < j->calls->first_by[at + 1]; k++)
        {
          const struct ir_call *call = &j->calls->list.at[k];
          if (j->reached[call->node])
            worklist_add (&bodies, call->callee.index);
        }
    }
}

/* ---- With a lock held. ---- */

static void
find_takes (struct joiner *j)
{
  for (uint32_t b = 0; b < j->flow->bodies.count; b++)
    {
      struct ir_graph body = j->flow->bodies.at[b];
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        if (ir_plain_op (&j->flow->nodes.at[n]) == IR_ACQUIRE && j->reached[n])
          j->takes[b] = idset_add (j->idsets, j->takes[b],
                                   ir_step_lock (&j->flow->nodes.at[n]).index);
    }
  call_graph_spread (j->calls, j->reached, j->takes, j->idsets, j->arena);
}

static void
find_held (struct joiner *j)
{
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t b = 0; b < j->flow->bodies.count; b++)
    if (j->model->bodies.at[b].is_process)
      *vec_push (j->arena, &work) = b;
  bool *seen = arena_calloc (j->arena, j->flow->bodies.count + (size_t) 1, sizeof *seen);
  while (work.count > 0)
    {
      uint32_t caller = work.at[--work.count];
      assert (caller < j->flow->bodies.count);
      const uint32_t *first = &j->calls->first_by[caller];
      for (uint32_t k = first[0]; k < first[1]; k++)
        {
          const struct ir_call *call = &j->calls->list.at[k];
          uint32_t callee = call->callee.index;
          if (!j->reached[call->node])
            continue;
          idset more = idset_union (j->idsets, j->held[caller],
                                    j->flow->nodes.at[call->node].locks);
          more = idset_union (j->idsets, j->held[callee], more);
          if (seen[callee] && idset_equal (more, j->held[callee]))
            continue;
          seen[callee] = true;
          j->held[callee] = more;
          *vec_push (j->arena, &work) = callee;
        }
    }
}

/* Node N of BODY is a join: warn if one of the processes may take what is held here. */
static void
check_held (struct joiner *j, uint32_t body, uint32_t n)
{
  const struct ir_step *node = &j->flow->nodes.at[n];
  idset held = idset_union (j->idsets, node->locks, j->held[body]);
  idset processes = ir_step_processes (node);
  assert (j->reached[n]);
  assert (node->op == IR_JOIN);
  for (uint32_t p = idset_next (j->idsets, processes, 0); p != NONE;)
    {
      uint32_t joined = ir_body_of_process (j->model, p);
      p = next_body (j, processes, joined);
      if (!idset_meets (j->idsets, held, j->takes[joined]))
        continue;
      lock_id lock = { idset_next (j->idsets, held, 0) };
      while (!idset_has (j->idsets, j->takes[joined], lock.index))
        lock.index = idset_next (j->idsets, held, lock.index + 1);
      assert (lock.index < j->model->locks.count);
      diag_warning (j->diags, "join-with-lock", ir_step_span (j->flow, n),
                    "process '%s' is joined here with '%s' held, which it takes, too: "
                    "then both can wait for ever",
                    body_text (j, joined),
                    ir_text (j->model, j->model->locks.at[lock.index].name));
      if (!j->diags->muted)
        diag_note (j->diags,
                   ir_step_span (j->flow, find_node (j, joined, IDSET_EMPTY, lock)),
                   "process '%s' takes it here", body_text (j, joined));
      return;
    }
}

/* ---- In a circle. ---- */

/* Warn of a circle of bodies: each joins the next, the last one the first. */
static void
warn_circle (struct joiner *j, const uint32_t *circle, uint32_t count)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, j->arena);
  assert (count >= 2);
  for (uint32_t i = 0; i < count && i < SHOWN; i++)
    fprintf (file, "%s'%s'",
             i == 0           ? ""
             : i + 1 == count ? " and "
                              : ", ",
             body_text (j, circle[i]));
  if (count > SHOWN)
    fprintf (file, " and %u more", (unsigned) (count - SHOWN));
  const char *names = scribe_end (&scribe);
  for (uint32_t i = 0; i < count && i < SHOWN; i++)
    {
      idset next = j->model->bodies.at[circle[(i + 1) % count]].processes;
      struct span span
        = ir_step_span (j->flow, find_node (j, circle[i], next, LOCK_NONE));
      if (i == 0)
        diag_warning (j->diags, "join-circle", span,
                      "processes %s join each other%s: then none of them ends", names,
                      count == 2 ? "" : " in a circle");
      else if (!j->diags->muted)
        diag_note (j->diags, span, "process '%s' joins '%s' here",
                   body_text (j, circle[i]), body_text (j, circle[(i + 1) % count]));
    }
}

/* Search depth first over the processes that join others.  Each body is entered once, so
   not every circle is found, but if there are any, one is. */
static void
check_circles (struct joiner *j)
{
  uint32_t bodies = j->flow->bodies.count, depth = 0;
  uint32_t *path = arena_alloc (j->arena, (bodies + (size_t) 1) * sizeof *path);
  uint32_t *next = arena_alloc (j->arena, (bodies + (size_t) 1) * sizeof *next);
  uint32_t *place = arena_calloc (j->arena, bodies + (size_t) 1, sizeof *place);
  bool *entered = arena_calloc (j->arena, bodies + (size_t) 1, sizeof *entered);
  for (uint32_t b = 0; b < bodies; b++)
    {
      if (!j->model->bodies.at[b].is_process || entered[b])
        continue;
      for (path[depth++] = b; depth > 0;)
        {
          uint32_t at = path[depth - 1];
          assert (depth <= bodies);
          if (!entered[at])
            next[at] = idset_next (j->idsets, j->joins[at], 0);
          entered[at] = true;
          place[at] = depth; /* 0: not on the path */
          if (next[at] == NONE)
            {
              place[at] = 0;
              depth--;
              continue;
            }
          uint32_t joined = ir_body_of_process (j->model, next[at]);
          assert (joined < bodies);
          next[at] = next_body (j, j->joins[at], joined);
          if (place[joined] > 0 && joined != at)
            warn_circle (j, &path[place[joined] - 1], depth - place[joined] + 1);
          else if (!entered[joined])
            path[depth++] = joined;
        }
    }
}

void
joins_warn (const struct call_graph *calls, const bool *reached, const idset *joins,
            struct arena *arena, struct diags *diags)
{
  const struct ir *flow = calls->flow;
  size_t bodies = flow->bodies.count + (size_t) 1;
  struct joiner j = { .calls = calls,
                      .flow = flow,
                      .model = flow->model,
                      .idsets = flow->model->idsets,
                      .arena = arena,
                      .diags = diags,
                      .reached = reached,
                      .joins = joins,
                      .takes = arena_calloc (arena, bodies, sizeof *j.takes),
                      .held = arena_calloc (arena, bodies, sizeof *j.held) };
  assert (diags->errors == 0);
  find_takes (&j);
  find_held (&j);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    {
      struct ir_graph body = flow->bodies.at[b];
      for (uint32_t n = body.first_node; n < body.first_node + body.node_count; n++)
        if (flow->nodes.at[n].op == IR_JOIN && reached[n])
          check_held (&j, b, n);
    }
  check_circles (&j);
}
