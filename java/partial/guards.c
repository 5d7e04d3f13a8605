/* guards.c -- locks: monitors, locks of java.util.concurrent, conditions.
 *
 * A lock that nests in every thread is a lock of ir, which all engines know.  One that
 * does not, that is tried or waited for by a condition, or a read-write lock, is a number
 * that says who holds it.  A condition is a lock of its own, whose wait set is that of
 * the condition: a thread that awaits takes it before it gives back the lock, and waits
 * for it; who signals holds the lock, and so comes after that.
 */
#include <config.h>

#include <assert.h>

#include "java/partial/evaluation.h"

uint32_t
guard_of (struct evaluation *e, uint32_t object, uint32_t flavour)
{
  assert (object < e->objects.count);
  uint32_t *slot = pairmap_at (&e->guard_of, object, flavour);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->guards.count;
      *vec_push (e->arena, &e->guards)
        = (struct guard){ .object = object, .flavour = flavour, .attempt = NONE };
    }
  uint32_t number = *slot;
  struct guard *guard = &e->guards.at[number];
  if (guard->attempt != e->attempt && !guard->is_data)
    {
      static const char *const forms[]
        = { "%s", "%s.lock", "%s.waiting", "%s initialisation" };
      guard->attempt = e->attempt;
      guard->lock = ir_declare_lock (
        e->declared,
        arena_format (e->arena, forms[flavour == GUARD_LOCK ? GUARD_CONDITION : flavour],
                      object_name (e, object)));
      if (flavour == GUARD_LOCK)
        e->declared->locks.at[guard->lock.index].name.name = ir_name_of (
          e->declared, arena_format (e->arena, "%s.lock", object_name (e, object)));
    }
  return number;
}

void
guard_make_data (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  if (e->guards.at[guard].is_data)
    return;
  e->guards.at[guard].is_data = e->again = true;
  e->why_again = "a lock does not nest";
}

static uint32_t
self (const struct evaluation *e)
{
  return e->process + 1;
}

/* The cell KEY of a guard; WHAT is added to the name of a monitor's object. */
static struct cell *
cell_of_guard (struct evaluation *e, uint32_t guard, uint32_t key, const char *what)
{
  assert (guard < e->guards.count);
  /* A monitor and a lock of one object are two. */
  uint32_t shift = e->guards.at[guard].flavour == GUARD_MONITOR ? 0x100 : 0;
  struct cell *cell = cell_at (e, e->guards.at[guard].object, key + shift, 'I');
  cell->is_atomic = cell->is_written = true;
  if (shift && !cell->name)
    cell->name = arena_format (e->arena, "%s.%s",
                               object_name (e, e->guards.at[guard].object), what);
  return cell;
}

static struct cell *
owner_of (struct evaluation *e, uint32_t guard)
{
  return cell_of_guard (e, guard, KEY_OWNER, "monitor");
}

static struct cell *
depth_of (struct evaluation *e, uint32_t guard)
{
  return cell_of_guard (e, guard, KEY_DEPTH, "monitor times");
}

static struct cell *
readers_of (struct evaluation *e, uint32_t guard)
{
  assert (e->guards.at[guard].flavour != GUARD_MONITOR);
  return cell_of_guard (e, guard, KEY_READERS, "readers");
}

static void
set_number (struct evaluation *e, struct cell *cell, int64_t value)
{
  assert (cell->object < e->objects.count);
  cell_write (e, cell, datum_int (value));
}

static void
add_number (struct evaluation *e, struct cell *cell, struct datum old, int64_t change)
{
  assert (cell->object < e->objects.count);
  struct datum sum = emit_set (
    e, 1, DATUM_SLOT,
    expr_binary_of (e, EXPR_ADD, expr_of (e, old), expr_constant_of (e, IR_INT, change)));
  cell_write (e, cell, sum);
}

/* ---- Numbers. ---- */

/* Circles of locks are looked for among locks, not among numbers. */
static void
note_number (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  note (e, JAVA_MAY_MISS, JAVA_DEADLOCK, "number-lock",
        "'%s' does not nest, or is tried: only -p stuck asks who waits for it",
        object_name (e, e->guards.at[guard].object));
}

