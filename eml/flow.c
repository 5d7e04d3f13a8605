/* flow.c -- from statements to flow graphs.
 *
 * One pass over the statements of a body, with a stack of the blocks around.
 * `current' is the node that the next statement starts at; it is created when
 * its predecessor is, and filled in by the statement.  A node that turns out
 * to do nothing (the end of a branch, a break) becomes an alias of the node
 * where control goes on, so joins cost no nodes.
 *
 * Ways out.  A break, continue or return leaves the syncs and units around it,
 * innermost first.  All breaks out of one block share one chain of releases:
 * the first creates the node that leaves the block and goes on to the chain of
 * the block around.  So a block has at most four ends (falling off its end,
 * break, continue, return), and the graph stays linear in the text.
 */
#include <config.h>

#include "eml/flow.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

/* A node under construction; its edges are linked while their number is open. */
struct draft
{
  struct flow_node node;
  bool orphan;         /* it stands behind a jump: nothing leads here */
  uint32_t alias;      /* the node it stands for, itself if none */
  uint32_t first_edge, last_edge;
  uint32_t number;     /* in the finished graph, NONE if unreachable */
};

struct draft_edge
{
  uint32_t to, next;
};

enum way_out
{
  BY_BREAK,
  BY_CONTINUE,
  BY_RETURN,
  WAYS_OUT,
};

/* A statement whose block is being walked. */
struct frame
{
  enum tree_kind kind;
  uint32_t stmt, end;
  uint32_t head;            /* of a loop, or where the alternatives branch off */
  uint32_t exit;            /* where control goes on behind a loop or branch */
  uint32_t arms;            /* alternatives seen so far */
  uint32_t region, loop;    /* innermost sync or unit, and loop, from here on
                               outwards: how many frames deep, 0 if none */
  uint32_t way[WAYS_OUT];   /* sync and unit: the node that leaves it */
  idset units;              /* in force around it */
};

struct builder
{
  struct flow *flow;
  const struct model *model;
  struct diags *diags;
  struct arena *arena;
  const struct model_body *body;
  VEC (struct draft) drafts;
  VEC (struct draft_edge) edges;
  VEC (struct frame) frames;
  VEC (uint32_t) pending;    /* nodes to be numbered */
  VEC (uint32_t) numbered;   /* drafts by their number in the body */
  uint32_t *starts;          /* by statement: the node it starts at */
  uint32_t *labels;          /* by statement: the node of a label, or NONE */
  uint32_t current;
  uint32_t last_return;      /* the node at the end of the body, or NONE */
  idset units;               /* of this body, in force here */
};

/* ---- Nodes and edges. ---- */

static uint32_t
new_node (struct builder *b)
{
  uint32_t node = b->drafts.count;
  struct draft *draft = vec_push (b->arena, &b->drafts);
  memset (draft, 0, sizeof *draft);
  draft->node.position = NAME_NONE;
  draft->alias = node;
  draft->first_edge = draft->last_edge = draft->number = NONE;
  return node;
}

static uint32_t
find (struct builder *b, uint32_t node)
{
  struct draft *drafts = b->drafts.at;
  while (drafts[node].alias != node)
    {
      drafts[node].alias = drafts[drafts[node].alias].alias;
      node = drafts[node].alias;
    }
  return node;
}

static void
add_edge (struct builder *b, uint32_t from, uint32_t to)
{
  uint32_t edge = b->edges.count;
  *vec_push (b->arena, &b->edges) = (struct draft_edge){ to, NONE };
  struct draft *draft = &b->drafts.at[from];
  if (draft->first_edge == NONE)
    draft->first_edge = edge;
  else
    b->edges.at[draft->last_edge].next = edge;
  draft->last_edge = edge;
}

static void
set_place (struct builder *b, uint32_t node, uint32_t offset, name_id position)
{
  b->drafts.at[node].node.offset = offset;
  b->drafts.at[node].node.position = position;
}

