/* nesting.c -- do locks nest properly in every body? (EML.md, Meaning 3)
 *
 * Every node must have one stack of open locks, whatever path leads to it; an
 * unlock or the end of a sync pops its lock; at a return the stack is empty.
 * A breadth-first walk from the entry carries the stacks, which are shared
 * lists: equal stacks are equal numbers.  Breadth-first, so that the path
 * shown with an error is a shortest one.
 *
 * On the way each node learns which locks its body holds there, and whether a
 * lock operation is inside another one of the same lock in this body.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/pairmap.h"
#include "flow.h"

#define NONE UINT32_MAX
#define EMPTY 0u
/* Steps of a path that are shown; of a longer one, the last ones. */
#define PATH_SHOWN 12

/* A stack of open locks: its top and the rest. */
struct stack
{
  uint32_t rest;
  uint32_t lock;
  bool by_sync;
  bool nested; /* the lock is in the rest, too */
  idset locks; /* of the whole stack */
};

struct walk
{
  struct flow *flow;
  const struct model *model;
  struct diags *diags;
  struct arena *arena;
  VEC (struct stack) stacks;   /* stack 0 is the empty one */
  struct pairmap stack_ids;    /* (rest, lock and by_sync) -> stack */
  uint32_t *stack_at;          /* by node, NONE: not reached */
  uint32_t *came_from;         /* by node, NONE: the entry */
  VEC (uint32_t) queue;
  const struct model_body *body;
};

static uint32_t
push_lock (struct walk *w, uint32_t rest, uint32_t lock, bool by_sync)
{
  uint32_t *id = pairmap_at (&w->stack_ids, rest, lock * 2 + by_sync);
  if (*id == PAIRMAP_FREE)
    {
      *id = w->stacks.count;
      struct idsets *idsets = w->model->idsets;
      idset below = w->stacks.at[rest].locks;
      struct stack stack = { rest, lock, by_sync, idset_has (idsets, below, lock),
                             idset_add (idsets, below, lock) };
      *vec_push (w->arena, &w->stacks) = stack;
    }
  return *id;
}

static const char *
lock_text (const struct walk *w, uint32_t lock)
{
  return model_text (w->model, w->model->locks.at[lock].name);
}

/* ---- Explaining. ---- */

static struct span
node_span (const struct walk *w, uint32_t node)
{
  uint32_t offset = w->flow->nodes.at[node].offset;
  uint32_t end = offset;
  const char *text = w->model->source->text;
  while (end < w->model->source->length
         && ((text[end] >= 'a' && text[end] <= 'z')))
    end++;
  return (struct span){ offset, end > offset ? end : offset + 1 };
}

/* What the path from node FROM to node TO shows, if anything. */
static void
note_step (struct walk *w, uint32_t from, uint32_t to)
{
  const struct flow_node *node = &w->flow->nodes.at[from];
  if (node->op == FLOW_ACQUIRE)
    diag_note (w->diags, node_span (w, from), "the path locks '%s' here",
               lock_text (w, node->object));
  else if (node->op == FLOW_RELEASE)
    diag_note (w->diags, node_span (w, from), "it releases '%s' here",
               lock_text (w, node->object));
  else if (node->op == FLOW_SKIP && node->edge_count > 1)
    {
      uint32_t choice = 0;
      while (w->flow->edges.at[node->first_edge + choice] != to)
        choice++;
      diag_note (w->diags, node_span (w, from), "it takes way %u of %u here",
                 (unsigned) choice + 1, (unsigned) node->edge_count);
    }
}

static bool
is_worth_a_note (const struct flow_node *node)
{
  return node->op == FLOW_ACQUIRE || node->op == FLOW_RELEASE
         || (node->op == FLOW_SKIP && node->edge_count > 1);
}