static void
acquire_data (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  become_steps (e);
  note_number (e, guard);
  atomic_open (e);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t otherwise
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                    expr_constant_of (e, IR_INT, self (e))));
  struct datum depth = cell_read (e, depth_of (e, guard), 2);
  add_number (e, depth_of (e, guard), depth, 1);
  ir_builder_continue_at (&e->b, end);
  e->b.current = otherwise;
  uint32_t free = expr_binary_of (e, EXPR_EQUAL, expr_cell (e, owner_of (e, guard)),
                                  expr_constant_of (e, IR_INT, 0));
  emit_assume (e, free, owner_of (e, guard));
  set_number (e, owner_of (e, guard), self (e));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
}

/* False: it is not held. */
static bool
release_data (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  become_steps (e);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t otherwise
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                    expr_constant_of (e, IR_INT, self (e))));
  uint32_t here = e->b.current, row = state_save (e);
  e->b.current = otherwise;
  throw_class (e, "java/lang/IllegalMonitorStateException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  atomic_open (e);
  struct datum depth = cell_read (e, depth_of (e, guard), 2);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t last = emit_test (e, expr_binary_of (e, EXPR_GREATER, expr_of (e, depth),
                                                expr_constant_of (e, IR_INT, 0)));
  add_number (e, depth_of (e, guard), depth, -1);
  ir_builder_continue_at (&e->b, end);
  e->b.current = last;
  set_number (e, owner_of (e, guard), 0);
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
  return true;
}

/* ---- Taking and giving back. ---- */

void
guard_acquire (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  if (e->guards.at[guard].is_data)
    {
      acquire_data (e, guard);
      return;
    }
  *vec_push (e->arena, &e->held) = guard;
  if (e->concrete)
    {
      initialisers_lock (e, e->guards.at[guard].object);
      return;
    }
  struct ir_step acquire = step_with (IR_ACQUIRE);
  acquire.object.lock = e->guards.at[guard].lock;
  emit (e, acquire);
}

bool
guard_is_held (const struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  for (uint32_t i = 0; i < e->held.count; i++)
    if (e->held.at[i] == guard)
      return true;
  return false;
}

bool
guard_release (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  if (e->guards.at[guard].is_data)
    return release_data (e, guard);
  if (!guard_is_held (e, guard))
    {
      throw_class (e, "java/lang/IllegalMonitorStateException");
      return false;
    }
  while (e->held.at[e->held.count - 1] != guard)
    { /* Those that were taken after it do not nest. */
      uint32_t inner = e->held.at[e->held.count - 1];
      guard_make_data (e, e->guards.at[inner].flavour == GUARD_LOCK ? inner : guard);
      e->held.count--;
    }
  e->held.count--;
  if (e->concrete)
    return true;
  struct ir_step release = step_with (IR_RELEASE);
  release.object.lock = e->guards.at[guard].lock;
  emit (e, release);
  return true;
}

void
guard_try (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  guard_make_data (e, guard);
  if (e->again && e->guards.at[guard].attempt == e->attempt)
    {
      push (e, datum_int (1));
      return; /* this attempt is of no use */
    }
  become_steps (e);
  uint32_t end = ir_builder_new_step (&e->b), depth = e->depth;
  struct datum result = { DATUM_SLOT, slot_of_instruction (e, 3), 0 };
  atomic_open (e);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t taken = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                                 expr_constant_of (e, IR_INT, 0)));
  set_number (e, owner_of (e, guard), self (e));
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = taken;
  uint32_t other = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                                 expr_constant_of (e, IR_INT, self (e))));
  struct datum times = cell_read (e, depth_of (e, guard), 2);
  add_number (e, depth_of (e, guard), times, 1);
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = other;
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
  assert (depth == e->depth);
  push (e, result);
}

struct datum
guard_asks (struct evaluation *e, uint32_t guard)
{
  assert (guard < e->guards.count);
  if (!e->guards.at[guard].is_data)
    return datum_int (guard_is_held (e, guard));
  become_steps (e);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t other = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                                 expr_constant_of (e, IR_INT, self (e))));
  struct datum result = emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = other;
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  return result;
}

/* ---- Waiting. ---- */