/* The current node does nothing: control goes on at TARGET at once. */
static void
continue_at (struct builder *b, uint32_t target)
{
  uint32_t from = find (b, b->current), to = find (b, target);
  if (from == to)
    add_edge (b, from, to); /* an endless loop that does nothing */
  else
    {
      assert (b->drafts.at[from].first_edge == NONE);
      b->drafts.at[from].alias = to;
    }
}

/* Behind the current node a new one becomes current. */
static void
go_on (struct builder *b)
{
  uint32_t next = new_node (b);
  add_edge (b, b->current, next);
  b->current = next;
}

/* Behind a jump: nothing leads here. */
static void
go_nowhere (struct builder *b)
{
  b->current = new_node (b);
  b->drafts.at[b->current].orphan = true;
}

/* NODE, whose op is set, is about what use number USE names. */
static void
set_object (struct flow_node *node, const struct model *model, uint32_t use)
{
  if (flow_is_operation (node))
    node->object.lock = model_lock_target (model, use);
  else if (flow_is_access (node))
    node->object.field = model_field_target (model, use);
  else if (node->op == FLOW_CALL)
    node->object.callee = model_body_target (model, use);
}

/* Make the current node do OP for STMT. */
static struct flow_node *
fill_current (struct builder *b, enum flow_op op, const struct tree_stmt *stmt)
{
  struct flow_node *node = &b->drafts.at[b->current].node;
  node->op = op;
  set_object (node, b->model, stmt->first_name);
  node->units = b->units;
  set_place (b, b->current, stmt->span.begin, stmt->position);
  return node;
}

/* ---- Ways out. ---- */

static bool
is_region (const struct frame *frame)
{
  return frame->kind == TREE_SYNC || frame->kind == TREE_UNIT;
}

static bool
is_loop (const struct frame *frame)
{
  return frame->kind == TREE_WHILE || frame->kind == TREE_LOOP;
}

static idset
unit_sets (struct builder *b, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_UNIT);
  if (stmt->name_count == 0)
    return b->model->all_sets;
  idset sets = IDSET_EMPTY;
  for (uint32_t i = 0; i < stmt->name_count; i++)
    sets = idset_add (b->model->idsets, sets,
                      model_set_target (b->model, stmt->first_name + i).index);
  return sets;
}

/* Make NODE the end of the sync or unit of FRAME. */
static void
fill_end (struct builder *b, uint32_t node, const struct frame *frame)
{
  const struct tree_stmt *stmt = &b->model->tree->stmts.at[frame->stmt];
  struct flow_node *end = &b->drafts.at[node].node;
  end->units = frame->units;
  set_place (b, node, stmt->close, stmt->end_position);
  if (frame->kind == TREE_SYNC)
    {
      end->op = FLOW_RELEASE;
      end->by_sync = true;
      set_object (end, b->model, stmt->first_name);
    }
  else
    {
      end->op = FLOW_END;
      end->sets = unit_sets (b, stmt);
    }
}

/* The node that all returns out of syncs and units end in. */
static uint32_t
return_node (struct builder *b)
{
  if (b->last_return == NONE)
    {
      b->last_return = new_node (b);
      b->drafts.at[b->last_return].node.op = FLOW_RETURN;
      set_place (b, b->last_return, b->body->close, NAME_NONE);
    }
  return b->last_return;
}

/* A chain of nodes, each leading to the next. */
struct chain
{
  uint32_t first, last;
};

static void
chain_append (struct builder *b, struct chain *chain, uint32_t node)
{
  if (chain->first == NONE)
    chain->first = node;
  else
    add_edge (b, chain->last, node);
  chain->last = node;
}

/* The innermost sync or unit (or loop) among the first DEPTH frames: how many
   frames deep, 0 if there is none. */
static uint32_t
region_around (const struct builder *b, uint32_t depth)
{
  return depth ? b->frames.at[depth - 1].region : 0;
}

