/* locking.c -- statements about arrays of locks; see data.h, ir.h.
 *
 * `sync slot[e]' evaluates e once, and has a slot of its own in which the acquire stores
 * what its release has to give back. `lock' and `unlock' are not paired in the text:
 * build_pairs gives them slots by the depth at which they nest, once that is known.
 */
#include <config.h>

#include <assert.h>

#include "base/pairmap.h"
#include "eml/build.h"
#include "eml/data.h"

bool
locking_has_array (const struct builder *b, const struct tree_stmt *stmt)
{
  lock_id lock = resolved_lock (b->model, b->text, stmt->first_name);
  return stmt->index != TREE_NO_EXPR
         || b->tree->decls.at[b->model->locks.at[lock.index].decl].is_array;
}

/* A slot for the index of one of COUNT locks, or -1. */
static uint32_t
new_place_slot (struct builder *b, uint32_t count)
{
  uint8_t width = 1;
  assert (count > 0);
  while (((uint64_t) 1 << (width - 1)) < count)
    width++;
  return data_new_slot (b, (struct ir_type){ false, width });
}

/* Check the index of STMT into the array of locks that it names. */
static bool
check_lock (struct builder *b, const struct tree_stmt *stmt)
{
  const struct ir_model *model = b->model;
  struct ir_name name = b->tree->uses.at[stmt->first_name];
  const char *text = ir_text (model, name);
  lock_id lock = resolved_lock (model, b->text, stmt->first_name);
  const struct ir_lock *l = &model->locks.at[lock.index];
  const struct tree_decl *decl = &b->tree->decls.at[l->decl];
  if (!decl->is_array)
    diag_error (b->diags, "wrong-type", name.span, "lock '%s' is no array", text);
  else if (stmt->index == TREE_NO_EXPR || l->cells == 0)
    diag_error (b->diags, "wrong-type", name.span,
                "'%s' is an array of %u locks: say which one, as in '%s[0]'",
                ir_text (model, decl->name), (unsigned) decl->cells,
                ir_text (model, decl->name));
  else
    return typing_check (&b->data->typing, stmt->index, IR_INT, "an index",
                         (struct span){ 0, 0 })
           && typing_check_index (&b->data->typing, stmt->index, l->cells, text,
                                  decl->name.span);
  diag_note (b->diags, decl->name.span, "it is declared here");
  return false;
}

lock_id
locking_element (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = data_begin_stmt (b, at);
  lock_id lock = LOCK_NONE;
  if (stmt && check_lock (b, stmt))
    {
      const struct typed *index = &b->data->typing.facts[stmt->index];
      lock = resolved_lock (b->model, b->text, stmt->first_name);
      if (index->constant)
        lock.index += (uint32_t) index->value;
      else
        {
          diag_error (
            b->diags, "open-index", b->tree->exprs.at[stmt->index].span,
            "'%s' wants a constant index, so that locks nest: use 'sync', or an "
            "'if' for each lock",
            tree_kind_word (stmt->kind));
          lock = LOCK_NONE;
        }
    }
  data_end_stmt (b);
  return lock;
}

/* The step OP, an acquire or release, of the lock at INDEX of the array of STMT. */
static struct ir_step
lock_step (struct builder *b, enum ir_op op, const struct tree_stmt *stmt, uint32_t index)
{
  struct ir_step step = data_new (op);
  const struct ir_expr *e = &b->flow->exprs.at[index];
  step.first_lock = resolved_lock (b->model, b->text, stmt->first_name);
  step.lock_count = b->model->locks.at[step.first_lock.index].cells;
  step.index = index;
  step.object.lock = LOCK_NONE;
  if (e->op == IR_CONSTANT)
    step.object.lock.index = step.first_lock.index + (uint32_t) e->value;
  assert (step.lock_count > 0);
  return step;
}

void
locking_draft (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = &b->tree->stmts.at[at];
  bool is_lock = stmt->kind == TREE_LOCK;
  if (lock_equal (locking_element (b, at), LOCK_NONE))
    return;
  const struct typed *index = &b->data->typing.facts[stmt->index];
  assert (index->constant && (is_lock || stmt->kind == TREE_UNLOCK));
  struct ir_step step = lock_step (b, is_lock ? IR_ACQUIRE_AT : IR_RELEASE_AT, stmt,
                                   evaluation_constant (b, index->type, index->value));
  if (is_lock) /* one for each depth at which it can be taken */
    step.slot = new_place_slot (b, step.lock_count);
  data_step (b, stmt->span.begin, step);
  b->flow->pairs_locks = true;
}

struct ir_step
locking_open (struct builder *b, uint32_t at)
{
  const struct tree_stmt *stmt = data_begin_stmt (b, at);
  struct ir_step step = data_new (IR_SKIP);
  if (stmt && check_lock (b, stmt))
    {
      assert (stmt->kind == TREE_SYNC);
      step = lock_step (b, IR_ACQUIRE_AT, stmt, evaluation_value (b, stmt->index));
      step.slot = new_place_slot (b, step.lock_count);
      step.by_sync = true;
      data_step (b, stmt->span.begin, step);
      step.op = IR_RELEASE_AT;
      if (ir_is_open (&step)) /* the slot says what to release */
        step.index = IR_NO_EXPR;
    }
  data_end_stmt (b);
  return step;
}

/* ---- Pairs of lock and unlock. ---- */

/* How often LOCK is in the stack of locks that its body holds before NODE. */
static uint32_t
depth_at (const struct ir *flow, uint32_t node, lock_id lock)
{
  uint32_t depth = 0;
  for (uint32_t s = flow->stack_at[node]; s != IR_STACK_EMPTY;
       s = flow->stacks.at[s].rest)
    depth += lock_equal (flow->stacks.at[s].lock, lock) && !flow->stacks.at[s].by_sync;
  return depth;
}

static bool
is_paired (const struct ir_step *node)
{
  return ir_is_element (node) && !node->by_sync;
}

/* Each acquire of a lock has been given a slot.  An acquire is at most once in a stack,
   so there are at least as many slots as depths. */
static void
pair_locks_of (struct ir *flow, struct ir_graph body)
{
  struct pairmap slots; /* (lock, number of the acquire) -> slot */
  struct pairmap count; /* (lock, 0) -> acquires so far */
  uint32_t end = body.first_node + body.node_count;
  pairmap_init (&slots, flow->arena);
  pairmap_init (&count, flow->arena);
  for (uint32_t n = body.first_node; n < end; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      if (!is_paired (node) || node->op != IR_ACQUIRE_AT)
        continue;
      uint32_t *number = pairmap_at (&count, ir_step_lock (node).index, 0);
      *number = *number == PAIRMAP_FREE ? 0 : *number + 1;
      *pairmap_at (&slots, ir_step_lock (node).index, *number) = node->slot;
    }
  for (uint32_t n = body.first_node; n < end; n++)
    {
      struct ir_step *node = &flow->nodes.at[n];
      if (!is_paired (node))
        continue;
      uint32_t depth = depth_at (flow, n, ir_step_lock (node));
      assert (node->op == IR_ACQUIRE_AT || depth > 0);
      uint32_t slot = pairmap_get (&slots, ir_step_lock (node).index,
                                   depth - (node->op == IR_RELEASE_AT));
      assert (slot < body.slot_count);
      node->slot = slot;
    }
}

void
build_pairs (struct ir *flow)
{
  assert (flow->stack_at);
  for (uint32_t i = 0; i < flow->bodies.count && flow->pairs_locks; i++)
    pair_locks_of (flow, flow->bodies.at[i]);
}
