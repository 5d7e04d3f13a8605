/* process.c -- see process.h.
 *
 * The words of a configuration: the depth of each lock, the depth of each set's units,
 * the depth of atomic blocks, whether a step was made in them, the number of the process;
 * then the items of the stack, each with its payload, its kind and the length of the
 * payload.
 *
 *     RUN at end         the statements at, ... up to end, siblings in the tree
 *     STMT at log...     a statement that is being executed (evaluate.h)
 *     LOOP at            a loop, whose block is above
 *     SCOPE slot count   the locals of a block, which is above
 *     SYNC at lock       a sync, unit or atomic block, likewise
 *     UNIT at sets
 *     ATOMIC at
 *     FRAME place locals...   a body; the STMT below it is the call
 *     WAKE               the first step of a process that some start names
 *     JUMP kind value    a break, continue or return under way
 */
#include <config.h>

#include "process.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

enum item_kind
{
  RUN,
  STMT,
  LOOP,
  SCOPE,
  SYNC,
  UNIT,
  ATOMIC,
  FRAME,
  WAKE,
  JUMP,
};

#define MOST_ROUNDS 20000

static const struct tree_type BOOL = { .is_bool = true, .width = 1 };
static const struct tree_type INT = { .width = 32 };

/* ---- The head. ---- */

static uint32_t
head_words (const struct processes *p)
{
  return p->world->lock_count + p->world->sets.count + 3;
}

static int64_t *
depth_of (const struct processes *p, struct process_work *w, uint32_t lock)
{
  assert (lock < p->world->lock_count);
  return &w->words[lock];
}

static int64_t *
units_of (const struct processes *p, struct process_work *w, uint32_t set)
{
  return &w->words[p->world->lock_count + set];
}

static int64_t *
atomic_of (const struct processes *p, struct process_work *w)
{
  return &w->words[p->world->lock_count + p->world->sets.count];
}

static int64_t *
atomic_places_of (const struct processes *p, struct process_work *w)
{
  return atomic_of (p, w) + 1;
}

static const int64_t *
words_of (const struct processes *p, uint32_t config)
{
  assert (config < p->configs.count);
  return p->pool.at + p->configs.at[config].first;
}

int64_t
process_depth (const struct processes *p, uint32_t config, uint32_t lock)
{
  assert (lock < p->world->lock_count);
  return words_of (p, config)[lock];
}

uint32_t
process_units (const struct processes *p, uint32_t config)
{
  uint32_t sets = 0;
  for (uint32_t s = 0; s < p->world->sets.count; s++)
    if (words_of (p, config)[p->world->lock_count + s] > 0)
      sets |= 1u << s;
  return sets;
}

bool
process_is_atomic (const struct processes *p, uint32_t config)
{
  return words_of (p, config)[head_words (p) - 3] > 0;
}

bool
process_is_amidst (const struct processes *p, uint32_t config)
{
  return words_of (p, config)[head_words (p) - 2] > 0;
}

/* ---- The stack. ---- */

static void
push_word (struct process_work *w, int64_t word)
{
  if (w->count == PROCESS_WORDS)
    w->full = true;
  else
    w->words[w->count++] = word;
}

static void
push (struct process_work *w, enum item_kind kind, uint32_t length, int64_t a, int64_t b)
{
  assert (length <= 2);
  if (length > 0)
    push_word (w, a);
  if (length > 1)
    push_word (w, b);
  push_word (w, kind);
  push_word (w, length);
}

struct item
{
  enum item_kind kind;
  int64_t *payload;
  uint32_t length;
  uint32_t first; /* words below it */
};

/* The item whose words end at END. */
static struct item
item_at (struct process_work *w, uint32_t end)
{
  assert (end >= 2);
  uint32_t length = (uint32_t) w->words[end - 1];
  return (struct item){ (enum item_kind) w->words[end - 2], &w->words[end - 2 - length],
                        length, end - 2 - length };
}

static struct item
frame_of (struct process_work *w)
{
  struct item item = item_at (w, w->count);
  while (item.kind != FRAME)
    item = item_at (w, item.first);
  return item;
}

static void
push_run (struct process_work *w, uint32_t at, uint32_t end)
{
  if (at < end)
    push (w, RUN, 2, at, end);
}

