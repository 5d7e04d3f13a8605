/* build.c -- from statements to flow graphs.
 *
 * One pass over the statements of a body, with a stack of the enclosing blocks.
 * `current' is the node that the next statement starts at; it is created together
 * with its predecessor, and filled in by the statement.  A node that turns out
 * to do nothing (the end of a branch, a break) becomes an alias of the node
 * where control goes on, so joins cost no nodes.
 *
 * Ways out.  A break, continue or return leaves the syncs and units around it,
 * innermost first.  All breaks out of one block share one chain of releases:
 * the first break creates the node that leaves the block, and that node leads to
 * the chain of the enclosing block.  So a block has at most four ends (falling off
 * its end, break, continue, return), and the graph stays linear in the text.
 */
#include <config.h>

#include "eml/build.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "eml/data.h"

enum way_out
{
  BY_BREAK,
  BY_CONTINUE,
  BY_RETURN,
  WAYS_OUT,
};

/* A statement in whose block the pass is. */
struct frame
{
  enum tree_kind kind;
  uint32_t stmt, end;
  uint32_t head;          /* of a loop, or where the alternatives branch off */
  uint32_t exit;          /* the node after a loop or branch */
  uint32_t arms;          /* alternatives seen so far */
  uint32_t region, loop;  /* the depth (number of frames) of the innermost sync or
                             unit, and of the innermost loop, this frame
                             included; 0 if there is none */
  uint32_t way[WAYS_OUT]; /* of a sync or unit: the node that leaves it, or NONE */
  idset units;            /* the open units outside of it */
  uint32_t atomic;        /* the number of `atomic' blocks outside of it */
  uint32_t first;         /* the number of nodes before it */
  uint32_t next;          /* of an if with conditions: the node after all conditions so
                             far have failed; or NONE */
  struct ir_step release; /* of a sync of a lock in an array: its end; else a skip */
};

/* Set the object of NODE, whose op is set, to what use number USE names. */
static void
set_object (struct ir_step *node, const struct builder *b, uint32_t use)
{
  if (ir_is_operation (node) || node->op == IR_NOTIFY)
    node->object.lock = resolved_lock (b->model, b->text, use);
  else if (ir_is_access (node))
    node->object.field = resolved_field (b->model, b->text, use);
  else if (node->op == IR_CALL)
    node->object.callee = resolved_body (b->model, b->text, use);
}

/* Make the current node do OP for STMT. */
static struct ir_step *
fill_current (struct builder *b, enum ir_op op, const struct tree_stmt *stmt)
{
  struct ir_step *node
    = ir_builder_fill (&b->steps, op, stmt->span.begin, stmt->position);
  set_object (node, b, stmt->first_name);
  return node;
}

/* ---- Ways out. ---- */

static idset
unit_sets (struct builder *b, const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_UNIT);
  if (stmt->name_count == 0)
    return b->model->all_sets;
  idset sets = IDSET_EMPTY;
  for (uint32_t i = 0; i < stmt->name_count; i++)
    sets = idset_add (b->model->idsets, sets,
                      resolved_set (b->model, b->text, stmt->first_name + i).index);
  assert (!idset_is_empty (sets));
  return sets;
}

/* Make NODE the end of the sync or unit of FRAME. */
static void
fill_end (struct builder *b, uint32_t node, const struct frame *frame)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[frame->stmt];
  struct ir_step *end = &b->steps.drafts.at[node].node;
  assert (tree_is_region (frame->kind) && frame->kind == stmt->kind);
  if (frame->release.op == IR_RELEASE_AT)
    *end = frame->release;
  end->units = frame->units;
  end->atomic = frame->atomic > 0;
  ir_builder_set_place (&b->steps, node, stmt->close, stmt->end_position);
  if (frame->release.op == IR_RELEASE_AT)
    end->by_sync = true;
  else if (frame->kind == TREE_SYNC)
    {
      end->op = IR_RELEASE;
      end->by_sync = true;
      set_object (end, b, stmt->first_name);
    }
  else
    {
      end->op = IR_END;
      end->sets = unit_sets (b, stmt);
    }
}

/* The node where all returns out of syncs and units end; in a process that is joined, it
   is its last action. */