/* Show the path from the entry to node LAST, and on to node TO if any. */
static void
explain_path (struct walk *w, uint32_t last, uint32_t to)
{
  uint32_t path[PATH_SHOWN];
  uint32_t next[PATH_SHOWN];
  uint32_t shown = 0, left_out = 0;
  uint32_t after = to;
  for (uint32_t node = last; node != NONE; after = node, node = w->came_from[node])
    {
      if (after == NONE || !is_worth_a_note (&w->flow->nodes.at[node]))
        continue;
      if (shown < PATH_SHOWN)
        {
          path[shown] = node;
          next[shown++] = after;
        }
      else
        left_out++;
    }
  if (left_out)
    diag_note (w->diags, w->body->name.span,
               "the path begins here; %u locks, releases and choices later:",
               (unsigned) left_out);
  while (shown-- > 0)
    note_step (w, path[shown], next[shown]);
}

/* Where the top of STACK was locked on the path to NODE: line and column. */
static struct source_place
opened_at (const struct walk *w, uint32_t node, uint32_t stack)
{
  uint32_t rest = w->stacks.at[stack].rest;
  uint32_t opener = node;
  for (uint32_t n = w->came_from[node]; n != NONE; n = w->came_from[n])
    if (w->flow->nodes.at[n].op == FLOW_ACQUIRE && w->stack_at[n] == rest)
      {
        opener = n;
        break;
      }
  return source_place (w->model->source, w->flow->nodes.at[opener].offset);
}

/* "a, b" from the bottom of STACK, or "none"; at most a few. */
static const char *
list_stack (struct walk *w, uint32_t stack)
{
  if (stack == EMPTY)
    return "none";
  uint32_t locks[4];
  uint32_t count = 0;
  for (uint32_t s = stack; s != EMPTY && count < 4; s = w->stacks.at[s].rest)
    locks[count++] = w->stacks.at[s].lock;
  size_t length = 8;
  for (uint32_t i = 0; i < count; i++)
    length += strlen (lock_text (w, locks[i])) + 4;
  char *text = arena_alloc (w->arena, length);
  text[0] = 0;
  if (count == 4)
    strcat (text, "..., ");
  while (count-- > 0)
    {
      strcat (text, "'");
      strcat (text, lock_text (w, locks[count]));
      strcat (text, count ? "', " : "'");
    }
  return text;
}

/* ---- The rules. ---- */

/* NODE releases, with STACK open; true if it may. */
static bool
check_release (struct walk *w, uint32_t node, uint32_t stack)
{
  const struct flow_node *n = &w->flow->nodes.at[node];
  const struct stack *top = &w->stacks.at[stack];
  struct span span = node_span (w, node);
  const char *name = lock_text (w, n->object);
  if (stack != EMPTY && top->lock == n->object && top->by_sync == n->by_sync)
    return true;
  if (stack == EMPTY)
    {
      assert (!n->by_sync);
      diag_error (w->diags, "unlock-unlocked", span,
                  "'unlock %s' while no lock of this %s is open", name,
                  model_body_word (w->body));
    }
  else
    {
      struct source_place at = opened_at (w, node, stack);
      const char *last = lock_text (w, top->lock);
      if (n->by_sync)
        diag_error (w->diags, "nesting-sync", span,
                    "the sync of '%s' ends here while '%s' is still locked (at %u:%u)",
                    name, last, (unsigned) at.line, (unsigned) at.column);
      else if (top->by_sync)
        diag_error (w->diags, "nesting-unlock-sync", span,
                    "'unlock %s' while the sync of '%s' is open (at %u:%u); only "
                    "the end of its block releases it",
                    name, last, (unsigned) at.line, (unsigned) at.column);
      else
        diag_error (w->diags, "nesting-order", span,
                    "'unlock %s' while '%s' was locked last (at %u:%u)", name, last,
                    (unsigned) at.line, (unsigned) at.column);
    }
  explain_path (w, node, NONE);
  return false;
}