/* The statements from AT on up to END are a block: its locals come with it. */
static void
push_block (const struct processes *p, struct process_work *w, uint32_t at, uint32_t end)
{
  const struct tree *tree = p->world->tree;
  uint32_t first = WORLD_NONE, count = 0;
  for (uint32_t s = at; s < end; s = tree->stmts.at[s].end)
    if (tree->stmts.at[s].kind == TREE_DECLARE)
      {
        first = first == WORLD_NONE ? p->world->slot[s] : first;
        count = p->world->slot[s] + 1 - first;
      }
  if (count)
    push (w, SCOPE, 2, first, count);
  push_run (w, at, end);
}

/* RESULT comes after what is in the log of the statement on top. */
static void
append (struct process_work *w, int64_t result)
{
  struct item item = item_at (w, w->count);
  assert (item.kind == STMT);
  w->count -= 2;
  push_word (w, result);
  push_word (w, STMT);
  push_word (w, item.length + 1);
}

/* The frame on top is left with VALUE. */
static void
leave_frame (const struct processes *p, struct process_work *w, int64_t value)
{
  struct item item = item_at (w, w->count);
  assert (item.kind == FRAME);
  const struct world_place *place = &p->world->places.at[item.payload[0]];
  struct tree_type type = p->world->tree->decls.at[place->decl].value;
  w->count = item.first;
  if (w->count > head_words (p))
    append (w, type.width ? evaluate_cut (type, value) : 0);
}

/* ---- Statements. ---- */

struct execution
{
  struct processes *p;
  struct process_work *w;
  struct evaluation e;
  int64_t *locals;
  const struct tree_stmt *stmt;
};

static struct world_target
name_in (struct execution *x, enum world_kind kind, uint32_t i)
{
  return world_find (x->p->world, x->e.place, kind, x->stmt->first_name + i, x->e.at);
}

static bool
goes_on (const struct execution *x)
{
  return x->e.op.kind == OP_NONE;
}

/* The statement is done; what follows is pushed next. */
static void
finish (struct execution *x)
{
  struct item item = item_at (x->w, x->w->count);
  assert (item.kind == STMT && goes_on (x));
  x->w->count = item.first;
}

static struct tree_type
type_of_target (struct execution *x, struct world_target target)
{
  return target.kind == WORLD_FIELD
           ? x->p->world->fields.at[target.index].type
           : world_slot_type (x->p->world, x->p->world->places.at[x->e.place].decl,
                              target.index);
}

static void
access_cell (struct execution *x, enum op_kind kind, uint32_t field, int64_t index,
             int64_t value, int64_t *result)
{
  uint32_t cell = evaluate_cell (&x->e, field, index);
  struct op op = { .kind = kind, .object = field, .cell = cell, .value = value };
  *result = 0;
  if (goes_on (x))
    evaluate_happened (&x->e, op, result);
}

/* The index of the element that the statement names: one of them all, if it names none.
 */
static int64_t
index_of (struct execution *x, uint32_t field)
{
  int64_t index = 0;
  if (x->stmt->index != TREE_NO_EXPR)
    return evaluate_expr (&x->e, x->stmt->index, INT);
  uint32_t cells = x->p->world->fields.at[field].cells;
  if (cells > 1)
    evaluate_happened (&x->e, (struct op){ .kind = OP_CHOICE, .count = cells }, &index);
  return index;
}

static void
do_access (struct execution *x)
{
  uint32_t field = name_in (x, WORLD_FIELD, 0).index;
  struct tree_type type = x->p->world->fields.at[field].type;
  int64_t index = index_of (x, field), value = 0;
  if (goes_on (x) && x->stmt->kind == TREE_WRITE && type.width > 0)
    value = evaluate_any (&x->e, type);
  if (goes_on (x))
    access_cell (x, x->stmt->kind == TREE_READ ? OP_READ : OP_WRITE, field, index, value,
                 &value);
  if (goes_on (x))
    finish (x);
}