static void
notify_lock (struct evaluation *e, uint32_t guard, bool all)
{
  assert (guard < e->guards.count);
  struct ir_step step = step_with (IR_NOTIFY);
  step.object.lock = e->guards.at[guard].lock;
  step.all = all;
  e->guards.at[guard].is_awaited |= all ? 0 : 4;
  emit (e, step);
  e->ir->has_waits = true;
}

/* How often the thread has taken GUARD without another lock in between; 0: not only so.
 */
static uint32_t
times_innermost (const struct evaluation *e, uint32_t guard)
{
  uint32_t at = e->held.count;
  assert (guard < e->guards.count);
  while (at > 0 && e->held.at[at - 1] == guard)
    at--;
  for (uint32_t i = 0; i < at; i++)
    if (e->held.at[i] == guard)
      return 0;
  return e->held.count - at;
}

/* Wait for GUARD, which the thread has taken TIMES times. */
static void
wait_for (struct evaluation *e, uint32_t guard, bool timed, uint32_t times)
{
  assert (guard < e->guards.count);
  lock_id lock = e->guards.at[guard].lock;
  e->guards.at[guard].is_awaited |= timed ? 2 : 1;
  uint32_t end = ir_builder_new_step (&e->b), place = place_here (e) + 1;
  name_id position = ir_name_of (
    e->declared, java_position (e->universe, e->arena, top (e)->member, top (e)->pc));
  /* Whose time runs out wakes by itself: it gives the lock back, and takes it again. */
  if (timed)
    {
      struct ir_step release = step_with (IR_RELEASE), acquire = step_with (IR_ACQUIRE);
      release.object.lock = acquire.object.lock = lock;
      for (uint32_t i = 0; i < times; i++)
        emit (e, release);
      for (uint32_t i = 0; i < times; i++)
        emit (e, acquire);
      ir_builder_continue_at (&e->b, end);
      e->b.current = end;
      return;
    }
  ir_builder_wait (&e->b, lock, place, position);
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
}

void
guard_wait (struct evaluation *e, uint32_t guard, uint32_t condition, bool timed)
{
  assert (guard < e->guards.count);
  become_steps (e);
  if (!e->guards.at[guard].is_data)
    {
      uint32_t times = times_innermost (e, guard);
      if (!guard_is_held (e, guard))
        {
          throw_class (e, "java/lang/IllegalMonitorStateException");
          return;
        }
      if (condition == NONE && times > 0)
        {
          wait_for (e, guard, timed, times);
          return;
        }
      guard_make_data (e, guard);
      return; /* this attempt is of no use */
    }
  if (condition == NONE)
    condition = guard_of (e, e->guards.at[guard].object, GUARD_CONDITION);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t otherwise
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                    expr_constant_of (e, IR_INT, self (e))));
  uint32_t here = e->b.current, row = state_save (e);
  e->b.current = otherwise;
  throw_class (e, "java/lang/IllegalMonitorStateException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  struct ir_step acquire = step_with (IR_ACQUIRE), release = step_with (IR_RELEASE);
  acquire.object.lock = release.object.lock = e->guards.at[condition].lock;
  emit (e, acquire);
  struct datum depth = cell_read (e, depth_of (e, guard), 4);
  set_number (e, depth_of (e, guard), 0);
  set_number (e, owner_of (e, guard), 0);
  wait_for (e, condition, timed, 1);
  emit (e, release);
  atomic_open (e);
  uint32_t free = expr_binary_of (e, EXPR_EQUAL, expr_cell (e, owner_of (e, guard)),
                                  expr_constant_of (e, IR_INT, 0));
  emit_assume (e, free, owner_of (e, guard));
  set_number (e, owner_of (e, guard), self (e));
  cell_write (e, depth_of (e, guard), depth);
  atomic_close (e);
}