static uint32_t
return_node (struct builder *b)
{
  if (b->last_return == NONE)
    {
      uint32_t end = ir_builder_new_step (&b->steps);
      b->steps.drafts.at[end].node.op = IR_RETURN;
      ir_builder_set_place (&b->steps, end, b->body->close, NAME_NONE);
      b->last_return = end;
      if (b->body->is_joined)
        {
          b->last_return = ir_builder_new_step (&b->steps);
          b->steps.drafts.at[b->last_return].node.op = IR_FINISH;
          ir_builder_set_place (&b->steps, b->last_return, b->body->close, NAME_NONE);
          ir_builder_add_edge (&b->steps, b->last_return, end);
        }
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
  assert (node != NONE && (chain->first == NONE) == (chain->last == NONE));
  if (chain->first == NONE)
    chain->first = node;
  else
    ir_builder_add_edge (&b->steps, chain->last, node);
  chain->last = node;
}

/* The depth of the innermost sync or unit (loop) of the first DEPTH frames; 0: none. */
static uint32_t
region_around (const struct builder *b, uint32_t depth)
{
  assert (depth <= b->frames.count);
  return depth ? b->frames.at[depth - 1].region : 0;
}

static uint32_t
loop_around (const struct builder *b, uint32_t depth)
{
  assert (depth <= b->frames.count);
  return depth ? b->frames.at[depth - 1].loop : 0;
}

/* The target of a break, continue or return here: the end of the innermost sync or unit
   that it leaves, or else where it leads. */
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
      assert (tree_is_region (frame->kind));
      uint32_t known = frame->way[way];
      if (known == NONE)
        {
          static const char *const words[WAYS_OUT] = { "break", "continue", "return" };
          uint32_t node = ir_builder_new_step (&b->steps);
          frame->way[way] = node;
          fill_end (b, node, frame);
          b->steps.drafts.at[node].node.leaving = words[way];
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
  assert (b->tree->stmts.at[stmt].kind == TREE_LABEL);
  if (b->labels[stmt] == NONE)
    b->labels[stmt] = ir_builder_new_step (&b->steps);
  return b->labels[stmt];
}

/* Add a step of STMT with OP, and go on. */
static struct ir_step *
do_step (struct builder *b, enum ir_op op, const struct tree_stmt *stmt)
{
  uint32_t node = b->steps.current;
  fill_current (b, op, stmt);
  ir_builder_go_on (&b->steps);
  return &b->steps.drafts.at[node].node;
}

static void
do_wait (struct builder *b, const struct tree_stmt *stmt, lock_id lock)
{
  assert (stmt->kind == TREE_WAIT);
  ir_builder_wait (&b->steps, lock, stmt->span.begin, stmt->position);
}

/* Draft a statement about a lock in an array, other than sync. */
static void
do_element (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  if (stmt->kind == TREE_LOCK || stmt->kind == TREE_UNLOCK)
    {
      locking_draft (b, at);
      return;
    }
  lock_id lock = locking_element (b, at);
  if (lock_equal (lock, LOCK_NONE))
    return;
  if (stmt->kind == TREE_WAIT)
    do_wait (b, stmt, lock);
  else
    {
      struct ir_step *step = do_step (b, IR_NOTIFY, stmt);
      step->object.lock = lock;
      step->all = stmt->kind == TREE_NOTIFYALL;
    }
  b->flow->has_waits = true;
}

static bool
is_about_lock (enum tree_kind kind)
{
  return kind == TREE_LOCK || kind == TREE_UNLOCK || kind == TREE_WAIT
         || kind == TREE_NOTIFY || kind == TREE_NOTIFYALL;
}

/* Draft a start or join. */
static void
do_ordering (struct builder *b, const struct tree_stmt *stmt)
{
  bool is_start = stmt->kind == TREE_START;
  body_id target = resolved_body (b->model, b->text, stmt->first_name);
  do_step (b, is_start ? IR_START : IR_JOIN, stmt)->object.processes
    = resolved_processes (b->model, target, stmt);
}

static void
do_goto (struct builder *b, const struct tree_stmt *stmt)
{
  assert (stmt->name_count > 0);
  fill_current (b, IR_SKIP, stmt);
  for (uint32_t i = 0; i < stmt->name_count; i++)
    ir_builder_add_edge (&b->steps, b->steps.current,
                         label_node (b, resolved_target (b->text, stmt->first_name + i)));
  ir_builder_go_nowhere (&b->steps);
}

static void
do_return (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  data_return (b, at);
  if (region_around (b, b->frames.count))
    ir_builder_continue_at (&b->steps, find_way_out (b, BY_RETURN));
  else
    {
      if (b->body->is_joined)
        do_step (b, IR_FINISH, stmt);
      fill_current (b, IR_RETURN, stmt);
    }
  ir_builder_go_nowhere (&b->steps);
}

static void
do_simple (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  static const enum ir_op ops[]
    = { [TREE_READ] = IR_READ,     [TREE_WRITE] = IR_WRITE,     [TREE_CALL] = IR_CALL,
        [TREE_LOCK] = IR_ACQUIRE,  [TREE_UNLOCK] = IR_RELEASE,  [TREE_SKIP] = IR_SKIP,
        [TREE_NOTIFY] = IR_NOTIFY, [TREE_NOTIFYALL] = IR_NOTIFY };
  if (stmt->kind == TREE_GOTO)
    do_goto (b, stmt);
  else if (stmt->kind == TREE_RETURN)
    do_return (b, at);
  else if (stmt->kind == TREE_LABEL)
    {
      ir_builder_continue_at (&b->steps, label_node (b, at));
      b->steps.current = label_node (b, at);
    }
  else if (stmt->kind == TREE_BREAK || stmt->kind == TREE_CONTINUE)
    {
      bool is_break = stmt->kind == TREE_BREAK;
      ir_builder_continue_at (&b->steps,
                              find_way_out (b, is_break ? BY_BREAK : BY_CONTINUE));
      ir_builder_go_nowhere (&b->steps);
    }
  else if (is_about_lock (stmt->kind) && locking_has_array (b, stmt))
    do_element (b, at);
  else if (stmt->kind == TREE_WAIT)
    do_wait (b, stmt, resolved_lock (b->model, b->text, stmt->first_name));
  else if (stmt->kind == TREE_START || stmt->kind == TREE_JOIN)
    do_ordering (b, stmt);
  else if (!data_draft (b, at))
    {
      assert (stmt->kind < sizeof ops / sizeof *ops);
      do_step (b, ops[stmt->kind], stmt)->all = stmt->kind == TREE_NOTIFYALL;
      b->flow->has_waits |= ops[stmt->kind] == IR_NOTIFY;
    }
}

/* The innermost frame if it is an if or choose, so that the blocks in it are its
   alternatives; otherwise null. */
static struct frame *
branch_around (struct builder *b)
{
  struct frame *around = b->frames.count ? &b->frames.at[b->frames.count - 1] : NULL;
  return around && tree_is_branch (around->kind) ? around : NULL;
}

/* Does an if have a condition other than `*'? */
static bool
has_condition (const struct builder *b, uint32_t at)
{
  const struct tree *tree = b->tree;
  for (uint32_t arm = at + 1; arm < tree->stmts.at[at].end; arm = tree->stmts.at[arm].end)
    if (tree->stmts.at[arm].expr != TREE_NO_EXPR)
      return true;
  return false;
}

/* Begin the next alternative of BRANCH, statement AT, at the current node. */
static void
open_arm (struct builder *b, struct frame *branch, uint32_t at)
{
  const struct tree_stmt *stmts = b->tree->stmts.at;
  assert (stmts[at].kind == TREE_BLOCK && branch->exit != NONE);
  branch->arms++;
  if (branch->next == NONE)
    {
      b->steps.current = branch->head;
      ir_builder_go_on (&b->steps);
      return;
    }
  b->steps.current = branch->next;
  if (branch->arms > stmts[branch->stmt].conditions)
    return; /* else */
  uint32_t yes = ir_builder_new_step (&b->steps), no = ir_builder_new_step (&b->steps);
  branch->next = no;
  if (stmts[at].expr != TREE_NO_EXPR)
    data_condition (b, at, yes, no);
  else
    {
      ir_builder_fill (&b->steps, IR_SKIP, stmts[branch->stmt].span.begin, NAME_NONE);
      ir_builder_add_edge (&b->steps, b->steps.current, yes);
      ir_builder_add_edge (&b->steps, b->steps.current, no);
    }
  b->steps.current = yes;
}

static void
open_block (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  struct frame frame = { .kind = stmt->kind,
                         .stmt = at,
                         .end = stmt->end,
                         .head = b->steps.current,
                         .exit = NONE,
                         .way = { NONE, NONE, NONE },
                         .units = b->steps.units,
                         .atomic = b->steps.atomic,
                         .first = b->steps.drafts.count,
                         .next = NONE,
                         .release = IR_STEP_NONE };
  struct frame *branch = branch_around (b);
  if (branch)
    open_arm (b, branch, at);
  else if (stmt->kind == TREE_SYNC && locking_has_array (b, stmt))
    frame.release = locking_open (b, at);
  else if (stmt->kind == TREE_ATOMIC)
    {
      if (b->steps.atomic == 0)
        {
          /* This skip lies outside of the atomic block.  Without it, two adjacent atomic
             blocks would share a node and be one. */
          fill_current (b, IR_SKIP, stmt);
          ir_builder_go_on (&b->steps);
        }
      b->steps.atomic++;
      b->flow->has_atomic = true;
    }
  else if (stmt->kind == TREE_SYNC)
    {
      fill_current (b, IR_ACQUIRE, stmt)->by_sync = true;
      ir_builder_go_on (&b->steps);
    }
  else if (stmt->kind == TREE_UNIT)
    {
      struct ir_step *begin = fill_current (b, IR_BEGIN, stmt);
      begin->sets = unit_sets (b, stmt);
      b->steps.units = idset_union (b->model->idsets, b->steps.units, begin->sets);
      ir_builder_go_on (&b->steps);
    }
  else if (stmt->kind != TREE_BLOCK)
    {
      frame.exit = ir_builder_new_step (&b->steps);
      if (stmt->kind == TREE_IF && b->tree->exprs.count > 0 && has_condition (b, at))
        frame.next = b->steps.current;
      else if (stmt->kind == TREE_WHILE && stmt->expr != TREE_NO_EXPR)
        {
          uint32_t body = ir_builder_new_step (&b->steps);
          data_condition (b, at, body, frame.exit);
          b->steps.current = body;
        }
      else if (stmt->kind != TREE_LOOP)
        fill_current (b, IR_SKIP, stmt);
      else /* filled in by the first statement of the loop, if it has one */
        ir_builder_set_place (&b->steps, b->steps.current, stmt->span.begin, NAME_NONE);
      if (stmt->kind == TREE_WHILE && stmt->expr == TREE_NO_EXPR)
        ir_builder_go_on (&b->steps);
    }
  uint32_t depth = b->frames.count;
  assert (depth == 0 || frame.end <= b->frames.at[depth - 1].end);
  frame.region = tree_is_region (frame.kind) ? depth + 1 : region_around (b, depth);
  frame.loop = tree_is_loop (frame.kind) ? depth + 1 : loop_around (b, depth);
  *vec_push (b->arena, &b->frames) = frame;
}

/* Warn if the loop of FRAME, inside atomic, which is to be closed, changes nothing. */
static void
check_endless (struct builder *b, const struct frame *frame)
{
  if (frame->atomic > 0 && !b->warned[b->body->decl] && data_is_inert (b, frame->first))
    diag_warning (b->diags, "endless-atomic", b->tree->stmts.at[frame->stmt].span,
                  "nothing changes in this loop, and inside 'atomic' nobody else can "
                  "change anything: if it goes round once, it does so for ever");
}

static void
close_block (struct builder *b)
{
  assert (b->frames.count > 0);
  struct frame frame = b->frames.at[--b->frames.count];
  struct frame *branch = branch_around (b);
  b->steps.atomic = frame.atomic;
  if (frame.kind == TREE_SYNC && frame.release.op == IR_SKIP
      && locking_has_array (b, &b->tree->stmts.at[frame.stmt]))
    ; /* there was an error */
  else if (tree_is_region (frame.kind))
    {
      b->steps.units = frame.units;
      fill_end (b, b->steps.current, &frame);
      ir_builder_go_on (&b->steps);
    }
  else if (tree_is_loop (frame.kind))
    {
      check_endless (b, &frame);
      ir_builder_continue_at (&b->steps, frame.head);
      if (frame.kind == TREE_WHILE && b->tree->stmts.at[frame.stmt].expr == TREE_NO_EXPR)
        ir_builder_add_edge (&b->steps, frame.head, frame.exit);
      b->steps.current = frame.exit;
    }
  else if (tree_is_branch (frame.kind))
    {
      uint32_t conditions = b->tree->stmts.at[frame.stmt].conditions;
      assert (frame.arms > 0);
      if (frame.next != NONE && frame.arms == conditions)
        {
          b->steps.current = frame.next;
          ir_builder_continue_at (&b->steps, frame.exit);
        }
      else if (frame.kind == TREE_IF && frame.arms == conditions)
        ir_builder_add_edge (&b->steps, frame.head, frame.exit);
      b->steps.current = frame.exit;
    }
  else if (branch)
    ir_builder_continue_at (&b->steps, branch->exit);
}

/* ---- Finishing a body. ---- */

/* Warn of statements that are never reached, once for each run of them. */
static void
warn_dead_code (struct builder *b)
{
  bool was_dead = false;
  const struct tree_decl *decl = &b->tree->decls.at[b->body->decl];
  for (uint32_t i = decl->begin; i < decl->end; i++)
    {
      const struct ir_draft *start = &b->steps.drafts.at[b->starts[i]];
      assert (b->starts[i] < b->steps.drafts.count);
      bool dead
        = start->orphan
          || b->steps.drafts.at[ir_builder_find (&b->steps, b->starts[i])].number == NONE;
      if (dead && !was_dead)
        diag_warning (b->diags, "unreachable", b->tree->stmts.at[i].span,
                      "this statement is never reached");
      was_dead = dead;
    }
}

static void
build_body (struct builder *b, body_id number)
{
  const struct ir_body *body = b->body = &b->model->bodies.at[number.index];
  const struct tree_decl *decl = resolved_decl (b->resolved, number);
  assert (body->decl < b->model->decls.count && number.index < b->resolved->bodies.count);
  assert (decl->begin <= decl->end && decl->end <= b->tree->stmts.count);
  b->text = &b->resolved->bodies.at[number.index];
  b->frames.count = 0;
  b->last_return = NONE;
  data_begin_body (b);
  if (body->is_bound) /* another body may have had the same statements */
    memset (b->labels + decl->begin, 0xFF, (decl->end - decl->begin) * sizeof *b->labels);
  uint32_t entry = ir_builder_begin_body (&b->steps);
  if (body->is_started)
    {
      b->steps.drafts.at[entry].node.op = IR_WAKE;
      ir_builder_set_place (&b->steps, entry, body->name.span.begin, body->position);
      ir_builder_go_on (&b->steps);
    }
  for (uint32_t i = decl->begin; i < decl->end; i++)
    {
      while (b->frames.count && b->frames.at[b->frames.count - 1].end <= i)
        close_block (b);
      bool is_label = b->tree->stmts.at[i].kind == TREE_LABEL;
      const struct frame *branch = branch_around (b);
      b->starts[i] = is_label ? label_node (b, i)
                     : branch ? branch->head
                              : b->steps.current;
      if (b->tree->stmts.at[i].kind >= TREE_SYNC)
        open_block (b, i);
      else
        do_simple (b, i);
    }
  while (b->frames.count)
    close_block (b);
  uint32_t end = data_fall_off (b);
  ir_builder_continue_at (&b->steps, return_node (b));
  ir_builder_end_body (&b->steps, entry);
  data_end_body (b);
  if (!b->warned[body->decl])
    {
      warn_dead_code (b);
      if (end != NONE && b->steps.drafts.at[end].number != NONE)
        diag_warning (b->diags, "falls-off", body->name.span,
                      "procedure '%s' can end without a 'return': its result is then %s",
                      ir_text (b->model, body->name),
                      decl->value.is_bool ? "false" : "0");
    }
  b->warned[body->decl] = true;
  LOG (2, "%s '%s': %u nodes", ir_body_word (body), ir_text (b->model, body->name),
       (unsigned) b->steps.numbered.count);
}

bool
build_graphs (struct ir *flow, const struct resolved *resolved, struct arena *arena,
              struct diags *diags)
{
  const struct ir_model *model = resolved->model;
  const struct tree *tree = resolved->tree;
  assert (diags->errors == 0);
  struct builder b = { .flow = flow,
                       .model = model,
                       .resolved = resolved,
                       .tree = tree,
                       .diags = diags,
                       .arena = arena };
  ir_builder_init (&b.steps, flow, model, arena);
  size_t stmts = tree->stmts.count + (size_t) 1;
  b.starts = arena_calloc (arena, stmts, sizeof *b.starts);
  b.labels = arena_alloc (arena, stmts * sizeof *b.labels);
  memset (b.labels, 0xFF, stmts * sizeof *b.labels);
  b.warned = arena_calloc (arena, tree->decls.count + (size_t) 1, sizeof *b.warned);
  data_init (&b);
  for (body_id i = { 0 }; i.index < model->bodies.count; i.index++)
    build_body (&b, i);
  data_finish (&b);
  assert (flow->bodies.count == model->bodies.count);
  LOG (1, "flow graphs: %u nodes, %u edges", (unsigned) flow->nodes.count,
       (unsigned) flow->edges.count);
  return diags->errors == 0;
}
