/* nesting_report.c -- reports locks that do not nest; see nesting_report.h.
 *
 * A mistake is explained by the shortest paths that ir_check_nesting has recorded, two of
 * them from where they part.  Cost: linear in the body for each error that is shown.
 */
#include <config.h>

#include "eml/nesting_report.h"

#include <assert.h>
#include <string.h>

#include "base/worklist.h"

#define NONE UINT32_MAX
#define EMPTY IR_STACK_EMPTY
/* The number of steps of a path that are shown; of a longer path, the last ones. */
#define PATH_SHOWN 12

struct nesting_report
{
  const struct ir *flow;
  const struct ir_model *model;
  const struct tree *tree;
  struct diags *diags;
  struct arena *arena;
  struct worklist tainted; /* nodes that are reachable from one with two stacks */
  const struct ir_body *body;
};

/* The name of LOCK; OPEN: of the array that begins with it. */
static const char *
lock_text (const struct nesting_report *w, lock_id lock, bool open)
{
  assert (lock.index < w->model->locks.count);
  if (!open)
    return ir_text (w->model, w->model->locks.at[lock.index].name);
  return arena_format (w->arena, "%s[...]", ir_array_text (w->model, lock));
}

/* ---- Explaining. ---- */

/* The statement of NODE, a branch, or the one that contains its condition. */
static uint32_t
statement_of (const struct nesting_report *w, uint32_t node)
{
  uint32_t offset = w->flow->nodes.at[node].offset;
  const struct tree *tree = w->tree;
  const struct tree_decl *decl = &tree->decls.at[w->body->decl];
  uint32_t stmt
    = vec_last_at_most_by (&tree->stmts, span.begin, decl->begin, decl->end, offset);
  assert (tree->stmts.at[stmt].span.begin <= offset);
  return stmt;
}

/* The `else' or `or' that begins alternative number CHOICE > 0 of statement STMT; an
   empty span if there are fewer alternatives, or a comment precedes that word.
   *COUNT is the number of alternatives. */