static uint32_t
loop_around (const struct builder *b, uint32_t depth)
{
  return depth ? b->frames.at[depth - 1].loop : 0;
}

/* Where a break, continue or return goes from here: to the end of the
   innermost sync or unit that it leaves, or at once to its target. */
static uint32_t
find_way_out (struct builder *b, enum way_out way)
{
  struct chain chain = { NONE, NONE };
  uint32_t depth = b->frames.count;
  uint32_t loop = way == BY_RETURN ? 0 : loop_around (b, depth);
  for (;;)
    {
      depth = region_around (b, depth);
      if (depth <= loop)
        break;
      struct frame *frame = &b->frames.at[depth - 1];
      uint32_t known = frame->way[way];
      if (known == NONE)
        {
          static const char *const words[WAYS_OUT] = { "break", "continue", "return" };
          uint32_t node = new_node (b);
          frame->way[way] = node;
          fill_end (b, node, frame);
          b->drafts.at[node].node.leaving = words[way];
        }
      chain_append (b, &chain, frame->way[way]);
      if (known != NONE)
        return chain.first;
      depth--;
    }
  assert (way == BY_RETURN || loop > 0);
  chain_append (b, &chain,
                way == BY_RETURN  ? return_node (b)
                : way == BY_BREAK ? b->frames.at[loop - 1].exit
                                  : b->frames.at[loop - 1].head);
  return chain.first;
}

/* ---- Statements. ---- */

static uint32_t
label_node (struct builder *b, uint32_t stmt)
{
  if (b->labels[stmt] == NONE)
    b->labels[stmt] = new_node (b);
  return b->labels[stmt];
}

static void
do_goto (struct builder *b, const struct tree_stmt *stmt)
{
  fill_current (b, FLOW_SKIP, stmt);
  for (uint32_t i = 0; i < stmt->name_count; i++)
    add_edge (b, b->current,
              label_node (b, b->model->targets[stmt->first_name + i]));
  go_nowhere (b);
}

static void
do_return (struct builder *b, const struct tree_stmt *stmt)
{
  if (region_around (b, b->frames.count))
    continue_at (b, find_way_out (b, BY_RETURN));
  else
    fill_current (b, FLOW_RETURN, stmt);
  go_nowhere (b);
}

static void
do_simple (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->model->tree->stmts.at[at];
  static const enum flow_op ops[]
    = { [TREE_READ] = FLOW_READ,    [TREE_WRITE] = FLOW_WRITE,
        [TREE_CALL] = FLOW_CALL,    [TREE_LOCK] = FLOW_ACQUIRE,
        [TREE_UNLOCK] = FLOW_RELEASE, [TREE_SKIP] = FLOW_SKIP };
  switch (stmt->kind)
    {
    case TREE_READ:
    case TREE_WRITE:
    case TREE_CALL:
    case TREE_LOCK:
    case TREE_UNLOCK:
    case TREE_SKIP:
      fill_current (b, ops[stmt->kind], stmt);
      go_on (b);
      break;
    case TREE_GOTO:
      do_goto (b, stmt);
      break;
    case TREE_BREAK:
    case TREE_CONTINUE:
      continue_at (b, find_way_out (b, stmt->kind == TREE_BREAK ? BY_BREAK
                                                                 : BY_CONTINUE));
      go_nowhere (b);
      break;
    case TREE_RETURN:
      do_return (b, stmt);
      break;
    case TREE_LABEL:
      continue_at (b, label_node (b, at));
      b->current = label_node (b, at);
      break;
    case TREE_SYNC:
    case TREE_UNIT:
    case TREE_WHILE:
    case TREE_LOOP:
    case TREE_BLOCK:
    case TREE_IF:
    case TREE_CHOOSE:
      assert (false && "a simple statement");
    }
}

