/* nesting.c -- do locks nest properly in every body? (doc/eml.md, Meaning 3)
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
#include "eml/flow.h"

#define NONE UINT32_MAX
#define EMPTY 0u
/* Steps of a path that are shown; of a longer one, the last ones. */
#define PATH_SHOWN 12

/* A stack of open locks: its top and the rest. */
struct stack
{
  uint32_t rest;
  lock_id lock;
  bool by_sync;
  bool nested; /* the lock is in the rest, too */
  idset locks; /* of the whole stack */
};

/* Something wrong at NODE: with STACK, with which FROM leads there although it
   has another one; or, where FROM is NONE, with the one that it has. */
struct finding
{
  uint32_t node, from, stack;
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
  bool *tainted;               /* by node: behind one with two stacks */
  VEC (uint32_t) queue;
  VEC (struct finding) findings;
  const struct model_body *body;
};

static uint32_t
push_lock (struct walk *w, uint32_t rest, lock_id lock, bool by_sync)
{
  uint32_t *id = pairmap_at (&w->stack_ids, rest, lock.index * 2 + by_sync);
  if (*id == PAIRMAP_FREE)
    {
      *id = w->stacks.count;
      struct idsets *idsets = w->model->idsets;
      idset below = w->stacks.at[rest].locks;
      struct stack stack = { rest, lock, by_sync, idset_has (idsets, below, lock.index),
                             idset_add (idsets, below, lock.index) };
      *vec_push (w->arena, &w->stacks) = stack;
    }
  return *id;
}

static const char *
lock_text (const struct walk *w, lock_id lock)
{
  return model_text (w->model, w->model->locks.at[lock.index].name);
}

/* ---- Explaining. ---- */

/* The statement of a node, or as much of it as matters: its words. */
static struct span
node_span (const struct walk *w, uint32_t node)
{
  const struct source *source = w->model->source;
  uint32_t begin = w->flow->nodes.at[node].offset, end = begin;
  bool quoted = false;
  while (end < source->length && source->text[end] != '\n'
         && (quoted || !strchr (";@{}(/\r", source->text[end])))
    {
      if (source->text[end] == '\\' && quoted)
        end++;
      else if (source->text[end] == '"')
        quoted = !quoted;
      end++;
    }
  while (end > begin && (source->text[end - 1] == ' ' || source->text[end - 1] == '\t'))
    end--;
  return (struct span){ begin, end > begin ? end : begin + 1 };
}

/* The statement that NODE, which branches, comes from. */
static uint32_t
statement_of (const struct walk *w, uint32_t node)
{
  uint32_t offset = w->flow->nodes.at[node].offset;
  const struct tree *tree = w->model->tree;
  uint32_t low = w->body->begin, high = w->body->end;
  assert (low < high);
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      if (tree->stmts.at[middle].span.begin <= offset)
        low = middle;
      else
        high = middle;
    }
  assert (tree->stmts.at[low].span.begin == offset);
  return low;
}

/* Where alternative number CHOICE > 0 of statement STMT begins: its `else' or
   `or'; an empty span if there are fewer, or a comment is in the way. */