static void
check_return (struct walk *w, uint32_t node, uint32_t stack)
{
  if (stack == EMPTY)
    return;
  struct source_place at = opened_at (w, node, stack);
  diag_error (w->diags, "nesting-return", node_span (w, node),
              "the %s '%s' returns here while '%s' is still locked (at %u:%u)",
              model_body_word (w->body), model_text (w->model, w->body->name),
              lock_text (w, w->stacks.at[stack].lock), (unsigned) at.line,
              (unsigned) at.column);
  explain_path (w, node, NONE);
}

/* Node FROM leads to TO with STACK, but TO was reached with another one. */
static void
report_conflict (struct walk *w, uint32_t from, uint32_t to, uint32_t stack)
{
  diag_error (w->diags, "nesting-paths", node_span (w, to),
              "the locks open here depend on the path: %s on one, %s on another",
              list_stack (w, w->stack_at[to]), list_stack (w, stack));
  diag_note (w->diags, w->body->name.span, "one path:");
  explain_path (w, to, NONE);
  diag_note (w->diags, w->body->name.span, "another path:");
  explain_path (w, from, to);
}

/* The stack behind NODE, or NONE if an error ends the walk here. */
static uint32_t
stack_behind (struct walk *w, uint32_t node)
{
  struct flow_node *n = &w->flow->nodes.at[node];
  uint32_t stack = w->stack_at[node];
  n->locks = w->stacks.at[stack].locks;
  switch (n->op)
    {
    case FLOW_ACQUIRE:
      n->nested = idset_has (w->model->idsets, n->locks, n->object);
      return push_lock (w, stack, n->object, n->by_sync);
    case FLOW_RELEASE:
      if (!check_release (w, node, stack))
        return NONE;
      n->nested = w->stacks.at[stack].nested;
      return w->stacks.at[stack].rest;
    case FLOW_RETURN:
      check_return (w, node, stack);
      return NONE;
    case FLOW_SKIP:
    case FLOW_READ:
    case FLOW_WRITE:
    case FLOW_BEGIN:
    case FLOW_END:
    case FLOW_CALL:
      break;
    }
  return stack;
}

static void
reach (struct walk *w, uint32_t node, uint32_t stack, uint32_t from)
{
  if (w->stack_at[node] == NONE)
    {
      w->stack_at[node] = stack;
      w->came_from[node] = from;
      *vec_push (w->arena, &w->queue) = node;
    }
  else if (w->stack_at[node] != stack)
    report_conflict (w, from, node, stack);
}

static void
walk_body (struct walk *w, uint32_t body)
{
  w->body = &w->model->bodies.at[body];
  w->queue.count = 0;
  reach (w, w->flow->bodies.at[body].first_node, EMPTY, NONE);
  for (uint32_t i = 0; i < w->queue.count; i++)
    {
      uint32_t node = w->queue.at[i];
      uint32_t stack = stack_behind (w, node);
      if (stack == NONE)
        continue;
      const struct flow_node *n = &w->flow->nodes.at[node];
      for (uint32_t e = 0; e < n->edge_count; e++)
        reach (w, w->flow->edges.at[n->first_edge + e], stack, node);
    }
}

bool
flow_check_nesting (struct flow *flow, struct diags *diags)
{
  struct walk w = { .flow = flow, .model = flow->model, .diags = diags,
                    .arena = flow->arena };
  *vec_push (w.arena, &w.stacks) = (struct stack){ NONE, NONE, false, false, IDSET_EMPTY };
  pairmap_init (&w.stack_ids, w.arena);
  size_t nodes = flow->nodes.count + (size_t) 1;
  w.stack_at = arena_alloc (w.arena, nodes * sizeof *w.stack_at);
  memset (w.stack_at, 0xFF, nodes * sizeof *w.stack_at);
  w.came_from = arena_alloc (w.arena, nodes * sizeof *w.came_from);
  for (uint32_t body = 0; body < flow->bodies.count; body++)
    walk_body (&w, body);
  return diags->errors == 0;
}
