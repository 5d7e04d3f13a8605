/* nesting.c -- do locks nest properly in every body? (doc/eml.md, Meaning 3)
 *
 * Every node must have one stack of open locks, whatever path leads to it; an
 * unlock or the end of a sync pops its lock; at a return the stack is empty.
 * A breadth-first walk from the entry carries the stacks, which are shared
 * lists: equal stacks are equal numbers.  The walk is breadth-first so that the
 * path shown with an error is a shortest one.
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
#include "eml/flow.h"

#define NONE UINT32_MAX
#define EMPTY FLOW_STACK_EMPTY
/* The number of steps of a path that are shown; of a longer path, the last ones. */
#define PATH_SHOWN 12

/* An error at NODE.  FROM leads to NODE with STACK, but NODE has another stack; or,
   if FROM is NONE, NODE may not be reached with STACK, which it has. */
struct mistake
{
  uint32_t node, from, stack;
};

struct walk
{
  struct flow *flow;
  const struct model *model;
  struct diags *diags;
  struct arena *arena;
  struct pairmap stack_ids;    /* (rest, lock and by_sync) -> stack */
  uint32_t *stack_at;          /* the flow's; NONE: not reached */
  uint32_t *came_from;         /* the flow's */
  bool *tainted;               /* by node: reachable from one with two stacks */
  VEC (uint32_t) queue;
  VEC (struct mistake) mistakes;
  bool *reported;              /* by declaration: a body of it has errors */
  const struct model_body *body;
};

/* The lock that NODE takes or gives back; of an array, the first. */
static lock_id
lock_of (const struct walk *w, const struct flow_node *node)
{
  return flow_is_open (node) ? w->flow->codes.at[node->code].first_lock
                             : flow_lock (node);
}

/* NODE takes its lock, above REST. */
static uint32_t
push_lock (struct walk *w, uint32_t rest, const struct flow_node *node)
{
  lock_id lock = lock_of (w, node);
  bool by_sync = node->by_sync, open = flow_is_open (node);
  assert (rest < w->flow->stacks.count && lock.index < w->model->locks.count);
  uint32_t *id = pairmap_at (&w->stack_ids, rest,
                             (uint32_t) open << 31 | (lock.index * 2 + by_sync));
  if (*id == PAIRMAP_FREE)
    {
      *id = w->flow->stacks.count;
      struct idsets *idsets = w->model->idsets;
      idset below = w->flow->stacks.at[rest].locks;
      bool nested = !open && idset_has (idsets, below, lock.index);
      struct flow_stack stack
        = { rest, lock, by_sync, open, nested,
            open ? below : idset_add (idsets, below, lock.index),
            nested ? w->flow->stacks.at[rest].outermost : *id };
      *vec_push (w->arena, &w->flow->stacks) = stack;
    }
  return *id;
}

/* The name of LOCK; OPEN: of the array that begins with it. */
static const char *
lock_text (const struct walk *w, lock_id lock, bool open)
{
  assert (lock.index < w->model->locks.count);
  if (!open)
    return model_text (w->model, w->model->locks.at[lock.index].name);
  return arena_format (w->arena, "%s[...]", model_array_text (w->model, lock));
}

/* ---- Explaining. ---- */

/* The statement that NODE, which branches, comes from, or that its condition is in. */
static uint32_t
statement_of (const struct walk *w, uint32_t node)
{
  uint32_t offset = w->flow->nodes.at[node].offset;
  const struct tree *tree = w->model->tree;
  uint32_t stmt = vec_last_at_most_by (&tree->stmts, span.begin, w->body->begin,
                                       w->body->end, offset);
  assert (tree->stmts.at[stmt].span.begin <= offset);
  return stmt;
}

/* The `else' or `or' that begins alternative number CHOICE > 0 of statement STMT; an
   empty span if there are fewer alternatives, or a comment precedes that word.
   *COUNT is the number of alternatives. */
static struct span
branch_span (const struct walk *w, uint32_t stmt, uint32_t choice, uint32_t *count)
{
  assert (tree_is_branch (w->model->tree->stmts.at[stmt].kind));
  const struct tree *tree = w->model->tree;
  const struct source *source = w->model->source;
  struct span span = { 0, 0 };
  uint32_t arm = stmt + 1, last = arm;
  *count = 0;
  for (; arm < tree->stmts.at[stmt].end; last = arm, arm = tree->stmts.at[arm].end)
    {
      assert (tree->stmts.at[arm].kind == TREE_BLOCK);
      if ((*count)++ != choice || choice == 0)
        continue;
      uint32_t at = tree->stmts.at[last].close + 1;
      while (at < source->length && strchr (" \t\r\n", source->text[at]))
        at++;
      if (source->text[at] == 'e' || source->text[at] == 'o')
        span = (struct span){ at, at + (source->text[at] == 'e' ? 4 : 2) };
    }
  return span;
}