void
guard_notify (struct evaluation *e, uint32_t guard, uint32_t condition, bool all)
{
  assert (guard < e->guards.count);
  become_steps (e);
  if (!e->guards.at[guard].is_data)
    {
      if (!guard_is_held (e, guard))
        throw_class (e, "java/lang/IllegalMonitorStateException");
      else if (condition == NONE)
        notify_lock (e, guard, all);
      else
        guard_make_data (e, guard);
      return;
    }
  if (condition == NONE)
    condition = guard_of (e, e->guards.at[guard].object, GUARD_CONDITION);
  struct ir_step acquire = step_with (IR_ACQUIRE), release = step_with (IR_RELEASE);
  acquire.object.lock = release.object.lock = e->guards.at[condition].lock;
  emit (e, acquire);
  notify_lock (e, condition, all);
  emit (e, release);
}

void
guards_note (struct evaluation *e)
{
  for (uint32_t i = 0; i < e->guards.count; i++)
    if (e->guards.at[i].is_awaited == 7)
      *vec_push (e->arena, &e->notes) = (struct java_note){
        .kind = JAVA_MAY_MISS,
        .removes = JAVA_STUCK,
        .code = "timed-wait",
        .text = arena_format (e->arena,
                              "a notify of '%s' that wakes one whose time would have run "
                              "out, and no other one, is not looked at",
                              object_name (e, e->guards.at[i].object)),
      };
  assert (!e->again);
}

/* ---- Read-write locks. ---- */

/* How often the present thread reads: nobody else needs to know. */
static struct cell *
own_readers_of (struct evaluation *e, uint32_t guard)
{
  struct cell *cell
    = cell_at (e, e->guards.at[guard].object, KEY_READERS + 0x1000 * self (e), 'I');
  assert (e->guards.at[guard].flavour == GUARD_LOCK);
  cell->is_atomic = cell->is_written = true;
  if (!cell->name)
    cell->name = arena_format (e->arena, "%s.reads of %s",
                               object_name (e, e->guards.at[guard].object),
                               e->processes.at[e->process].name);
  return cell;
}

void
guard_read (struct evaluation *e, uint32_t guard, bool takes)
{
  assert (guard < e->guards.count);
  become_steps (e);
  note_number (e, guard);
  atomic_open (e);
  if (takes)
    {
      uint32_t owner = expr_cell (e, owner_of (e, guard));
      uint32_t none
        = expr_binary_of (e, EXPR_EQUAL, owner, expr_constant_of (e, IR_INT, 0));
      uint32_t mine = expr_binary_of (e, EXPR_EQUAL, expr_cell (e, owner_of (e, guard)),
                                      expr_constant_of (e, IR_INT, self (e)));
      emit_assume (e, expr_binary_of (e, EXPR_OR, none, mine), owner_of (e, guard));
    }
  struct datum own = cell_read (e, own_readers_of (e, guard), 2);
  if (!takes)
    throw_otherwise (e,
                     emit_test (e, expr_binary_of (e, EXPR_GREATER, expr_of (e, own),
                                                   expr_of (e, datum_int (0)))),
                     "java/lang/IllegalMonitorStateException");
  add_number (e, own_readers_of (e, guard), own, takes ? 1 : -1);
  struct datum readers = cell_read (e, readers_of (e, guard), 0);
  add_number (e, readers_of (e, guard), readers, takes ? 1 : -1);
  atomic_close (e);
}

void
guard_write (struct evaluation *e, uint32_t guard, bool takes)
{
  assert (guard < e->guards.count);
  if (!takes)
    {
      release_data (e, guard);
      return;
    }
  become_steps (e);
  note_number (e, guard);
  atomic_open (e);
  struct datum owner = cell_read (e, owner_of (e, guard), 0);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t otherwise
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, owner),
                                    expr_constant_of (e, IR_INT, self (e))));
  struct datum depth = cell_read (e, depth_of (e, guard), 2);
  add_number (e, depth_of (e, guard), depth, 1);
  ir_builder_continue_at (&e->b, end);
  e->b.current = otherwise;
  uint32_t both = expr_binary_of (e, EXPR_BIT_OR, expr_cell (e, owner_of (e, guard)),
                                  expr_cell (e, readers_of (e, guard)));
  emit_assume (e, expr_binary_of (e, EXPR_EQUAL, both, expr_constant_of (e, IR_INT, 0)),
               owner_of (e, guard));
  emit_read (e, readers_of (e, guard), IR_NO_SLOT);
  set_number (e, owner_of (e, guard), self (e));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
}