static void
do_assign (struct execution *x)
{
  const struct tree_stmt *stmt = x->stmt;
  struct world_target target = name_in (x, WORLD_VALUE, 0);
  struct tree_type type = type_of_target (x, target);
  bool field = target.kind == WORLD_FIELD;
  int64_t index = 0, old = 0, value = 0;
  if (stmt->index != TREE_NO_EXPR)
    index = evaluate_expr (&x->e, stmt->index, INT);
  if (goes_on (x) && stmt->operation != EXPR_NUMBER)
    {
      if (field)
        access_cell (x, OP_READ, target.index, index, 0, &old);
      else
        old = x->locals[target.index];
    }
  if (goes_on (x))
    value = evaluate_expr (&x->e, stmt->expr, type);
  if (goes_on (x) && stmt->operation != EXPR_NUMBER
      && !evaluate_operate (stmt->operation, old, type.width > 32, value,
                            evaluate_is_wide (&x->e, stmt->expr), &value))
    x->e.op = (struct op){ .kind = OP_WRONG, .object = x->e.at };
  value = evaluate_cut (type, value);
  if (goes_on (x) && field)
    access_cell (x, OP_WRITE, target.index, index, value, &value);
  if (!goes_on (x))
    return;
  if (!field)
    x->locals[target.index] = value;
  finish (x);
}

static void
do_declare (struct execution *x)
{
  int64_t value = 0;
  if (x->stmt->expr != TREE_NO_EXPR)
    value = evaluate_expr (&x->e, x->stmt->expr, x->stmt->type);
  if (!goes_on (x))
    return;
  x->locals[x->p->world->slot[x->e.at]] = evaluate_cut (x->stmt->type, value);
  finish (x);
}

static void
do_call (struct execution *x)
{
  struct world *world = x->p->world;
  const struct tree_stmt *stmt = x->stmt;
  struct world_target callee = name_in (x, WORLD_PROC, 0);
  const struct tree_decl *decl = &world->tree->decls.at[callee.index];
  const struct tree_expr *to
    = stmt->result == TREE_NO_EXPR ? NULL : &world->tree->exprs.at[stmt->result];
  int64_t index = 0, result = 0, values[16];
  uint32_t bindings[16];
  assert (decl->param_count <= 16);
  if (to && to->kind == EXPR_ELEMENT)
    index = evaluate_expr (&x->e, to->operands[0], INT);
  for (uint32_t i = 0; i < decl->param_count && goes_on (x); i++)
    {
      const struct tree_param *param = &world->tree->params.at[decl->first_param + i];
      bindings[i] = 0;
      values[i] = 0;
      if (param->kind == TREE_PARAM_VALUE)
        values[i] = evaluate_cut (
          param->value,
          evaluate_expr (&x->e, world->tree->arguments.at[stmt->first_argument + i],
                         param->value));
      else
        bindings[i] = name_in (x,
                               param->kind == TREE_PARAM_LOCK    ? WORLD_LOCK
                               : param->kind == TREE_PARAM_FIELD ? WORLD_FIELD
                                                                 : WORLD_OBJECT,
                               i + 1)
                        .index;
    }
  if (!goes_on (x))
    return;
  if (!evaluate_happened (&x->e, (struct op){ .kind = OP_CALL }, &result))
    {
      push_word (x->w, world_place (world, callee.index, callee.object, bindings));
      for (uint32_t i = 0; i < world_slots (world, callee.index); i++)
        push_word (x->w, i < decl->param_count ? values[i] : 0);
      push_word (x->w, FRAME);
      push_word (x->w, world_slots (world, callee.index) + 1);
      push_run (x->w, decl->begin, decl->end);
      x->e.op.kind = OP_NONE;
      return;
    }
  if (to)
    {
      struct world_target target
        = world_find (world, x->e.place, WORLD_VALUE, to->use, x->e.at);
      int64_t value = evaluate_cut (type_of_target (x, target), result);
      if (target.kind == WORLD_FIELD)
        access_cell (x, OP_WRITE, target.index, index, value, &result);
      else
        x->locals[target.index] = value;
    }
  if (goes_on (x))
    finish (x);
}

/* The lock that the statement names. */
static uint32_t
lock_of (struct execution *x)
{
  const struct world_lock *lock
    = &x->p->world->locks.at[name_in (x, WORLD_LOCK, 0).index];
  int64_t index = 0;
  if (x->stmt->index != TREE_NO_EXPR)
    index = evaluate_expr (&x->e, x->stmt->index, INT);
  if (goes_on (x) && (index < 0 || index >= lock->count))
    x->e.op = (struct op){ .kind = OP_WRONG, .object = x->e.at };
  return goes_on (x) ? lock->first + (uint32_t) index : 0;
}

/* Is something that others do not notice a step: the first one inside `atomic'? */
static bool
is_first_inside (struct execution *x)
{
  return *atomic_of (x->p, x->w) > 0 && *atomic_places_of (x->p, x->w) == 0;
}

