/* sync.c -- see translation.h: mutexes, condition variables, read-write locks,
 * semaphores, barriers, once.
 *
 * A mutex is a lock of ir if it nests in every thread, is never chosen by an index, and
 * is not locked again by who holds it, unless it is recursive; then every engine can
 * use it.  Otherwise, as everything else here, it is a number that says who holds it:
 * exact for assertions and races, but nobody asks for deadlocks of it, which is a gap.
 *
 * A condition variable says nothing: POSIX allows it to wake up threads at any time.
 */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "llvm/externals.h"
#include "llvm/memory.h"

void
sync_make_data (struct translation *t, uint32_t leaf)
{
  assert (leaf < t->p->leaves.count);
  if (t->p->leaves.at[leaf].is_data_lock)
    return;
  t->p->leaves.at[leaf].is_data_lock = true;
  t->again = true;
  program_note (t->p, true, "lock-value", PROVENANCE_DEADLOCK, NULL,
                "'%s' is no lock that nests: deadlocks are not looked for in it",
                t->p->leaves.at[leaf].name);
}

/* ---- Ghosts. ---- */

static field_id
ghost_of (struct translation *t, struct target target, enum ghost ghost)
{
  assert (target.leaf < t->p->leaves.count);
  assert (ghost <= GHOST_ROUND);
  static const char *const names[] = { [GHOST_OWNER] = "owner",
                                       [GHOST_DEPTH] = "times",
                                       [GHOST_VALUE] = "value",
                                       [GHOST_ARRIVED] = "arrived",
                                       [GHOST_ROUND] = "round" };
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  return ghost_field (t, target.leaf, ghost,
                      arena_format (t->arena, "%s.%s", leaf->name, names[ghost]),
                      leaf->dimensions > 0 ? leaf->cells : 0);
}

static uint32_t
number (struct translation *t, int64_t value)
{
  return expr_constant (t, IR_INT, value);
}

/* The value of a ghost, in a slot. */
static uint32_t
read_ghost (struct translation *t, struct target target, enum ghost ghost)
{
  uint32_t slot = new_slot (t, IR_INT);
  step_read (t, ghost_of (t, target, ghost), target.index, slot);
  return expr_slot (t, slot);
}

static void
write_ghost (struct translation *t, struct target target, enum ghost ghost, uint32_t expr)
{
  assert (expr < t->ir->exprs.count);
  step_write (t, ghost_of (t, target, ghost), target.index, expr);
}

/* Wait until GHOST KIND VALUE. */
static void
await_ghost (struct translation *t, struct target target, enum ghost ghost,
             enum ir_expr_kind kind, uint32_t value)
{
  assert (kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL);
  field_id field = ghost_of (t, target, ghost);
  step_assume (t, expr_binary (t, kind, expr_field (t, field, target.index), value),
               field, target.index);
}

/* ---- What a call is about. ---- */

struct operation
{
  int external;
  LLVMValueRef call;
  uint32_t result; /* a slot, or IR_NO_SLOT: nobody looks at it */
  uint32_t value;  /* an expression: what a semaphore or barrier starts with */
};

/* The result of the operation is VALUE. */
static void
give (struct translation *t, const struct operation *operation, int64_t value)
{
  assert (operation->result == IR_NO_SLOT || operation->result < t->slots.count);
  if (operation->result != IR_NO_SLOT)
    step_set (t, operation->result, number (t, value));
}

/* ---- Mutexes. ---- */

static lock_id
lock_of (struct translation *t, struct target target)
{
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  int64_t cell = 0;
  bool known = target.index == IR_NO_EXPR || expr_is_constant (t, target.index, &cell);
  assert (known && !leaf->is_data_lock);
  (void) known;
  uint32_t *lock = pairmap_at (&t->locks, target.leaf, (uint32_t) cell);
  if (*lock == PAIRMAP_FREE)
    {
      const char *name = target.index == IR_NO_EXPR
                           ? leaf->name
                           : arena_format (t->arena, "%s[%d]", leaf->name, (int) cell);
      *lock = ir_declare_lock (t->model, name).index;
    }
  assert (*lock < t->model->locks.count);
  return (lock_id){ *lock };
}

