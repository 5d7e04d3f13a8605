/* nesting.c -- do locks nest properly in every body? (doc/eml.md, Locks nest)
 *
 * Every node must have one stack of open locks, whatever path leads to it; an
 * unlock or the end of a sync pops its lock; at a return the stack is empty.
 * A breadth-first walk from the entry carries the stacks, which are shared
 * lists: equal stacks are equal numbers.  The walk is breadth-first so that the
 * path shown with a mistake is a shortest one.
 *
 * The walk also stores in each node which locks its body holds there, and
 * whether a lock operation is nested in another one of the same lock.  A wait leaves
 * the stack as it is: whether its lock is held, and can be given back, depends on the
 * callers, too (waiting.c).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/pairmap.h"
#include "ir/ir.h"

#define NONE UINT32_MAX
#define EMPTY IR_STACK_EMPTY

struct walk
{
  struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  struct pairmap stack_ids; /* (rest, lock and by_sync) -> stack */
  uint32_t *stack_at;       /* the flow's; NONE: not reached */
  uint32_t *came_from;      /* the flow's */
  VEC (uint32_t) queue;
  struct ir_mistakes *mistakes;
  body_id body;
};

/* The stack after NODE has taken its lock, above REST. */
static uint32_t
push_lock (struct walk *w, uint32_t rest, const struct ir_step *node)
{
  lock_id lock = ir_named_lock (node);
  bool by_sync = node->by_sync, open = ir_is_open (node);
  assert (rest < w->flow->stacks.count && lock.index < w->model->locks.count);
  uint32_t *id = pairmap_at (&w->stack_ids, rest,
                             (uint32_t) open << 31 | (lock.index * 2 + by_sync));
  if (*id == PAIRMAP_FREE)
    {
      *id = w->flow->stacks.count;
      struct idsets *idsets = w->model->idsets;
      idset below = w->flow->stacks.at[rest].locks;
      bool nested = !open && idset_has (idsets, below, lock.index);
      struct ir_stack stack = { rest,
                                lock,
                                by_sync,
                                open,
                                nested,
                                open ? below : idset_add (idsets, below, lock.index),
                                nested ? w->flow->stacks.at[rest].outermost : *id };
      *vec_push (w->arena, &w->flow->stacks) = stack;
    }
  return *id;
}

/* May NODE release its lock with STACK open? */
static bool
may_release (const struct walk *w, uint32_t node, uint32_t stack)
{
  const struct ir_step *n = &w->flow->nodes.at[node];
  const struct ir_stack *top = &w->flow->stacks.at[stack];
  return stack != EMPTY && lock_equal (top->lock, ir_named_lock (n))
         && top->by_sync == n->by_sync && top->open == ir_is_open (n);
}

static void
note_mistake (struct walk *w, uint32_t node, uint32_t from, uint32_t stack)
{
  LOG (2, "%s '%s', node %u: %s", ir_body_word (&w->model->bodies.at[w->body.index]),
       ir_text (w->model, w->model->bodies.at[w->body.index].name),
       (unsigned) (node - w->flow->bodies.at[w->body.index].first_node),
       from == NONE ? "its stack of locks is wrong" : "it has two stacks of locks");
  *vec_push (w->arena, w->mistakes) = (struct ir_mistake){ w->body, node, from, stack };
}

/* The stack after NODE, or NONE if the walk ends here: at a return or an error. */
static uint32_t
stack_after (struct walk *w, uint32_t node)
{
  struct ir_step *n = &w->flow->nodes.at[node];
  uint32_t stack = w->stack_at[node];
  assert (stack < w->flow->stacks.count);
  n->locks = w->flow->stacks.at[stack].locks;
  switch ((unsigned) n->op)
    {
    case IR_ACQUIRE:
    case IR_ACQUIRE_AT:
      if (n->waits)
        {
          idset taken = idset_add (w->model->idsets, IDSET_EMPTY, ir_step_lock (n).index);
          n->locks = idset_minus (w->model->idsets, n->locks, taken);
          return stack;
        }
      n->nested = !ir_is_open (n)
                  && idset_has (w->model->idsets, n->locks, ir_step_lock (n).index);
      return push_lock (w, stack, n);
    case IR_RELEASE:
    case IR_RELEASE_AT:
      if (n->waits)
        return stack;
      if (may_release (w, node, stack))
        {
          n->nested = w->flow->stacks.at[stack].nested;
          return w->flow->stacks.at[stack].rest;
        }
      note_mistake (w, node, NONE, stack);
      return NONE;
    case IR_RETURN:
      if (stack != EMPTY)
        note_mistake (w, node, NONE, stack);
      return NONE;
    default: return stack;
    }
}

/* Reach NODE with STACK from FROM (NONE: nothing). */
static void
reach (struct walk *w, uint32_t node, uint32_t stack, uint32_t from)
{
  assert (node < w->flow->nodes.count && stack < w->flow->stacks.count);
  if (w->stack_at[node] == NONE)
    {
      w->stack_at[node] = stack;
      w->came_from[node] = from;
      *vec_push (w->arena, &w->queue) = node;
    }
  else if (w->stack_at[node] != stack)
    note_mistake (w, node, from, stack);
}

static void
walk_body (struct walk *w, body_id body)
{
  assert (w->flow->bodies.at[body.index].node_count > 0);
  w->body = body;
  w->queue.count = 0;
  reach (w, w->flow->bodies.at[body.index].first_node, EMPTY, NONE);
  for (uint32_t i = 0; i < w->queue.count; i++)
    {
      uint32_t node = w->queue.at[i];
      uint32_t stack = stack_after (w, node);
      if (stack == NONE)
        continue;
      const struct ir_step *n = &w->flow->nodes.at[node];
      for (uint32_t e = 0; e < n->edge_count; e++)
        reach (w, w->flow->edges.at[n->first_edge + e], stack, node);
    }
}

bool
ir_check_nesting (struct ir *flow, struct ir_mistakes *mistakes)
{
  assert (flow->bodies.count == flow->model->bodies.count);
  struct walk w
    = { .flow = flow, .model = flow->model, .mistakes = mistakes, .arena = flow->arena };
  *vec_push (w.arena, &flow->stacks)
    = (struct ir_stack){ NONE, LOCK_NONE, false, false, false, IDSET_EMPTY, EMPTY };
  pairmap_init (&w.stack_ids, w.arena);
  size_t nodes = flow->nodes.count + (size_t) 1;
  w.stack_at = arena_alloc (w.arena, nodes * sizeof *w.stack_at);
  memset (w.stack_at, 0xFF, nodes * sizeof *w.stack_at);
  w.came_from = arena_alloc (w.arena, nodes * sizeof *w.came_from);
  flow->stack_at = w.stack_at;
  flow->came_from = w.came_from;
  for (body_id body = { 0 }; body.index < flow->bodies.count; body.index++)
    walk_body (&w, body);
  LOG (1, "locks nest in %u bodies: %s; %u stacks of locks",
       (unsigned) flow->bodies.count, mistakes->count == 0 ? "yes" : "no",
       (unsigned) flow->stacks.count);
  return mistakes->count == 0;
}