/* Take LOCK, or give it back; if it was held before, or still is, only the depth changes.
   The result of the operation says which it was. */
static void
operate (struct execution *x, uint32_t lock, bool takes)
{
  int64_t *depth = depth_of (x->p, x->w, lock), nested = 0;
  struct op op = { .kind = takes ? OP_ACQUIRE : OP_RELEASE, .object = lock };
  if (x->e.replayed < x->e.logged)
    evaluate_happened (&x->e, op, &nested);
  else if (*depth > !takes)
    {
      nested = 1;
      if (is_first_inside (x))
        x->e.op = (struct op){ .kind = OP_IDLE };
    }
  else
    evaluate_happened (&x->e, op, &nested);
  if (goes_on (x) && nested)
    *depth += takes ? 1 : -1;
}

static void
do_lock (struct execution *x)
{
  uint32_t lock = lock_of (x);
  if (goes_on (x))
    operate (x, lock, x->stmt->kind != TREE_UNLOCK);
  if (!goes_on (x))
    return;
  uint32_t at = x->e.at;
  finish (x);
  if (x->stmt->kind == TREE_SYNC)
    {
      push (x->w, SYNC, 2, at, lock);
      push_block (x->p, x->w, at + 1, x->stmt->end);
    }
}

static void
do_wait (struct execution *x)
{
  uint32_t lock = lock_of (x);
  int64_t depth, done;
  if (!goes_on (x))
    return;
  if (x->e.replayed == x->e.logged)
    for (uint32_t s = 0; s < x->p->world->sets.count; s++)
      if (*units_of (x->p, x->w, s) > 0)
        x->w->ends |= 1u << s;
  if (evaluate_happened (&x->e, (struct op){ .kind = OP_GIVE, .object = lock }, &depth))
    evaluate_happened (
      &x->e, (struct op){ .kind = OP_TAKE, .object = lock, .value = depth }, &done);
  if (goes_on (x))
    finish (x);
}

static void
do_notify (struct execution *x)
{
  uint32_t lock = lock_of (x);
  int64_t done;
  struct op op
    = { .kind = OP_NOTIFY, .object = lock, .count = x->stmt->kind == TREE_NOTIFYALL };
  if (goes_on (x) && evaluate_happened (&x->e, op, &done))
    finish (x);
}

static void
do_unit (struct execution *x)
{
  uint32_t sets = 0, at = x->e.at;
  if (x->stmt->name_count == 0)
    sets = (1u << x->p->world->sets.count) - 1;
  for (uint32_t i = 0; i < x->stmt->name_count; i++)
    sets |= 1u << name_in (x, WORLD_SET, i).index;
  for (uint32_t s = 0; s < x->p->world->sets.count; s++)
    *units_of (x->p, x->w, s) += sets >> s & 1;
  finish (x);
  push (x->w, UNIT, 2, at, sets);
  push_block (x->p, x->w, at + 1, x->stmt->end);
}

/* The first process that the statement, a start or join, names, and their number. */
static void
do_order (struct execution *x)
{
  struct world *world = x->p->world;
  uint32_t decl = name_in (x, WORLD_PROCESS, 0).index, first = 0;
  int64_t done;
  while (world->processes.at[first].decl != decl)
    first++;
  bool all = x->stmt->copy == TREE_ALL_COPIES;
  struct op op = { .kind = x->stmt->kind == TREE_START ? OP_START : OP_JOIN,
                   .object = all ? first : first + x->stmt->copy,
                   .count = all ? world->tree->decls.at[decl].copies : 1 };
  if (evaluate_happened (&x->e, op, &done))
    finish (x);
}

static void
do_assume (struct execution *x)
{
  int64_t done;
  if (evaluate_has_fields (&x->e, x->stmt->expr))
    evaluate_happened (&x->e, (struct op){ .kind = OP_ASSUME, .object = x->e.at }, &done);
  else if (!evaluate_expr (&x->e, x->stmt->expr, BOOL) && goes_on (x))
    x->e.op = (struct op){ .kind = OP_BARRED };
  if (goes_on (x))
    finish (x);
}

static void
do_assert (struct execution *x)
{
  if (!evaluate_expr (&x->e, x->stmt->expr, BOOL) && goes_on (x))
    x->e.op = (struct op){ .kind = OP_FAILED, .object = x->e.at };
  if (goes_on (x))
    finish (x);
}