static void
lock_step (struct translation *t, struct target target, enum ir_op op)
{
  assert (op == IR_ACQUIRE || op == IR_RELEASE);
  struct ir_step does = step_of (op);
  does.object.lock = lock_of (t, target);
  step (t, does);
}

static void
acquire_value (struct translation *t, struct target target)
{
  assert (t->p->leaves.at[target.leaf].is_data_lock);
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  if (leaf->is_recursive)
    {
      uint32_t owner = read_ghost (t, target, GHOST_OWNER);
      uint32_t otherwise
        = step_test (t, expr_binary (t, EXPR_EQUAL, owner, expr_self (t)));
      uint32_t depth = read_ghost (t, target, GHOST_DEPTH);
      write_ghost (t, target, GHOST_DEPTH,
                   expr_binary (t, EXPR_ADD, depth, number (t, 1)));
      ir_builder_continue_at (&t->b, end);
      t->b.current = otherwise;
    }
  await_ghost (t, target, GHOST_OWNER, EXPR_EQUAL, number (t, 0));
  write_ghost (t, target, GHOST_OWNER, expr_self (t));
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
release_value (struct translation *t, struct target target)
{
  assert (t->p->leaves.at[target.leaf].is_data_lock);
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  if (leaf->is_recursive)
    {
      uint32_t depth = read_ghost (t, target, GHOST_DEPTH);
      uint32_t otherwise
        = step_test (t, expr_binary (t, EXPR_GREATER, depth, number (t, 0)));
      write_ghost (t, target, GHOST_DEPTH,
                   expr_binary (t, EXPR_SUBTRACT, depth, number (t, 1)));
      ir_builder_continue_at (&t->b, end);
      t->b.current = otherwise;
    }
  write_ghost (t, target, GHOST_OWNER, number (t, 0));
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

/* A mutex that is checked: whoever holds it is refused, with an error, and whoever does
   not hold it cannot give it back. */
static void
use_checked (struct translation *t, struct target target,
             const struct operation *operation)
{
  bool locks = operation->external == EXTERNAL_MUTEX_LOCK;
  assert (t->p->leaves.at[target.leaf].is_checked);
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t owner = read_ghost (t, target, GHOST_OWNER);
  uint32_t otherwise = step_test (
    t, expr_binary (t, locks ? EXPR_NOT_EQUAL : EXPR_EQUAL, owner, expr_self (t)));
  if (locks)
    await_ghost (t, target, GHOST_OWNER, EXPR_EQUAL, number (t, 0));
  write_ghost (t, target, GHOST_OWNER, locks ? expr_self (t) : number (t, 0));
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  give (t, operation, locks ? EDEADLK : EPERM);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
acquire (struct translation *t, struct target target)
{
  assert (target.leaf < t->p->leaves.count);
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  if (leaf->is_data_lock)
    {
      acquire_value (t, target);
      return;
    }
  if (!leaf->is_tried)
    {
      lock_step (t, target, IR_ACQUIRE);
      return;
    }
  atomic_begin (t);
  lock_step (t, target, IR_ACQUIRE);
  write_ghost (t, target, GHOST_OWNER, expr_self (t));
  atomic_end (t);
}

static void
release (struct translation *t, struct target target)
{
  assert (target.leaf < t->p->leaves.count);
  const struct leaf *leaf = &t->p->leaves.at[target.leaf];
  if (leaf->is_data_lock)
    {
      release_value (t, target);
      return;
    }
  if (!leaf->is_tried)
    {
      lock_step (t, target, IR_RELEASE);
      return;
    }
  atomic_begin (t);
  write_ghost (t, target, GHOST_OWNER, number (t, 0));
  lock_step (t, target, IR_RELEASE);
  atomic_end (t);
}

/* Two ways that meet: the first is where the lock was free. */
static void
try_lock (struct translation *t, struct target target, const struct operation *operation)
{
  assert (operation->external == EXTERNAL_MUTEX_TRY);
  struct leaf *leaf = &t->p->leaves.at[target.leaf];
  bool is_c11 = strcmp (program_callee (t->p, operation->call), "mtx_trylock") == 0;
  if (!leaf->is_tried)
    {
      leaf->is_tried = t->again = true;
      give (t, operation, 0);
      return;
    }
  if (leaf->is_recursive)
    sync_make_data (t, target.leaf);
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t owner = read_ghost (t, target, GHOST_OWNER);
  uint32_t free = expr_binary (t, EXPR_EQUAL, owner, number (t, 0));
  uint32_t otherwise = step_test (t, free);
  if (!leaf->is_data_lock)
    lock_step (t, target, IR_ACQUIRE);
  write_ghost (t, target, GHOST_OWNER, expr_self (t));
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  if (leaf->is_recursive)
    {
      otherwise = step_test (t, expr_binary (t, EXPR_EQUAL, owner, expr_self (t)));
      uint32_t depth = read_ghost (t, target, GHOST_DEPTH);
      write_ghost (t, target, GHOST_DEPTH,
                   expr_binary (t, EXPR_ADD, depth, number (t, 1)));
      give (t, operation, 0);
      ir_builder_continue_at (&t->b, end);
      t->b.current = otherwise;
    }
  give (t, operation, is_c11 ? 1 : EBUSY);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

/* ---- Everything else is a number. ---- */

static void
note_values (struct translation *t)
{
  program_note (t->p, true, "waits", PROVENANCE_DEADLOCK, NULL,
                "threads also wait for semaphores, barriers or read-write locks: "
                "deadlocks are looked for among mutexes only");
}

static void
read_lock (struct translation *t, struct target target)
{
  atomic_begin (t);
  await_ghost (t, target, GHOST_OWNER, EXPR_EQUAL, number (t, 0));
  uint32_t readers = read_ghost (t, target, GHOST_DEPTH);
  write_ghost (t, target, GHOST_DEPTH, expr_binary (t, EXPR_ADD, readers, number (t, 1)));
  atomic_end (t);
}

/* A writer needs both: nobody writes, nobody reads. */
static void
write_lock (struct translation *t, struct target target)
{
  field_id owner = ghost_of (t, target, GHOST_OWNER);
  field_id readers = ghost_of (t, target, GHOST_DEPTH);
  assert (!field_equal (owner, readers));
  uint32_t sum = expr_binary (t, EXPR_BIT_OR, expr_field (t, owner, target.index),
                              expr_field (t, readers, target.index));
  atomic_begin (t);
  step_assume (t, expr_binary (t, EXPR_EQUAL, sum, number (t, 0)), owner, target.index);
  step_read (t, readers, target.index, IR_NO_SLOT);
  write_ghost (t, target, GHOST_OWNER, expr_self (t));
  atomic_end (t);
}

static void
try_read_write (struct translation *t, struct target target,
                const struct operation *operation, bool writes)
{
  assert (operation->external == (writes ? EXTERNAL_RW_TRY_WRITE : EXTERNAL_RW_TRY_READ));
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t owner = read_ghost (t, target, GHOST_OWNER);
  uint32_t readers = read_ghost (t, target, GHOST_DEPTH);
  uint32_t taken = writes ? expr_binary (t, EXPR_BIT_OR, owner, readers) : owner;
  uint32_t otherwise = step_test (t, expr_binary (t, EXPR_EQUAL, taken, number (t, 0)));
  if (writes)
    write_ghost (t, target, GHOST_OWNER, expr_self (t));
  else
    write_ghost (t, target, GHOST_DEPTH,
                 expr_binary (t, EXPR_ADD, readers, number (t, 1)));
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  give (t, operation, EBUSY);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
unlock_read_write (struct translation *t, struct target target)
{
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t owner = read_ghost (t, target, GHOST_OWNER);
  uint32_t otherwise = step_test (t, expr_binary (t, EXPR_EQUAL, owner, expr_self (t)));
  write_ghost (t, target, GHOST_OWNER, number (t, 0));
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  uint32_t readers = read_ghost (t, target, GHOST_DEPTH);
  write_ghost (t, target, GHOST_DEPTH,
               expr_binary (t, EXPR_SUBTRACT, readers, number (t, 1)));
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
take_semaphore (struct translation *t, struct target target)
{
  atomic_begin (t);
  await_ghost (t, target, GHOST_VALUE, EXPR_GREATER, number (t, 0));
  uint32_t value = read_ghost (t, target, GHOST_VALUE);
  write_ghost (t, target, GHOST_VALUE,
               expr_binary (t, EXPR_SUBTRACT, value, number (t, 1)));
  atomic_end (t);
}

static void
try_semaphore (struct translation *t, struct target target,
               const struct operation *operation)
{
  assert (operation->external == EXTERNAL_SEM_TRY);
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t value = read_ghost (t, target, GHOST_VALUE);
  uint32_t otherwise = step_test (t, expr_binary (t, EXPR_GREATER, value, number (t, 0)));
  write_ghost (t, target, GHOST_VALUE,
               expr_binary (t, EXPR_SUBTRACT, value, number (t, 1)));
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  give (t, operation, -1);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
post_semaphore (struct translation *t, struct target target)
{
  atomic_begin (t);
  uint32_t value = read_ghost (t, target, GHOST_VALUE);
  write_ghost (t, target, GHOST_VALUE, expr_binary (t, EXPR_ADD, value, number (t, 1)));
  atomic_end (t);
}

/* The last one to arrive begins the next round; all others wait for that. */
static void
wait_at_barrier (struct translation *t, struct target target,
                 const struct operation *operation)
{
  assert (operation->external == EXTERNAL_BARRIER_WAIT);
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t wanted = read_ghost (t, target, GHOST_VALUE);
  uint32_t before = read_ghost (t, target, GHOST_ARRIVED);
  uint32_t round = read_ghost (t, target, GHOST_ROUND);
  uint32_t arrived = expr_binary (t, EXPR_ADD, before, number (t, 1));
  uint32_t otherwise
    = step_test (t, expr_binary (t, EXPR_GREATER_EQUAL, arrived, wanted));
  write_ghost (t, target, GHOST_ARRIVED, number (t, 0));
  write_ghost (t, target, GHOST_ROUND,
               expr_binary (t, EXPR_BIT_XOR, round, number (t, 1)));
  atomic_end (t);
  give (t, operation, -1); /* PTHREAD_BARRIER_SERIAL_THREAD */
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  t->b.atomic++;
  write_ghost (t, target, GHOST_ARRIVED, arrived);
  atomic_end (t);
  atomic_begin (t);
  await_ghost (t, target, GHOST_ROUND, EXPR_NOT_EQUAL, round);
  atomic_end (t);
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
}

/* The first one goes in, with the result 1; the others wait until it has come out. */
static void
enter_once (struct translation *t, struct target target,
            const struct operation *operation)
{
  assert (operation->external == EXTERNAL_ONCE_ENTER);
  uint32_t end = ir_builder_new_step (&t->b);
  atomic_begin (t);
  uint32_t value = read_ghost (t, target, GHOST_VALUE);
  uint32_t otherwise = step_test (t, expr_binary (t, EXPR_EQUAL, value, number (t, 0)));
  write_ghost (t, target, GHOST_VALUE, number (t, 1));
  atomic_end (t);
  give (t, operation, 1);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  atomic_begin (t);
  await_ghost (t, target, GHOST_VALUE, EXPR_EQUAL, number (t, 2));
  atomic_end (t);
  give (t, operation, 0);
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
}

/* ---- Calls. ---- */

/* A mutex that is not known for sure, or is chosen by an index, is a number. */
static void
check_mutex (struct translation *t, const struct pointer *place)
{
  int64_t cell;
  for (uint32_t i = 0; i < place->targets.count; i++)
    {
      struct target target = place->targets.at[i];
      if (!place->is_known
          || (target.index != IR_NO_EXPR && !expr_is_constant (t, target.index, &cell)))
        sync_make_data (t, target.leaf);
    }
}

static void
do_operation (struct translation *t, struct target target, void *context)
{
  const struct operation *operation = context;
  assert (operation->call == t->at);
  switch (operation->external)
    {
    case EXTERNAL_MUTEX_LOCK:
    case EXTERNAL_MUTEX_UNLOCK:
      if (t->p->leaves.at[target.leaf].is_checked)
        {
          sync_make_data (t, target.leaf);
          use_checked (t, target, operation);
          return;
        }
      if (operation->external == EXTERNAL_MUTEX_LOCK)
        acquire (t, target);
      else
        release (t, target);
      break;
    case EXTERNAL_MUTEX_TRY: try_lock (t, target, operation); return;
    case EXTERNAL_COND_WAIT:
    case EXTERNAL_COND_TIMED_WAIT:
      release (t, target);
      acquire (t, target);
      if (operation->external == EXTERNAL_COND_TIMED_WAIT
          && operation->result != IR_NO_SLOT)
        {
          uint32_t slot = new_slot (t, IR_BOOL);
          step_any (t, slot);
          step_set (
            t, operation->result,
            expr_choose (t, expr_slot (t, slot), number (t, ETIMEDOUT), number (t, 0)));
          return;
        }
      break;
    case EXTERNAL_RW_READ: read_lock (t, target); break;
    case EXTERNAL_RW_WRITE: write_lock (t, target); break;
    case EXTERNAL_RW_TRY_READ: try_read_write (t, target, operation, false); return;
    case EXTERNAL_RW_TRY_WRITE: try_read_write (t, target, operation, true); return;
    case EXTERNAL_RW_UNLOCK: unlock_read_write (t, target); break;
    case EXTERNAL_SEM_INIT:
    case EXTERNAL_BARRIER_INIT:
      write_ghost (t, target, GHOST_VALUE, operation->value);
      break;
    case EXTERNAL_SEM_WAIT: take_semaphore (t, target); break;
    case EXTERNAL_SEM_TRY: try_semaphore (t, target, operation); return;
    case EXTERNAL_SEM_POST: post_semaphore (t, target); break;
    case EXTERNAL_BARRIER_WAIT: wait_at_barrier (t, target, operation); return;
    case EXTERNAL_ONCE_ENTER: enter_once (t, target, operation); return;
    case EXTERNAL_ONCE_LEAVE: write_ghost (t, target, GHOST_VALUE, number (t, 2)); break;
    default: break;
    }
  give (t, operation, 0);
}

static void
get_value (struct translation *t, LLVMValueRef call)
{
  struct pointer place;
  pointer_find (t, t->p->calls->GetOperand (call, 0), 0, &place);
  if (place.is_known)
    access_store (t, t->p->calls->GetOperand (call, 1),
                  read_ghost (t, place.targets.at[0], GHOST_VALUE), 4, false);
  else
    program_note (t->p, true, "semaphore", ALL_QUESTIONS, call,
                  "sem_getvalue of a semaphore that is not known");
}

/* Of which kind is a mutex that is initialised here, as glibc numbers them?  Its
   attributes say so, wherever they are set.  A kind that is not known: a gap. */
static int64_t
kind_of_mutex (struct translation *t, LLVMValueRef call)
{
  assert (program_is_call (t->p, call));
  const struct llvm_calls *c = t->p->calls;
  LLVMValueRef kind = c->GetOperand (call, 1);
  int64_t value, found = PTHREAD_MUTEX_NORMAL;
  if (strcmp (program_callee (t->p, call), "mtx_init") == 0)
    return value_constant (t->p, kind, &value) && (value & 1) ? PTHREAD_MUTEX_RECURSIVE
                                                              : PTHREAD_MUTEX_NORMAL;
  if (strcmp (program_callee (t->p, call), "pthread_mutex_init") != 0)
    return PTHREAD_MUTEX_NORMAL;
  LLVMValueRef settype = c->GetNamedFunction (t->p->module, "pthread_mutexattr_settype");
  const uint32_t *spots, *others;
  uint32_t count = points_to_of (t->points, kind, &spots);
  for (LLVMUseRef use = settype && count > 0 ? c->GetFirstUse (settype) : NULL; use;
       use = c->GetNextUse (use))
    {
      LLVMValueRef user = c->GetUser (use);
      if (!c->IsAInstruction (user) || !program_is_call (t->p, user))
        continue;
      uint32_t known = points_to_of (t->points, c->GetOperand (user, 0), &others);
      bool same = false;
      for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < known; k++)
          same |= spots[i] == others[k];
      if (same && !value_constant (t->p, c->GetOperand (user, 1), &value))
        program_note (t->p, true, "mutex-kind", ALL_QUESTIONS, user,
                      "of which kind this mutex is, is not known");
      else if (same && value != PTHREAD_MUTEX_NORMAL)
        found = value;
    }
  return found;
}

/* The mutex LEAF is of this KIND. */
void
sync_set_kind (struct translation *t, uint32_t leaf, int64_t kind)
{
  struct leaf *mutex = &t->p->leaves.at[leaf];
  if (kind == PTHREAD_MUTEX_NORMAL)
    return; /* as a spin lock is, too, which is a number */
  bool recursive = mutex->is_recursive || kind == PTHREAD_MUTEX_RECURSIVE;
  bool checked = mutex->is_checked || kind == PTHREAD_MUTEX_ERRORCHECK;
  assert (mutex->kind == LEAF_SYNC);
  t->again |= mutex->is_recursive != recursive || mutex->is_checked != checked;
  mutex->is_recursive = recursive;
  mutex->is_checked = checked;
  if (recursive && checked)
    program_note (t->p, true, "mutex-kind", ALL_QUESTIONS, NULL,
                  "'%s' is initialised as mutexes of different kinds", mutex->name);
}

static void
initialise_mutex (struct translation *t, const struct pointer *place, LLVMValueRef call)
{
  int64_t kind = kind_of_mutex (t, call);
  for (uint32_t i = 0; i < place->targets.count; i++)
    {
      assert (place->targets.at[i].leaf < t->p->leaves.count);
      sync_set_kind (t, place->targets.at[i].leaf, kind);
    }
}

static bool
is_mutex_call (int external)
{
  return external == EXTERNAL_MUTEX_LOCK || external == EXTERNAL_MUTEX_UNLOCK
         || external == EXTERNAL_MUTEX_TRY || external == EXTERNAL_COND_WAIT
         || external == EXTERNAL_COND_TIMED_WAIT;
}

static bool
waits_for_value (int external)
{
  return external == EXTERNAL_RW_READ || external == EXTERNAL_RW_WRITE
         || external == EXTERNAL_SEM_WAIT || external == EXTERNAL_BARRIER_WAIT;
}

/* A pointer to one object, which is no array, leads there: to nowhere would be
   undefined. */
static void
trust (struct translation *t, struct pointer *pointer)
{
  if (pointer->targets.count == 1
      && t->p->leaves.at[pointer->targets.at[0].leaf].dimensions == 0)
    pointer->is_known = true;
}

/* Leave out what has too many cells for each of them to be a lock. */
static void
leave_out_large (struct translation *t, struct pointer *place)
{
  uint32_t kept = 0, count = place->targets.count;
  for (uint32_t i = 0; i < count; i++)
    if (t->p->leaves.at[place->targets.at[i].leaf].cells <= CELLS_MOST)
      place->targets.at[kept++] = place->targets.at[i];
  place->targets.count = kept;
  if (kept == count)
    return;
  assert (kept < count);
  if (place->is_known)
    place->address = expr_constant (t, (struct ir_type){ false, 64 }, 0);
  place->is_known = false;
  place->is_cut = true;
  program_note (t->p, true, "large-array", ALL_QUESTIONS, t->at,
                "this may be about an array of more than %u cells, which is left out",
                (unsigned) CELLS_MOST);
}

bool
sync_call (struct translation *t, LLVMValueRef call, int external)
{
  assert (!t->stopped);
  const struct llvm_calls *c = t->p->calls;
  if (external < EXTERNAL_MUTEX_INIT || external > EXTERNAL_ONCE_LEAVE)
    return false;
  struct operation operation
    = { .external = external, .call = call, .result = IR_NO_SLOT };
  if (c->GetFirstUse (call) && type_of (t, c->TypeOf (call)).width > 0)
    operation.result = value_slot (t, call);
  if (external == EXTERNAL_SEM_VALUE)
    {
      get_value (t, call);
      give (t, &operation, 0);
      return true;
    }
  bool is_wait = external == EXTERNAL_COND_WAIT || external == EXTERNAL_COND_TIMED_WAIT;
  struct pointer place;
  pointer_find (t, c->GetOperand (call, is_wait ? 1 : 0), 0, &place);
  trust (t, &place);
  leave_out_large (t, &place);
  if (external == EXTERNAL_MUTEX_INIT || external == EXTERNAL_MUTEX_DESTROY)
    {
      if (external == EXTERNAL_MUTEX_INIT)
        initialise_mutex (t, &place, call);
      give (t, &operation, 0);
      return true;
    }
  if (external == EXTERNAL_SEM_INIT || external == EXTERNAL_BARRIER_INIT)
    operation.value = value_expr (t, c->GetOperand (call, 2));
  if (is_mutex_call (external))
    check_mutex (t, &place);
  else if (waits_for_value (external))
    note_values (t);
  pointer_each (t, &place, do_operation, &operation);
  return true;
}

#endif