/* Say that the path, called WHO, goes from the branching node FROM to node TO. */
static void
note_choice (struct walk *w, uint32_t from, uint32_t to, const char *who)
{
  const struct flow_node *node = &w->flow->nodes.at[from];
  uint32_t choice = 0;
  assert (node->op == FLOW_SKIP);
  while (w->flow->edges.at[node->first_edge + choice] != to)
    choice++;
  assert (choice < node->edge_count);
  const struct tree *tree = w->model->tree;
  uint32_t at = statement_of (w, from);
  const struct tree_stmt *stmt = &tree->stmts.at[at];
  struct span head = flow_node_span (w->flow, from);
  if (node->code != FLOW_NO_CODE || stmt->span.begin != node->offset)
    diag_note (w->diags, head,
               choice == 0 ? "%s finds that this holds"
                           : "%s finds that this does not hold",
               who);
  else if (stmt->kind == TREE_GOTO)
    diag_note (w->diags, tree->uses.at[stmt->first_name + choice].span,
               "%s goes to label '%s'", who,
               model_text (w->model, tree->uses.at[stmt->first_name + choice]));
  else if (stmt->kind == TREE_WHILE)
    diag_note (w->diags, head, choice == 0 ? "%s enters this loop" : "%s skips this loop",
               who);
  else
    {
      uint32_t arms;
      struct span arm = branch_span (w, at, choice, &arms);
      const char *word = tree_kind_word (stmt->kind);
      if (arm.end > 0)
        diag_note (w->diags, arm, "%s takes this branch", who);
      else if (choice >= arms)
        diag_note (w->diags, head,
                   arms == 1 ? "%s skips this '%s'" : "%s takes no branch of this '%s'",
                   who, word);
      else if (choice == 0)
        diag_note (w->diags, head,
                   arms == 1 ? "%s enters this '%s'"
                             : "%s takes the first branch of this '%s'",
                   who, word);
      else
        diag_note (w->diags, head, "%s takes branch %u of this '%s'", who,
                   (unsigned) choice + 1, word);
    }
}

/* Say what the path does at node FROM, before node TO: "then it locks 'a' here". */
static void
note_step (struct walk *w, uint32_t from, uint32_t to, const char *who)
{
  const struct flow_node *node = &w->flow->nodes.at[from];
  if (!flow_is_operation (node) && !flow_is_open (node))
    {
      note_choice (w, from, to, who);
      return;
    }
  struct span span = flow_node_span (w->flow, from);
  const char *lock = lock_text (w, lock_of (w, node), flow_is_open (node));
  if (flow_takes_lock (w->flow, node))
    diag_note (w->diags, span, "%s locks '%s' here", who, lock);
  else if (node->leaving)
    diag_note (w->diags, span, "%s leaves the sync of '%s', by a '%s' in it", who, lock,
               node->leaving);
  else
    diag_note (w->diags, span,
               node->by_sync ? "%s leaves the sync of '%s' here"
                             : "%s unlocks '%s' here",
               who, lock);
}

/* Lock operations, branches and gotos are worth a note. */
static bool
is_worth_a_note (const struct walk *w, const struct flow_node *node)
{
  bool is_goto = node->code == FLOW_NO_CODE
                 && strncmp (w->model->source->text + node->offset, "goto", 4) == 0;
  return (flow_is_operation (node) && !node->waits) || flow_is_open (node)
         || (node->op == FLOW_SKIP && (node->edge_count > 1 || is_goto));
}

/* Show the path from node FIRST (NONE: from the entry) to node LAST, and on to
   node TO unless it is NONE.  WHO is its name: "the path", "one path" ... */