static int64_t
condition (struct execution *x, uint32_t expr)
{
  return expr == TREE_NO_EXPR ? evaluate_any (&x->e, BOOL)
                              : evaluate_expr (&x->e, expr, BOOL);
}

static void
do_branch (struct execution *x)
{
  const struct tree *tree = x->p->world->tree;
  uint32_t arm = x->e.at + 1, end = x->stmt->end;
  int64_t chosen = 0;
  if (x->stmt->kind == TREE_CHOOSE)
    {
      uint32_t arms = 0;
      for (uint32_t a = arm; a < end; a = tree->stmts.at[a].end)
        arms++;
      if (!evaluate_happened (&x->e, (struct op){ .kind = OP_CHOICE, .count = arms },
                              &chosen))
        return;
      for (; chosen > 0; chosen--)
        arm = tree->stmts.at[arm].end;
    }
  else
    for (uint32_t i = 0; i < x->stmt->conditions; i++)
      {
        x->e.at = arm; /* where it goes wrong, if it does */
        int64_t holds = condition (x, tree->stmts.at[arm].expr);
        if (!goes_on (x))
          return;
        if (holds)
          break;
        arm = tree->stmts.at[arm].end;
      }
  finish (x);
  if (arm < end)
    push_block (x->p, x->w, arm + 1, tree->stmts.at[arm].end);
}

static void
do_loop (struct execution *x)
{
  uint32_t at = x->e.at;
  int64_t again = x->stmt->kind == TREE_LOOP ? 1 : condition (x, x->stmt->expr);
  if (!goes_on (x))
    return;
  finish (x);
  if (again)
    {
      push (x->w, LOOP, 1, at, 0);
      push_block (x->p, x->w, at + 1, x->stmt->end);
    }
}

static void
do_jump_statement (struct execution *x)
{
  int64_t value = 0;
  const struct tree_decl *decl
    = &x->p->world->tree->decls.at[x->p->world->places.at[x->e.place].decl];
  if (x->stmt->kind == TREE_RETURN && x->stmt->expr != TREE_NO_EXPR)
    value = evaluate_expr (&x->e, x->stmt->expr, decl->value);
  if (!goes_on (x))
    return;
  finish (x);
  push (x->w, JUMP, 2, x->stmt->kind, value);
}

/* What is to be done in the sync or unit (or body) around is forgotten, and what is to be
   done from the label on takes its place. */
static void
do_goto (struct execution *x)
{
  const struct tree *tree = x->p->world->tree;
  int64_t chosen = 0;
  if (x->stmt->name_count > 1
      && !evaluate_happened (
        &x->e, (struct op){ .kind = OP_CHOICE, .count = x->stmt->name_count }, &chosen))
    return;
  const struct tree_decl *decl = &tree->decls.at[x->p->world->places.at[x->e.place].decl];
  name_id name = tree->uses.at[x->stmt->first_name + (uint32_t) chosen].name;
  uint32_t label = decl->begin;
  while (tree->stmts.at[label].kind != TREE_LABEL
         || tree->uses.at[tree->stmts.at[label].first_name].name.index != name.index)
    label++;
  assert (label < decl->end);
  struct item item = item_at (x->w, x->w->count);
  while (item.kind != SYNC && item.kind != UNIT && item.kind != FRAME)
    {
      if (item.kind == ATOMIC)
        --*atomic_of (x->p, x->w);
      x->w->count = item.first;
      item = item_at (x->w, x->w->count);
    }
  uint32_t base = x->w->count, at = decl->begin, end = decl->end;
  bool is_arm = false;
  while (at != label)
    {
      const struct tree_stmt *stmt = &tree->stmts.at[at];
      if (stmt->end <= label)
        {
          at = stmt->end;
          continue;
        }
      if (!is_arm)
        push_run (x->w, stmt->end, end);
      if (stmt->kind == TREE_WHILE || stmt->kind == TREE_LOOP)
        push (x->w, LOOP, 1, at, 0);
      if (stmt->kind == TREE_ATOMIC)
        {
          push (x->w, ATOMIC, 1, at, 0);
          ++*atomic_of (x->p, x->w);
        }
      if (stmt->kind == TREE_SYNC || stmt->kind == TREE_UNIT)
        x->w->count = base;
      is_arm = stmt->kind == TREE_IF || stmt->kind == TREE_CHOOSE;
      end = stmt->end;
      at++;
    }
  push_run (x->w, label, end);
  if (*atomic_of (x->p, x->w) == 0)
    *atomic_places_of (x->p, x->w) = 0;
}