static bool
has_block (enum tree_kind kind)
{
  return kind >= TREE_SYNC;
}

/* Is the block about to be opened an alternative of the statement around? */
static struct frame *
branch_around (struct builder *b)
{
  struct frame *around
    = b->frames.count ? &b->frames.at[b->frames.count - 1] : NULL;
  return around && (around->kind == TREE_IF || around->kind == TREE_CHOOSE) ? around
                                                                            : NULL;
}

static void
open_block (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->model->tree->stmts.at[at];
  struct frame frame = { .kind = stmt->kind, .stmt = at, .end = stmt->end,
                         .head = b->current, .exit = NONE,
                         .way = { NONE, NONE, NONE }, .units = b->units };
  struct frame *branch = branch_around (b);
  if (branch)
    {
      assert (stmt->kind == TREE_BLOCK);
      branch->arms++;
      b->current = branch->head;
      go_on (b);
    }
  else if (stmt->kind == TREE_SYNC)
    {
      fill_current (b, FLOW_ACQUIRE, stmt)->by_sync = true;
      go_on (b);
    }
  else if (stmt->kind == TREE_UNIT)
    {
      struct flow_node *begin = fill_current (b, FLOW_BEGIN, stmt);
      begin->sets = unit_sets (b, stmt);
      b->units = idset_union (b->model->idsets, b->units, begin->sets);
      go_on (b);
    }
  else if (stmt->kind != TREE_BLOCK)
    {
      frame.exit = new_node (b);
      if (stmt->kind != TREE_LOOP)
        fill_current (b, FLOW_SKIP, stmt);
      else /* filled by what comes first in it, if anything does */
        set_place (b, b->current, stmt->span.begin, NAME_NONE);
      if (stmt->kind == TREE_WHILE)
        go_on (b);
    }
  uint32_t depth = b->frames.count;
  frame.region = is_region (&frame) ? depth + 1 : region_around (b, depth);
  frame.loop = is_loop (&frame) ? depth + 1 : loop_around (b, depth);
  *vec_push (b->arena, &b->frames) = frame;
}

static void
close_block (struct builder *b)
{
  struct frame frame = b->frames.at[--b->frames.count];
  struct frame *branch = branch_around (b);
  switch (frame.kind)
    {
    case TREE_SYNC:
    case TREE_UNIT:
      b->units = frame.units;
      fill_end (b, b->current, &frame);
      go_on (b);
      break;
    case TREE_WHILE:
      continue_at (b, frame.head);
      add_edge (b, frame.head, frame.exit);
      b->current = frame.exit;
      break;
    case TREE_LOOP:
      continue_at (b, frame.head);
      b->current = frame.exit;
      break;
    case TREE_IF:
      if (frame.arms == b->model->tree->stmts.at[frame.stmt].conditions)
        add_edge (b, frame.head, frame.exit);
      b->current = frame.exit;
      break;
    case TREE_CHOOSE:
      b->current = frame.exit;
      break;
    case TREE_BLOCK:
      if (branch)
        continue_at (b, branch->exit);
      break;
    case TREE_READ: case TREE_WRITE: case TREE_CALL: case TREE_LOCK:
    case TREE_UNLOCK: case TREE_GOTO: case TREE_SKIP: case TREE_BREAK:
    case TREE_CONTINUE: case TREE_RETURN: case TREE_LABEL:
      assert (false && "a statement with a block");
    }
}

/* ---- Finishing a body. ---- */