static struct span
branch_span (const struct nesting_report *w, uint32_t stmt, uint32_t choice,
             uint32_t *count)
{
  assert (tree_is_branch (w->tree->stmts.at[stmt].kind));
  const struct tree *tree = w->tree;
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

/* Add a note: the path, called WHO, goes from the branching node FROM to node TO. */
static void
note_choice (struct nesting_report *w, uint32_t from, uint32_t to, const char *who)
{
  const struct ir_step *node = &w->flow->nodes.at[from];
  uint32_t choice = 0;
  assert (node->op == IR_SKIP || node->op == IR_TEST);
  while (w->flow->edges.at[node->first_edge + choice] != to)
    choice++;
  assert (choice < node->edge_count);
  const struct tree *tree = w->tree;
  uint32_t at = statement_of (w, from);
  const struct tree_stmt *stmt = &tree->stmts.at[at];
  struct span head = ir_step_span (w->flow, from);
  if (node->op == IR_TEST || stmt->span.begin != node->offset)
    diag_note (
      w->diags, head,
      choice == 0 ? "%s finds that this holds" : "%s finds that this does not hold", who);
  else if (stmt->kind == TREE_GOTO)
    diag_note (w->diags, tree->uses.at[stmt->first_name + choice].span,
               "%s goes to label '%s'", who,
               ir_text (w->model, tree->uses.at[stmt->first_name + choice]));
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

/* Add a note on what the path does at FROM, before node TO: "then it locks 'a' here". */
static void
note_step (struct nesting_report *w, uint32_t from, uint32_t to, const char *who)
{
  const struct ir_step *node = &w->flow->nodes.at[from];
  if (!ir_is_operation (node) && !ir_is_open (node))
    {
      note_choice (w, from, to, who);
      return;
    }
  struct span span = ir_step_span (w->flow, from);
  const char *lock = lock_text (w, ir_named_lock (node), ir_is_open (node));
  if (ir_takes_lock (node))
    diag_note (w->diags, span, "%s locks '%s' here", who, lock);
  else if (node->leaving)
    diag_note (w->diags, span, "%s leaves the sync of '%s', by a '%s' in it", who, lock,
               node->leaving);
  else
    diag_note (w->diags, span,
               node->by_sync ? "%s leaves the sync of '%s' here" : "%s unlocks '%s' here",
               who, lock);
}

/* Is NODE a lock operation, branch or goto, which gets a note? */
static bool
is_worth_a_note (const struct nesting_report *w, const struct ir_step *node)
{
  bool is_goto = node->op == IR_SKIP
                 && strncmp (w->model->source->text + node->offset, "goto", 4) == 0;
  return (ir_is_operation (node) && !node->waits) || ir_is_open (node)
         || node->edge_count > 1 || is_goto;
}

/* Show the path from node FIRST (NONE: from the entry) to node LAST, and on to
   node TO unless it is NONE.  WHO is its name: "the path", "one path" ... */
static void
explain_path (struct nesting_report *w, uint32_t first, uint32_t last, uint32_t to,
              const char *who)
{
  assert (last < w->flow->nodes.count && w->flow->stack_at[last] != NONE);
  if (w->diags->muted)
    return;
  uint32_t path[PATH_SHOWN], next[PATH_SHOWN];
  uint32_t shown = 0, left_out = 0, after = to;
  uint32_t stop = first == NONE ? NONE : w->flow->came_from[first];
  for (uint32_t node = last; node != stop; after = node, node = w->flow->came_from[node])
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
path_length (const struct nesting_report *w, uint32_t node)
{
  uint32_t length = 0;
  for (; node != NONE; node = w->flow->came_from[node])
    length++;
  assert (length <= w->flow->nodes.count);
  return length;
}

/* The last node that the paths to A and to B have in common. */
static uint32_t
common_node (const struct nesting_report *w, uint32_t a, uint32_t b)
{
  uint32_t to_a = path_length (w, a), to_b = path_length (w, b);
  for (; to_a > to_b; to_a--)
    a = w->flow->came_from[a];
  for (; to_b > to_a; to_b--)
    b = w->flow->came_from[b];
  while (a != b)
    {
      a = w->flow->came_from[a];
      b = w->flow->came_from[b];
    }
  assert (a != NONE);
  return a;
}

/* Where the top of STACK was locked on the path to NODE: "(at LINE:COLUMN)". */
static const char *
opened_at (const struct nesting_report *w, uint32_t node, uint32_t stack)
{
  assert (stack != EMPTY && w->flow->stack_at[node] == stack);
  uint32_t rest = w->flow->stacks.at[stack].rest;
  uint32_t opener = node;
  if (w->diags->errors >= DIAG_MOST)
    return ""; /* the error will not be shown */
  for (uint32_t n = w->flow->came_from[node]; n != NONE; n = w->flow->came_from[n])
    if (ir_takes_lock (&w->flow->nodes.at[n]) && w->flow->stack_at[n] == rest)
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
stack_text (const struct nesting_report *w, uint32_t stack)
{
  const struct ir_stack *top = &w->flow->stacks.at[stack];
  assert (stack != EMPTY);
  return lock_text (w, top->lock, top->open);
}

/* "'a', 'b'" from the bottom of STACK, or "none"; of a large stack the top. */
static const char *
list_stack (struct nesting_report *w, uint32_t stack)
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

/* Add a note on which body of a procedure with bindings this is. */
static void
note_body (struct nesting_report *w)
{
  if (w->body->is_bound)
    diag_note (w->diags, w->body->name.span, "this happens in '%s'",
               ir_text (w->model, w->body->name));
}

static void
report_release (struct nesting_report *w, uint32_t node, uint32_t stack)
{
  assert (stack == w->flow->stack_at[node] && stack < w->flow->stacks.count);
  const struct ir_step *n = &w->flow->nodes.at[node];
  const struct ir_stack *top = &w->flow->stacks.at[stack];
  struct span span = ir_step_span (w->flow, node);
  const char *name = lock_text (w, ir_named_lock (n), ir_is_open (n));
  if (stack == EMPTY)
    {
      assert (!n->by_sync);
      diag_error (w->diags, "unlock-unlocked", span,
                  "'unlock %s' while this %s has nothing locked", name,
                  ir_body_word (w->body));
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
                    "the sync of '%s' ends here while '%s' is still locked %s", name,
                    last, at);
      else if (top->by_sync)
        diag_error (w->diags, "nesting-unlock-sync", span,
                    "'unlock %s' while the sync of '%s' is open %s; only the end of "
                    "its block releases it",
                    name, last, at);
      else
        diag_error (w->diags, "nesting-order", span,
                    "'unlock %s' while '%s' was locked last %s", name, last, at);
    }
  note_body (w);
  explain_path (w, NONE, node, NONE, "the path");
}

static void
report_return (struct nesting_report *w, uint32_t node, uint32_t stack)
{
  assert (w->flow->nodes.at[node].op == IR_RETURN);
  diag_error (w->diags, "nesting-return", ir_step_span (w->flow, node),
              "%s '%s' returns here while '%s' is still locked %s",
              ir_body_word (w->body), ir_text (w->model, w->body->name),
              stack_text (w, stack), opened_at (w, node, stack));
  note_body (w);
  explain_path (w, NONE, node, NONE, "the path");
}

/* Report that node FROM leads to TO with STACK, but TO was reached with another stack. */
static void
report_conflict (struct nesting_report *w, uint32_t from, uint32_t to, uint32_t stack)
{
  assert (stack != w->flow->stack_at[to]);
  diag_error (w->diags, "nesting-paths", ir_step_span (w->flow, to),
              "which locks are held here depends on the path: %s on one path, %s on "
              "another",
              list_stack (w, w->flow->stack_at[to]), list_stack (w, stack));
  if (w->diags->muted)
    return;
  note_body (w);
  /* The common part of the paths explains nothing. */
  uint32_t parting = common_node (w, to, from);
  if (parting == to)
    explain_path (w, to, from, to, "a path from here");
  else
    {
      explain_path (w, parting, to, NONE, "one path");
      explain_path (w, parting, from, to, "another path");
    }
  if (parting == to || w->flow->nodes.at[to].offset <= w->flow->nodes.at[from].offset)
    diag_note (w->diags, ir_step_span (w->flow, to), "then it comes back here");
}

/* Mark NODE and all nodes reachable from it. */
static void
taint (struct nesting_report *w, uint32_t node)
{
  assert (!worklist_has_met (&w->tainted, node));
  worklist_add (&w->tainted, node);
  for (uint32_t at; worklist_take (&w->tainted, &at);)
    {
      const struct ir_step *n = &w->flow->nodes.at[at];
      for (uint32_t e = 0; e < n->edge_count; e++)
        worklist_add (&w->tainted, w->flow->edges.at[n->first_edge + e]);
    }
}

/* Report the COUNT mistakes FOUND in the body.  Errors behind a node with two stacks may
   only be consequences, so they are not reported. */
static void
report_body (struct nesting_report *w, const struct ir_mistake *found, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (found[i].from != NONE && !worklist_has_met (&w->tainted, found[i].node))
      {
        report_conflict (w, found[i].from, found[i].node, found[i].stack);
        taint (w, found[i].node);
      }
  for (uint32_t i = 0; i < count; i++)
    {
      if (found[i].from != NONE || worklist_has_met (&w->tainted, found[i].node))
        continue;
      if (w->flow->nodes.at[found[i].node].op == IR_RETURN)
        report_return (w, found[i].node, found[i].stack);
      else
        report_release (w, found[i].node, found[i].stack);
    }
}

void
nesting_report (const struct ir *flow, const struct tree *tree,
                const struct ir_mistakes *mistakes, struct diags *diags)
{
  const struct ir_model *model = flow->model;
  struct nesting_report w = {
    .flow = flow, .model = model, .tree = tree, .diags = diags, .arena = flow->arena
  };
  assert (flow->stack_at && model->decls.count == tree->decls.count);
  worklist_init (&w.tainted, flow->nodes.count, w.arena);
  bool *reported
    = arena_calloc (w.arena, model->decls.count + (size_t) 1, sizeof *reported);
  for (uint32_t i = 0, end; i < mistakes->count; i = end)
    {
      body_id body = mistakes->at[i].body;
      assert (body.index < model->bodies.count);
      assert (i == 0 || mistakes->at[i - 1].body.index < body.index);
      for (end = i; end < mistakes->count && body_equal (mistakes->at[end].body, body);)
        end++;
      w.body = &model->bodies.at[body.index];
      /* The bodies of one procedure share their statements: one explains enough. */
      if (!reported[w.body->decl])
        report_body (&w, &mistakes->at[i], end - i);
      reported[w.body->decl] = true;
    }
}