static void
do_statement (struct execution *x)
{
  uint32_t at = x->e.at;
  switch (x->stmt->kind)
    {
    case TREE_READ:
    case TREE_WRITE: do_access (x); break;
    case TREE_ASSIGN: do_assign (x); break;
    case TREE_DECLARE: do_declare (x); break;
    case TREE_CALL: do_call (x); break;
    case TREE_LOCK:
    case TREE_UNLOCK:
    case TREE_SYNC: do_lock (x); break;
    case TREE_WAIT: do_wait (x); break;
    case TREE_UNIT: do_unit (x); break;
    case TREE_START:
    case TREE_JOIN: do_order (x); break;
    case TREE_ASSUME: do_assume (x); break;
    case TREE_ASSERT: do_assert (x); break;
    case TREE_IF:
    case TREE_CHOOSE: do_branch (x); break;
    case TREE_WHILE:
    case TREE_LOOP: do_loop (x); break;
    case TREE_BREAK:
    case TREE_CONTINUE:
    case TREE_RETURN: do_jump_statement (x); break;
    case TREE_GOTO: do_goto (x); break;
    case TREE_ATOMIC:
      finish (x);
      ++*atomic_of (x->p, x->w);
      push (x->w, ATOMIC, 1, at, 0);
      push_block (x->p, x->w, at + 1, x->stmt->end);
      break;
    case TREE_BLOCK:
      finish (x);
      push_block (x->p, x->w, at + 1, x->stmt->end);
      break;
    case TREE_NOTIFY:
    case TREE_NOTIFYALL:
      if (x->p->waits)
        do_notify (x);
      else if (is_first_inside (x))
        x->e.op = (struct op){ .kind = OP_IDLE };
      else
        finish (x);
      break;
    case TREE_SKIP:
    case TREE_LABEL: finish (x); break;
    }
}

static struct op
execute (struct processes *p, struct process_work *w, uint32_t self)
{
  struct item item = item_at (w, w->count), frame = frame_of (w);
  int64_t log[PROCESS_WORDS];
  uint32_t at = (uint32_t) item.payload[0];
  memcpy (log, item.payload + 1, (item.length - 1) * sizeof *log);
  struct execution x = { .p = p,
                         .w = w,
                         .locals = frame.payload + 1,
                         .stmt = &p->world->tree->stmts.at[at],
                         .e = { .world = p->world,
                                .place = (uint32_t) frame.payload[0],
                                .at = at,
                                .self = self + 1,
                                .locals = frame.payload + 1,
                                .log = log,
                                .logged = item.length - 1 } };
  do_statement (&x);
  return x.e.op;
}

/* ---- Running. ---- */

/* The jump on top takes one item off the stack. */
static void
jump (const struct processes *p, struct process_work *w)
{
  struct item top = item_at (w, w->count);
  enum tree_kind kind = (enum tree_kind) top.payload[0];
  int64_t value = top.payload[1];
  w->count = top.first;
  struct item below = item_at (w, w->count);
  if (below.kind == FRAME)
    {
      assert (kind == TREE_RETURN);
      leave_frame (p, w, value);
      return;
    }
  if (below.kind == LOOP && kind == TREE_CONTINUE)
    return;
  w->count = below.first;
  if (below.kind == LOOP && kind == TREE_BREAK)
    return;
  int64_t first = below.payload[0], second = below.length > 1 ? below.payload[1] : 0;
  push (w, JUMP, 2, kind, value);
  if (below.kind == SYNC || below.kind == UNIT || below.kind == ATOMIC
      || below.kind == SCOPE)
    push (w, below.kind, below.length, first, second);
}

static void
end_unit (const struct processes *p, struct process_work *w, uint32_t sets)
{
  for (uint32_t s = 0; s < p->world->sets.count; s++)
    if (sets >> s & 1)
      {
        assert (*units_of (p, w, s) > 0);
        if (--*units_of (p, w, s) == 0)
          w->ends |= 1u << s;
      }
}