/* Number what is reachable from the entry, in depth-first order. */
static void
number_nodes (struct builder *b, uint32_t entry)
{
  b->numbered.count = 0;
  b->pending.count = 0;
  *vec_push (b->arena, &b->pending) = entry;
  while (b->pending.count > 0)
    {
      uint32_t node = b->pending.at[--b->pending.count];
      struct draft *draft = &b->drafts.at[node];
      if (draft->number != NONE)
        continue;
      draft->number = b->numbered.count;
      *vec_push (b->arena, &b->numbered) = node;
      /* The first successor goes on top, to be numbered next. */
      uint32_t before = b->pending.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        {
          b->edges.at[e].to = find (b, b->edges.at[e].to);
          *vec_push (b->arena, &b->pending) = b->edges.at[e].to;
        }
      for (uint32_t i = before, k = b->pending.count; i + 1 < k; i++, k--)
        {
          uint32_t swap = b->pending.at[i];
          b->pending.at[i] = b->pending.at[k - 1];
          b->pending.at[k - 1] = swap;
        }
    }
}

static void
store_body (struct builder *b)
{
  struct flow *flow = b->flow;
  struct flow_body body = { flow->nodes.count, b->numbered.count };
  for (uint32_t i = 0; i < b->numbered.count; i++)
    {
      const struct draft *draft = &b->drafts.at[b->numbered.at[i]];
      struct flow_node *node = vec_push (flow->arena, &flow->nodes);
      *node = draft->node;
      node->first_edge = flow->edges.count;
      for (uint32_t e = draft->first_edge; e != NONE; e = b->edges.at[e].next)
        *vec_push (flow->arena, &flow->edges)
          = body.first_node + b->drafts.at[b->edges.at[e].to].number;
      node->edge_count = flow->edges.count - node->first_edge;
      assert (node->op == FLOW_SKIP
              || node->edge_count == (node->op == FLOW_RETURN ? 0 : 1));
    }
  *vec_push (flow->arena, &flow->bodies) = body;
}

/* Warn of the first statement of each stretch that is never reached. */
static void
warn_dead_code (struct builder *b)
{
  bool was_dead = false;
  for (uint32_t i = b->body->begin; i < b->body->end; i++)
    {
      const struct draft *start = &b->drafts.at[b->starts[i]];
      bool dead = start->orphan
                  || b->drafts.at[find (b, b->starts[i])].number == NONE;
      if (dead && !was_dead)
        diag_warning (b->diags, "unreachable", b->model->tree->stmts.at[i].span,
                      "this statement is never reached");
      was_dead = dead;
    }
}

static void
build_body (struct builder *b, const struct model_body *body)
{
  b->body = body;
  b->drafts.count = b->edges.count = b->frames.count = 0;
  b->units = IDSET_EMPTY;
  b->last_return = NONE;
  b->current = new_node (b);
  uint32_t entry = b->current;
  for (uint32_t i = body->begin; i < body->end; i++)
    {
      while (b->frames.count && b->frames.at[b->frames.count - 1].end <= i)
        close_block (b);
      bool is_label = b->model->tree->stmts.at[i].kind == TREE_LABEL;
      const struct frame *branch = branch_around (b);
      b->starts[i] = is_label ? label_node (b, i)
                     : branch ? branch->head
                              : b->current;
      if (has_block (b->model->tree->stmts.at[i].kind))
        open_block (b, i);
      else
        do_simple (b, i);
    }
  while (b->frames.count)
    close_block (b);
  continue_at (b, return_node (b));
  number_nodes (b, find (b, entry));
  store_body (b);
  warn_dead_code (b);
}

void
flow_build (struct flow *flow, const struct model *model, struct arena *arena,
            struct diags *diags)
{
  memset (flow, 0, sizeof *flow);
  flow->arena = arena;
  flow->model = model;
  struct builder b = { .flow = flow, .model = model, .diags = diags, .arena = arena };
  size_t stmts = model->tree->stmts.count + (size_t) 1;
  b.starts = arena_calloc (arena, stmts, sizeof *b.starts);
  b.labels = arena_alloc (arena, stmts * sizeof *b.labels);
  memset (b.labels, 0xFF, stmts * sizeof *b.labels);
  for (uint32_t i = 0; i < model->bodies.count; i++)
    build_body (&b, &model->bodies.at[i]);
}