static struct span
branch_span (const struct walk *w, uint32_t stmt, uint32_t choice, uint32_t *count)
{
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

/* The path, called WHO, goes from the branching node FROM to node TO. */
static void
note_choice (struct walk *w, uint32_t from, uint32_t to, const char *who)
{
  const struct flow_node *node = &w->flow->nodes.at[from];
  uint32_t choice = 0;
  while (w->flow->edges.at[node->first_edge + choice] != to)
    choice++;
  assert (choice < node->edge_count);
  const struct tree *tree = w->model->tree;
  uint32_t at = statement_of (w, from);
  const struct tree_stmt *stmt = &tree->stmts.at[at];
  struct span head = node_span (w, from);
  if (stmt->kind == TREE_GOTO)
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

static bool
is_goto (const struct walk *w, const struct flow_node *node)
{
  return node->op == FLOW_SKIP
         && strncmp (w->model->source->text + node->offset, "goto", 4) == 0;
}

/* What the path from node FROM to node TO shows: "then it locks 'a' here". */
static void
note_step (struct walk *w, uint32_t from, uint32_t to, const char *who)
{
  const struct flow_node *node = &w->flow->nodes.at[from];
  if (node->op == FLOW_ACQUIRE)
    diag_note (w->diags, node_span (w, from), "%s locks '%s' here", who,
               lock_text (w, flow_lock (node)));
  else if (node->op == FLOW_RELEASE && node->leaving)
    diag_note (w->diags, node_span (w, from),
               "%s leaves the sync of '%s', by a '%s' in it", who,
               lock_text (w, flow_lock (node)), node->leaving);
  else if (node->op == FLOW_RELEASE && node->by_sync)
    diag_note (w->diags, node_span (w, from), "%s leaves the sync of '%s' here", who,
               lock_text (w, flow_lock (node)));
  else if (node->op == FLOW_RELEASE)
    diag_note (w->diags, node_span (w, from), "%s unlocks '%s' here", who,
               lock_text (w, flow_lock (node)));
  else
    note_choice (w, from, to, who);
}

static bool
is_worth_a_note (const struct walk *w, const struct flow_node *node)
{
  return node->op == FLOW_ACQUIRE || node->op == FLOW_RELEASE
         || (node->op == FLOW_SKIP && (node->edge_count > 1 || is_goto (w, node)));
}

/* Show the path from node FIRST (NONE: from the entry) to node LAST, and on to
   node TO if any.  It is called WHO: "the path", "one path" ... */
static void
explain_path (struct walk *w, uint32_t first, uint32_t last, uint32_t to,
              const char *who)
{
  if (w->diags->muted)
    return;
  uint32_t path[PATH_SHOWN];
  uint32_t next[PATH_SHOWN];
  uint32_t shown = 0, left_out = 0;
  uint32_t after = to;
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

/* Where the top of STACK was locked on the path to NODE: line and column. */
static struct source_place
opened_at (const struct walk *w, uint32_t node, uint32_t stack)
{
  assert (stack != EMPTY);
  uint32_t rest = w->stacks.at[stack].rest;
  uint32_t opener = node;
  if (w->diags->errors >= DIAG_MOST)
    return (struct source_place){ 0, 0 }; /* nobody will see it */
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
  lock_id locks[4];
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

/* May NODE release its lock with STACK open? */
static bool
may_release (const struct walk *w, uint32_t node, uint32_t stack)
{
  const struct flow_node *n = &w->flow->nodes.at[node];
  const struct stack *top = &w->stacks.at[stack];
  return stack != EMPTY && lock_equal (top->lock, flow_lock (n))
         && top->by_sync == n->by_sync;
}

static void
report_release (struct walk *w, uint32_t node, uint32_t stack)
{
  const struct flow_node *n = &w->flow->nodes.at[node];
  const struct stack *top = &w->stacks.at[stack];
  struct span span = node_span (w, node);
  const char *name = lock_text (w, flow_lock (n));
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
      struct source_place at = opened_at (w, node, stack);
      const char *last = lock_text (w, top->lock);
      if (n->leaving)
        diag_error (w->diags, "nesting-sync", span,
                    "a '%s' leaves the sync of '%s' while '%s' is still locked "
                    "(at %u:%u)",
                    n->leaving, name, last, (unsigned) at.line, (unsigned) at.column);
      else if (n->by_sync)
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
  explain_path (w, NONE, node, NONE, "the path");
}

static void
report_return (struct walk *w, uint32_t node, uint32_t stack)
{
  struct source_place at = opened_at (w, node, stack);
  diag_error (w->diags, "nesting-return", node_span (w, node),
              "%s '%s' returns here while '%s' is still locked (at %u:%u)",
              model_body_word (w->body), model_text (w->model, w->body->name),
              lock_text (w, w->stacks.at[stack].lock), (unsigned) at.line,
              (unsigned) at.column);
  explain_path (w, NONE, node, NONE, "the path");
}

/* Node FROM leads to TO with STACK, but TO was reached with another one. */
static void
report_conflict (struct walk *w, uint32_t from, uint32_t to, uint32_t stack)
{
  diag_error (w->diags, "nesting-paths", node_span (w, to),
              "which locks are held here depends on the path: %s on one path, %s on "
              "another",
              list_stack (w, w->stack_at[to]), list_stack (w, stack));
  if (w->diags->muted)
    return;
  /* What the paths have in common explains nothing. */
  uint32_t parting = common_node (w, to, from);
  if (parting == to)
    {
      explain_path (w, to, from, to, "a path from here");
      diag_note (w->diags, node_span (w, to), "then it comes back here");
    }
  else
    {
      explain_path (w, parting, to, NONE, "one path");
      explain_path (w, parting, from, to, "another path");
      if (w->flow->nodes.at[to].offset <= w->flow->nodes.at[from].offset)
        diag_note (w->diags, node_span (w, to), "then it comes back here");
    }
}

static void
find (struct walk *w, uint32_t node, uint32_t from, uint32_t stack)
{
  *vec_push (w->arena, &w->findings) = (struct finding){ node, from, stack };
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
      n->nested = idset_has (w->model->idsets, n->locks, flow_lock (n).index);
      return push_lock (w, stack, flow_lock (n), n->by_sync);
    case FLOW_RELEASE:
      if (!may_release (w, node, stack))
        {
          find (w, node, NONE, stack);
          return NONE;
        }
      n->nested = w->stacks.at[stack].nested;
      return w->stacks.at[stack].rest;
    case FLOW_RETURN:
      if (stack != EMPTY)
        find (w, node, NONE, stack);
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
    find (w, node, from, stack);
}

/* Mark what NODE leads to, itself included. */
static void
taint (struct walk *w, uint32_t node)
{
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

/* Report what was found.  Behind a node with two stacks, errors may only be
   consequences, so they wait until that one is mended. */
static void
report_findings (struct walk *w)
{
  for (uint32_t i = 0; i < w->findings.count; i++)
    {
      struct finding found = w->findings.at[i];
      if (found.from == NONE || w->tainted[found.node])
        continue;
      report_conflict (w, found.from, found.node, found.stack);
      taint (w, found.node);
    }
  for (uint32_t i = 0; i < w->findings.count; i++)
    {
      struct finding found = w->findings.at[i];
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
  w->body = &w->model->bodies.at[body.index];
  w->queue.count = w->findings.count = 0;
  reach (w, w->flow->bodies.at[body.index].first_node, EMPTY, NONE);
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
  report_findings (w);
}

bool
flow_check_nesting (struct flow *flow, struct diags *diags)
{
  struct walk w = { .flow = flow, .model = flow->model, .diags = diags,
                    .arena = flow->arena };
  *vec_push (w.arena, &w.stacks)
    = (struct stack){ NONE, LOCK_NONE, false, false, IDSET_EMPTY };
  pairmap_init (&w.stack_ids, w.arena);
  size_t nodes = flow->nodes.count + (size_t) 1;
  w.stack_at = arena_alloc (w.arena, nodes * sizeof *w.stack_at);
  memset (w.stack_at, 0xFF, nodes * sizeof *w.stack_at);
  w.came_from = arena_alloc (w.arena, nodes * sizeof *w.came_from);
  w.tainted = arena_calloc (w.arena, nodes, sizeof *w.tainted);
  for (body_id body = { 0 }; body.index < flow->bodies.count; body.index++)
    walk_body (&w, body);
  return diags->errors == 0;
}