/* One local thing; or the operation that is next. */
static struct op
advance (struct processes *p, struct process_work *w, uint32_t self)
{
  if (w->count == head_words (p))
    return (struct op){ .kind = OP_ENDED };
  struct item item = item_at (w, w->count);
  struct op none = { .kind = OP_NONE };
  switch (item.kind)
    {
    case RUN:
      {
        uint32_t at = (uint32_t) item.payload[0], end = (uint32_t) item.payload[1];
        w->count = item.first;
        push_run (w, p->world->tree->stmts.at[at].end, end);
        push (w, STMT, 1, at, 0);
        return none;
      }
    case STMT: return execute (p, w, self);
    case LOOP:
      {
        int64_t at = item.payload[0];
        w->count = item.first;
        push (w, STMT, 1, at, 0);
        return none;
      }
    case SCOPE:
      {
        int64_t first = item.payload[0], count = item.payload[1];
        w->count = item.first;
        for (int64_t i = 0; i < count; i++)
          frame_of (w).payload[1 + first + i] = 0;
        return none;
      }
    case SYNC:
      {
        uint32_t lock = (uint32_t) item.payload[1];
        if (*depth_of (p, w, lock) == 1)
          return (struct op){ .kind = OP_RELEASE, .object = lock };
        --*depth_of (p, w, lock);
        w->count = item.first;
        return none;
      }
    case UNIT:
      end_unit (p, w, (uint32_t) item.payload[1]);
      w->count = item.first;
      return none;
    case ATOMIC:
      if (--*atomic_of (p, w) == 0)
        *atomic_places_of (p, w) = 0;
      w->count = item.first;
      return none;
    case FRAME: leave_frame (p, w, 0); return none;
    case WAKE: return (struct op){ .kind = OP_WAKE };
    case JUMP: jump (p, w); return none;
    }
  return none;
}

/* Local things, as long as there are any and they are determined. */
static struct op
run (struct processes *p, struct process_work *w, uint32_t self)
{
  struct process_work seen = { .count = 0 };
  for (uint32_t round = 1; round < MOST_ROUNDS; round++)
    {
      struct op op = advance (p, w, self);
      if (w->full)
        break;
      if (op.kind != OP_NONE)
        return op;
      if (seen.count == w->count
          && memcmp (seen.words, w->words, w->count * sizeof *w->words) == 0)
        return (struct op){ .kind = OP_DIVERGED };
      if ((round & (round - 1)) == 0)
        seen = *w;
    }
  return (struct op){ .kind = OP_REFUSED };
}

static uint32_t
hash_words (const int64_t *words, uint32_t count)
{
  return (uint32_t) XXH3_64bits (words, count * sizeof *words);
}

static uint32_t
hash_config (const void *context, uint32_t config)
{
  const struct processes *p = context;
  return hash_words (words_of (p, config), p->configs.at[config].count);
}

static uint32_t
intern (struct processes *p, const struct process_work *w, struct op op, bool *is_new)
{
  hash_reserve (&p->table, p->configs.count, hash_config, p);
  uint32_t *slot = hash_first (&p->table, hash_words (w->words, w->count));
  *is_new = false;
  for (; *slot != HASH_FREE; slot = hash_next (&p->table, slot))
    if (p->configs.at[*slot].count == w->count && p->configs.at[*slot].op.kind == op.kind
        && memcmp (words_of (p, *slot), w->words, w->count * sizeof *w->words) == 0)
      return *slot;
  *slot = p->configs.count;
  *vec_push (p->arena, &p->configs)
    = (struct process_config){ p->pool.count, w->count, op };
  for (uint32_t i = 0; i < w->count; i++)
    *vec_push (p->arena, &p->pool) = w->words[i];
  *is_new = true;
  return p->configs.count - 1;
}

static void
add_outcome (struct processes *p, uint32_t config, uint32_t ends)
{
  for (uint32_t i = 0; i < p->outcomes.count; i++)
    if (p->outcomes.at[i].config == config && p->outcomes.at[i].ends == ends)
      return;
  *vec_push (p->arena, &p->outcomes) = (struct process_outcome){ config, ends };
}