static void
explain_path (struct walk *w, uint32_t first, uint32_t last, uint32_t to,
              const char *who)
{
  assert (last < w->flow->nodes.count && w->stack_at[last] != NONE);
  if (w->diags->muted)
    return;
  uint32_t path[PATH_SHOWN], next[PATH_SHOWN];
  uint32_t shown = 0, left_out = 0, after = to;
  uint32_t stop = first == NONE ? NONE : w->came_from[first];
  for (uint32_t node = last; node != stop; after = node, node = w->came_from[node])
    {
      if (after == NONE || !is_worth_a_note (w, &w->flow->nodes.at[node]))
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
    {
      diag_note (w->diags, w->body->name.span,
                 "%s begins here; after %u locks, unlocks and branches ...", who,
                 (unsigned) left_out);
      who = "it";
    }
  while (shown-- > 0)
    {
      note_step (w, path[shown], next[shown], who);
      who = "then it";
    }
}

static uint32_t
path_length (const struct walk *w, uint32_t node)
{
  uint32_t length = 0;
  for (; node != NONE; node = w->came_from[node])
    length++;
  assert (length <= w->flow->nodes.count);
  return length;
}

/* The last node that the paths to A and to B have in common. */
static uint32_t
common_node (const struct walk *w, uint32_t a, uint32_t b)
{
  uint32_t to_a = path_length (w, a), to_b = path_length (w, b);
  for (; to_a > to_b; to_a--)
    a = w->came_from[a];
  for (; to_b > to_a; to_b--)
    b = w->came_from[b];
  while (a != b)
    {
      a = w->came_from[a];
      b = w->came_from[b];
    }
  assert (a != NONE);
  return a;
}

/* Where the top of STACK was locked on the path to NODE: "(at LINE:COLUMN)". */
static const char *
opened_at (const struct walk *w, uint32_t node, uint32_t stack)
{
  assert (stack != EMPTY && w->stack_at[node] == stack);
  uint32_t rest = w->flow->stacks.at[stack].rest;
  uint32_t opener = node;
  if (w->diags->errors >= DIAG_MOST)
    return ""; /* the error will not be shown */
  for (uint32_t n = w->came_from[node]; n != NONE; n = w->came_from[n])
    if (flow_takes_lock (w->flow, &w->flow->nodes.at[n]) && w->stack_at[n] == rest)
      {
        opener = n;
        break;
      }
  struct source_place place
    = source_place (w->model->source, w->flow->nodes.at[opener].offset);
  return arena_format (w->arena, "(at %u:%u)", (unsigned) place.line,
                       (unsigned) place.column);
}

/* The name of the top of STACK. */
static const char *
stack_text (const struct walk *w, uint32_t stack)
{
  const struct flow_stack *top = &w->flow->stacks.at[stack];
  assert (stack != EMPTY);
  return lock_text (w, top->lock, top->open);
}

/* "'a', 'b'" from the bottom of STACK, or "none"; of a large stack the top. */
static const char *
list_stack (struct walk *w, uint32_t stack)
{
  assert (stack < w->flow->stacks.count);
  uint32_t parts[4];
  const uint32_t most = sizeof parts / sizeof *parts;
  uint32_t count = 0, s = stack;
  for (; s != EMPTY && count < most; s = w->flow->stacks.at[s].rest)
    parts[count++] = s;
  if (count == 0)
    return "none";
  const char *text = s != EMPTY ? "..., " : "";
  while (count-- > 0)
    text = arena_format (w->arena, "%s'%s'%s", text, stack_text (w, parts[count]),
                         count ? ", " : "");
  return text;
}

/* Of a procedure that is written once for many objects: say for which. */
static void
note_body (struct walk *w)
{
  if (w->body->binding)
    diag_note (w->diags, w->body->name.span, "this happens in '%s'",
               model_text (w->model, w->body->name));
}

/* ---- The rules. ---- */

/* May NODE release its lock with STACK open? */
static bool
may_release (const struct walk *w, uint32_t node, uint32_t stack)
{
  const struct flow_node *n = &w->flow->nodes.at[node];
  const struct flow_stack *top = &w->flow->stacks.at[stack];
  return stack != EMPTY && lock_equal (top->lock, lock_of (w, n))
         && top->by_sync == n->by_sync && top->open == flow_is_open (n);
}

static void
report_release (struct walk *w, uint32_t node, uint32_t stack)
{
  assert (!may_release (w, node, stack));
  const struct flow_node *n = &w->flow->nodes.at[node];
  const struct flow_stack *top = &w->flow->stacks.at[stack];
  struct span span = flow_node_span (w->flow, node);
  const char *name = lock_text (w, lock_of (w, n), flow_is_open (n));
  if (stack == EMPTY)
    {
      assert (!n->by_sync);
      diag_error (w->diags, "unlock-unlocked", span,
                  "'unlock %s' while this %s has nothing locked", name,
                  model_body_word (w->body));
      if (!w->body->is_process)
        diag_note (w->diags, span,
                   "a procedure can only unlock what it has locked itself");
    }
  else
    {
      const char *at = opened_at (w, node, stack);
      const char *last = stack_text (w, stack);
      if (n->leaving)
        diag_error (w->diags, "nesting-sync", span,
                    "a '%s' leaves the sync of '%s' while '%s' is still locked %s",
                    n->leaving, name, last, at);
      else if (n->by_sync)
        diag_error (w->diags, "nesting-sync", span,
                    "the sync of '%s' ends here while '%s' is still locked %s",
                    name, last, at);
      else if (top->by_sync)
        diag_error (w->diags, "nesting-unlock-sync", span,
                    "'unlock %s' while the sync of '%s' is open %s; only the end of "
                    "its block releases it", name, last, at);
      else
        diag_error (w->diags, "nesting-order", span,
                    "'unlock %s' while '%s' was locked last %s", name, last, at);
    }
  note_body (w);
  explain_path (w, NONE, node, NONE, "the path");
}

static void
report_return (struct walk *w, uint32_t node, uint32_t stack)
{
  assert (w->flow->nodes.at[node].op == FLOW_RETURN);
  diag_error (w->diags, "nesting-return", flow_node_span (w->flow, node),
              "%s '%s' returns here while '%s' is still locked %s",
              model_body_word (w->body), model_text (w->model, w->body->name),
              stack_text (w, stack), opened_at (w, node, stack));
  note_body (w);
  explain_path (w, NONE, node, NONE, "the path");
}

/* Node FROM leads to TO with STACK, but TO was reached with another stack. */
static void
report_conflict (struct walk *w, uint32_t from, uint32_t to, uint32_t stack)
{
  assert (stack != w->stack_at[to]);
  diag_error (w->diags, "nesting-paths", flow_node_span (w->flow, to),
              "which locks are held here depends on the path: %s on one path, %s on "
              "another",
              list_stack (w, w->stack_at[to]), list_stack (w, stack));
  if (w->diags->muted)
    return;
  note_body (w);
  /* What the paths have in common explains nothing. */
  uint32_t parting = common_node (w, to, from);
  if (parting == to)
    explain_path (w, to, from, to, "a path from here");
  else
    {
      explain_path (w, parting, to, NONE, "one path");
      explain_path (w, parting, from, to, "another path");
    }
  if (parting == to || w->flow->nodes.at[to].offset <= w->flow->nodes.at[from].offset)
    diag_note (w->diags, flow_node_span (w->flow, to), "then it comes back here");
}

static void
note_mistake (struct walk *w, uint32_t node, uint32_t from, uint32_t stack)
{
  LOG (2, "%s '%s', node %u: %s", model_body_word (w->body),
       model_text (w->model, w->body->name),
       (unsigned) (node - w->flow->bodies.at[w->body - w->model->bodies.at].first_node),
       from == NONE ? "its stack of locks is wrong" : "it has two stacks of locks");
  *vec_push (w->arena, &w->mistakes) = (struct mistake){ node, from, stack };
}

/* The stack after NODE, or NONE if the walk ends here: at a return or an error. */
static uint32_t
stack_after (struct walk *w, uint32_t node)
{
  struct flow_node *n = &w->flow->nodes.at[node];
  uint32_t stack = w->stack_at[node];
  assert (stack < w->flow->stacks.count);
  n->locks = w->flow->stacks.at[stack].locks;
  if (n->op == FLOW_ACQUIRE && n->waits)
    {
      idset taken = idset_add (w->model->idsets, IDSET_EMPTY, flow_lock (n).index);
      n->locks = idset_minus (w->model->idsets, n->locks, taken);
      return stack;
    }
  if (n->op == FLOW_RELEASE && n->waits)
    return stack;
  if (n->op == FLOW_ACQUIRE)
    {
      n->nested = idset_has (w->model->idsets, n->locks, flow_lock (n).index);
      return push_lock (w, stack, n);
    }
  if (flow_is_open (n))
    {
      if (flow_takes_lock (w->flow, n))
        return push_lock (w, stack, n);
      if (may_release (w, node, stack))
        return w->flow->stacks.at[stack].rest;
      note_mistake (w, node, NONE, stack);
      return NONE;
    }
  if (n->op == FLOW_RELEASE && may_release (w, node, stack))
    {
      n->nested = w->flow->stacks.at[stack].nested;
      return w->flow->stacks.at[stack].rest;
    }
  if (n->op != FLOW_RELEASE && n->op != FLOW_RETURN)
    return stack;
  if (n->op == FLOW_RELEASE || stack != EMPTY)
    note_mistake (w, node, NONE, stack);
  return NONE;
}

/* FROM (NONE: nothing) leads to NODE with STACK. */
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

/* Mark NODE and all nodes reachable from it. */
static void
taint (struct walk *w, uint32_t node)
{
  assert (!w->tainted[node]);
  w->queue.count = 0;
  *vec_push (w->arena, &w->queue) = node;
  w->tainted[node] = true;
  while (w->queue.count > 0)
    {
      const struct flow_node *n
        = &w->flow->nodes.at[w->queue.at[--w->queue.count]];
      for (uint32_t e = 0; e < n->edge_count; e++)
        {
          uint32_t to = w->flow->edges.at[n->first_edge + e];
          if (!w->tainted[to])
            *vec_push (w->arena, &w->queue) = to;
          w->tainted[to] = true;
        }
    }
}

/* Report the mistakes of the body.  Where a node with two stacks leads to, errors
   may only be consequences, so they wait until that one is mended. */
static void
report_mistakes (struct walk *w)
{
  for (uint32_t i = 0; i < w->mistakes.count; i++)
    {
      struct mistake found = w->mistakes.at[i];
      if (found.from == NONE || w->tainted[found.node])
        continue;
      report_conflict (w, found.from, found.node, found.stack);
      taint (w, found.node);
    }
  for (uint32_t i = 0; i < w->mistakes.count; i++)
    {
      struct mistake found = w->mistakes.at[i];
      if (found.from != NONE || w->tainted[found.node])
        continue;
      if (w->flow->nodes.at[found.node].op == FLOW_RETURN)
        report_return (w, found.node, found.stack);
      else
        report_release (w, found.node, found.stack);
    }
}

static void
walk_body (struct walk *w, body_id body)
{
  assert (w->flow->bodies.at[body.index].node_count > 0);
  w->body = &w->model->bodies.at[body.index];
  w->queue.count = w->mistakes.count = 0;
  reach (w, w->flow->bodies.at[body.index].first_node, EMPTY, NONE);
  for (uint32_t i = 0; i < w->queue.count; i++)
    {
      uint32_t node = w->queue.at[i];
      uint32_t stack = stack_after (w, node);
      if (stack == NONE)
        continue;
      const struct flow_node *n = &w->flow->nodes.at[node];
      for (uint32_t e = 0; e < n->edge_count; e++)
        reach (w, w->flow->edges.at[n->first_edge + e], stack, node);
    }
  /* The bodies of one procedure share their statements: one of them explains enough. */
  if (w->mistakes.count > 0 && !w->reported[w->body->decl])
    {
      report_mistakes (w);
      w->reported[w->body->decl] = true;
    }
}

bool
flow_check_nesting (struct flow *flow, struct diags *diags)
{
  assert (flow->bodies.count == flow->model->bodies.count);
  struct walk w = { .flow = flow, .model = flow->model, .diags = diags,
                    .arena = flow->arena };
  *vec_push (w.arena, &flow->stacks)
    = (struct flow_stack){ NONE, LOCK_NONE, false, false, false, IDSET_EMPTY, EMPTY };
  pairmap_init (&w.stack_ids, w.arena);
  size_t nodes = flow->nodes.count + (size_t) 1;
  w.stack_at = arena_alloc (w.arena, nodes * sizeof *w.stack_at);
  memset (w.stack_at, 0xFF, nodes * sizeof *w.stack_at);
  w.came_from = arena_alloc (w.arena, nodes * sizeof *w.came_from);
  w.tainted = arena_calloc (w.arena, nodes, sizeof *w.tainted);
  w.reported = arena_calloc (w.arena, w.model->tree->decls.count + (size_t) 1,
                             sizeof *w.reported);
  flow->stack_at = w.stack_at;
  flow->came_from = w.came_from;
  for (body_id body = { 0 }; body.index < flow->bodies.count; body.index++)
    walk_body (&w, body);
  LOG (1, "locks nest in %u bodies: %s; %u stacks of locks",
       (unsigned) flow->bodies.count, diags->errors == 0 ? "yes" : "no",
       (unsigned) flow->stacks.count);
  return diags->errors == 0;
}