/* Everything that local things and choices lead to from W. */
static void
close_over_choices (struct processes *p, const struct process_work *w, uint32_t self)
{
  struct pending
  {
    uint32_t config, ends;
  };
  VEC (struct pending) choices = VEC_EMPTY;
  struct process_work work = *w;
  bool is_new;
  p->outcomes.count = 0;
  for (uint32_t c = 0;; c++)
    {
      uint32_t values = 1;
      if (c > 0)
        values = p->configs.at[choices.at[c - 1].config].op.count;
      for (uint32_t v = 0; v < values && !p->refused; v++)
        {
          if (c > 0)
            {
              const struct process_config *config
                = &p->configs.at[choices.at[c - 1].config];
              memcpy (work.words, p->pool.at + config->first,
                      config->count * sizeof *work.words);
              work.count = config->count;
              work.full = false;
              work.ends = choices.at[c - 1].ends;
              append (&work, v);
            }
          struct op op = run (p, &work, self);
          p->refused |= op.kind == OP_REFUSED;
          uint32_t config = intern (p, &work, op, &is_new);
          bool seen = op.kind == OP_DIVERGED && choices.count > 0;
          if (op.kind != OP_CHOICE)
            {
              if (!seen)
                add_outcome (p, config, work.ends);
              continue;
            }
          for (uint32_t i = 0; i < choices.count; i++)
            seen |= choices.at[i].config == config && choices.at[i].ends == work.ends;
          if (!seen)
            *vec_push (p->arena, &choices) = (struct pending){ config, work.ends };
        }
      if (c == choices.count || p->refused)
        break;
    }
  if (p->outcomes.count == 0 && !p->refused) /* round and round through choices */
    add_outcome (p, intern (p, &work, (struct op){ .kind = OP_DIVERGED }, &is_new), 0);
}

void
processes_init (struct processes *p, struct world *world, struct arena *arena)
{
  memset (p, 0, sizeof *p);
  p->world = world;
  p->arena = arena;
  hash_table_init (&p->table, arena);
}

void
process_begin (struct processes *p, uint32_t self)
{
  struct process_work w = { .count = 0 };
  uint32_t d = p->world->processes.at[self].decl;
  const struct tree_decl *decl = &p->world->tree->decls.at[d];
  for (uint32_t i = 1; i < head_words (p); i++)
    push_word (&w, 0);
  push_word (&w, self);
  push_word (&w, world_place (p->world, d, WORLD_NONE, NULL));
  for (uint32_t i = 0; i < world_slots (p->world, d); i++)
    push_word (&w, 0);
  push_word (&w, FRAME);
  push_word (&w, world_slots (p->world, d) + 1);
  push_run (&w, decl->begin, decl->end);
  if (world_is_started (p->world, self))
    push (&w, WAKE, 0, 0, 0);
  close_over_choices (p, &w, self);
}

static struct process_work
work_on (const struct processes *p, uint32_t config)
{
  struct process_work w = { .count = p->configs.at[config].count };
  memcpy (w.words, words_of (p, config), w.count * sizeof *w.words);
  return w;
}

void
process_continue (struct processes *p, uint32_t self, uint32_t config, int64_t result)
{
  struct process_work w = work_on (p, config);
  struct op op = p->configs.at[config].op;
  if (op.kind == OP_ACQUIRE)
    *depth_of (p, &w, op.object) = 1;
  if (op.kind == OP_TAKE)
    *depth_of (p, &w, op.object) = op.value;
  if (op.kind == OP_RELEASE || op.kind == OP_GIVE)
    *depth_of (p, &w, op.object) = 0;
  if (item_at (&w, w.count).kind == STMT)
    append (&w, result);
  else
    w.count = item_at (&w, w.count).first;
  if (*atomic_of (p, &w) > 0)
    *atomic_places_of (p, &w) = 1;
  close_over_choices (p, &w, self);
}

void
process_goes_wrong (struct processes *p, uint32_t self, uint32_t config)
{
  (void) self;
  struct process_work w = work_on (p, config);
  struct op op = { .kind = OP_WRONG, .object = p->configs.at[config].op.object };
  bool is_new;
  p->outcomes.count = 0;
  add_outcome (p, intern (p, &w, op, &is_new), 0);
}

bool
process_assume (const struct processes *p, uint32_t self, uint32_t config,
                struct evaluation *e)
{
  struct process_work w = work_on (p, config);
  struct item frame = frame_of (&w);
  assert (p->configs.at[config].op.kind == OP_ASSUME && e->cells);
  e->world = p->world;
  e->place = (uint32_t) frame.payload[0];
  e->at = p->configs.at[config].op.object;
  e->self = self + 1;
  e->locals = frame.payload + 1;
  bool holds = evaluate_expr (e, p->world->tree->stmts.at[e->at].expr, BOOL) != 0;
  return holds && e->op.kind == OP_NONE;
}
