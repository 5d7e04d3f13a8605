/* stamps.c -- StampedLock and Exchanger.
 *
 * A StampedLock is a number, its version, and how many read.  While somebody writes, bit
 * 0 of the version is set; giving back adds 4 to what is above.  A stamp is the version,
 * with bit 1 set if it is a reader's: so a stamp is good as long as the version above is
 * its own.  Where nobody asks whether one is good, versions are not counted: fewer
 * states.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

#define WRITES 1
#define READS 2
#define ONE_VERSION 4

static bool
is (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static struct cell *
atomic_at (struct evaluation *e, uint32_t object, uint32_t key, char kind)
{
  struct cell *cell = cell_at (e, object, key, kind);
  assert (object < e->objects.count);
  cell->is_atomic = true;
  return cell;
}

static struct cell *
version_of (struct evaluation *e, uint32_t object)
{
  struct cell *cell = atomic_at (e, object, KEY_VALUE, 'J');
  assert (cell->kind == 'J');
  if (cell->value.kind == DATUM_LONG && cell->value.value == 0)
    cell->value = datum_long (ONE_VERSION);
  return cell;
}

static struct cell *
readers_of (struct evaluation *e, uint32_t object)
{
  return atomic_at (e, object, KEY_READERS, 'I');
}

/* Does anybody ask whether a stamp is good? */
static bool
counts_versions (struct evaluation *e, uint32_t object)
{
  return atomic_at (e, object, KEY_EXTRA, 'Z')->is_written;
}

static uint32_t
constant (struct evaluation *e, int64_t value)
{
  return expr_of (e, datum_long (value));
}

static uint32_t
binary (struct evaluation *e, enum ir_expr_kind kind, struct datum d, int64_t value)
{
  return expr_binary_of (e, kind, expr_of (e, d),
                         datum_is_wide (d) ? constant (e, value)
                                           : expr_of (e, datum_int (value)));
}

/* By VERSION nobody writes; and if this one wants to, by READERS nobody reads. */
static uint32_t
is_free (struct evaluation *e, uint32_t version, uint32_t readers, bool to_write)
{
  uint32_t bit = expr_binary_of (e, EXPR_BIT_AND, version, constant (e, WRITES));
  uint32_t free = expr_binary_of (e, EXPR_EQUAL, bit, constant (e, 0));
  assert (version != readers);
  if (!to_write)
    return free;
  uint32_t none = expr_binary_of (e, EXPR_EQUAL, readers, expr_of (e, datum_int (0)));
  return expr_binary_of (e, EXPR_AND, free, none);
}

static void
add_reader (struct evaluation *e, uint32_t object, int64_t change)
{
  struct datum readers = cell_read (e, readers_of (e, object), 4);
  assert (change == 1 || change == -1);
  cell_write (e, readers_of (e, object),
              emit_set (e, 4, DATUM_SLOT, binary (e, EXPR_ADD, readers, change)));
}

/* What somebody who takes the lock does to it; the stamp. */
static struct datum
take (struct evaluation *e, uint32_t object, bool to_write)
{
  struct datum version = cell_read (e, version_of (e, object), 1);
  struct datum stamp = emit_set (
    e, 3, DATUM_WIDE_SLOT, binary (e, EXPR_ADD, version, to_write ? WRITES : READS));
  assert (datum_is_wide (stamp));
  if (to_write)
    cell_write (e, version_of (e, object), stamp);
  else
    add_reader (e, object, 1);
  return stamp;
}

/* writeLock, readLock; TRIES: the stamp is 0 if somebody else has it. */
static struct datum
acquire (struct evaluation *e, uint32_t object, bool to_write, bool tries)
{
  uint32_t otherwise = NONE, end = ir_builder_new_step (&e->b);
  assert (object < e->objects.count);
  become_steps (e);
  atomic_open (e);
  if (tries)
    {
      struct datum version = cell_read (e, version_of (e, object), 1);
      struct datum readers = cell_read (e, readers_of (e, object), 2);
      otherwise = emit_test (
        e, is_free (e, expr_of (e, version), expr_of (e, readers), to_write));
    }
  else
    {
      emit_assume (e,
                   is_free (e, expr_cell (e, version_of (e, object)),
                            expr_cell (e, readers_of (e, object)), to_write),
                   version_of (e, object));
      if (to_write)
        emit_read (e, readers_of (e, object), IR_NO_SLOT);
    }
  struct datum stamp = take (e, object, to_write);
  ir_builder_continue_at (&e->b, end);
  if (otherwise != NONE)
    {
      e->b.current = otherwise;
      emit_set (e, 3, DATUM_WIDE_SLOT, constant (e, 0));
      ir_builder_continue_at (&e->b, end);
    }
  e->b.current = end;
  atomic_close (e);
  return stamp;
}

/* The version without what the lowest bits say. */
static uint32_t
above (struct evaluation *e, struct datum d)
{
  return binary (e, EXPR_BIT_AND, d, ~(int64_t) (ONE_VERSION - 1));
}

/* Throws if CONDITION does not hold. */
static void
demand (struct evaluation *e, uint32_t condition)
{
  uint32_t otherwise = emit_test (e, condition), row = state_save (e),
           here = e->b.current;
  e->b.current = otherwise;
  assert (!e->ended);
  throw_class (e, "java/lang/IllegalMonitorStateException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
}

static void
release_write (struct evaluation *e, uint32_t object, struct datum stamp)
{
  struct datum version = cell_read (e, version_of (e, object), 1);
  assert (object < e->objects.count);
  demand (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, version), expr_of (e, stamp)));
  int64_t change = counts_versions (e, object) ? ONE_VERSION - WRITES : -WRITES;
  cell_write (e, version_of (e, object),
              emit_set (e, 2, DATUM_WIDE_SLOT, binary (e, EXPR_ADD, version, change)));
}

static void
release_read (struct evaluation *e, uint32_t object)
{
  struct datum readers = cell_read (e, readers_of (e, object), 1);
  assert (object < e->objects.count);
  demand (e, binary (e, EXPR_GREATER, readers, 0));
  atomic_open (e);
  add_reader (e, object, -1);
  atomic_close (e);
}

/* Both: the stamp says which. */
static void
release_any (struct evaluation *e, uint32_t object, struct datum stamp)
{
  struct datum bit
    = emit_set (e, 5, DATUM_WIDE_SLOT, binary (e, EXPR_BIT_AND, stamp, WRITES));
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t reads = emit_test (e, binary (e, EXPR_NOT_EQUAL, bit, 0));
  assert (object < e->objects.count);
  release_write (e, object, stamp);
  ir_builder_continue_at (&e->b, end);
  e->b.current = reads;
  release_read (e, object);
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
}

/* Slot 3 becomes VALUE, and the path goes on at END. */
static void
give (struct evaluation *e, enum datum_kind kind, uint32_t value, uint32_t end)
{
  assert (kind == DATUM_SLOT || kind == DATUM_WIDE_SLOT);
  emit_set (e, 3, kind, value);
  ir_builder_continue_at (&e->b, end);
}

/* A stamp to read without the lock: 0 if somebody writes. */
static struct datum
look (struct evaluation *e, uint32_t object)
{
  struct datum version = cell_read (e, version_of (e, object), 1);
  struct datum bit
    = emit_set (e, 2, DATUM_WIDE_SLOT, binary (e, EXPR_BIT_AND, version, WRITES));
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t writes = emit_test (e, binary (e, EXPR_EQUAL, bit, 0));
  assert (object < e->objects.count);
  give (e, DATUM_WIDE_SLOT, expr_of (e, version), end);
  e->b.current = writes;
  give (e, DATUM_WIDE_SLOT, constant (e, 0), end);
  e->b.current = end;
  return (struct datum){ DATUM_WIDE_SLOT, slot_of_instruction (e, 3), 0 };
}

/* Has nobody written since STAMP was given? */
static struct datum
validate (struct evaluation *e, uint32_t object, struct datum stamp)
{
  struct datum version = cell_read (e, version_of (e, object), 1);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t same = expr_binary_of (e, EXPR_EQUAL, above (e, version), above (e, stamp));
  uint32_t good
    = expr_binary_of (e, EXPR_AND, same, binary (e, EXPR_NOT_EQUAL, stamp, 0));
  /* Who writes now may be the one that asks: then it has the same bit. */
  uint32_t bit = expr_binary_of (e, EXPR_EQUAL, binary (e, EXPR_BIT_AND, version, WRITES),
                                 binary (e, EXPR_BIT_AND, stamp, WRITES));
  uint32_t bad = emit_test (e, expr_binary_of (e, EXPR_AND, good, bit));
  assert (object < e->objects.count);
  give (e, DATUM_SLOT, expr_of (e, datum_int (1)), end);
  e->b.current = bad;
  give (e, DATUM_SLOT, expr_of (e, datum_int (0)), end);
  e->b.current = end;
  return (struct datum){ DATUM_SLOT, slot_of_instruction (e, 3), 0 };
}

/* tryConvertToWriteLock: of a writer its stamp; of the only reader, or of one that only
   looks while nobody reads, a writer's; else 0. */
static struct datum
convert (struct evaluation *e, uint32_t object, struct datum stamp)
{
  uint32_t end = ir_builder_new_step (&e->b);
  assert (object < e->objects.count);
  atomic_open (e);
  struct datum version = cell_read (e, version_of (e, object), 1);
  struct datum readers = cell_read (e, readers_of (e, object), 2);
  uint32_t old
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, above (e, version), above (e, stamp)));
  uint32_t not_mine = emit_test (
    e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, version), expr_of (e, stamp)));
  /* A writer's stamp, or one that only looks. */
  uint32_t looks = emit_test (
    e, binary (e, EXPR_NOT_EQUAL,
               emit_set (e, 4, DATUM_WIDE_SLOT, binary (e, EXPR_BIT_AND, stamp, WRITES)),
               0));
  give (e, DATUM_WIDE_SLOT, expr_of (e, stamp), end);
  e->b.current = looks;
  uint32_t busy = emit_test (e, binary (e, EXPR_EQUAL, readers, 0));
  emit_set (e, 3, DATUM_WIDE_SLOT, binary (e, EXPR_ADD, version, WRITES));
  cell_write (e, version_of (e, object),
              (struct datum){ DATUM_WIDE_SLOT, slot_of_instruction (e, 3), 0 });
  ir_builder_continue_at (&e->b, end);
  e->b.current = not_mine;
  uint32_t reader = binary (
    e, EXPR_NOT_EQUAL,
    emit_set (e, 4, DATUM_WIDE_SLOT, binary (e, EXPR_BIT_AND, stamp, READS)), 0);
  uint32_t others = emit_test (
    e, expr_binary_of (e, EXPR_AND, reader, binary (e, EXPR_EQUAL, readers, 1)));
  cell_write (e, readers_of (e, object), datum_int (0));
  emit_set (e, 3, DATUM_WIDE_SLOT, binary (e, EXPR_ADD, version, WRITES));
  cell_write (e, version_of (e, object),
              (struct datum){ DATUM_WIDE_SLOT, slot_of_instruction (e, 3), 0 });
  ir_builder_continue_at (&e->b, end);
  uint32_t failed[] = { old, busy, others };
  for (size_t i = 0; i < sizeof failed / sizeof *failed; i++)
    {
      e->b.current = failed[i];
      give (e, DATUM_WIDE_SLOT, constant (e, 0), end);
    }
  e->b.current = end;
  atomic_close (e);
  return (struct datum){ DATUM_WIDE_SLOT, slot_of_instruction (e, 3), 0 };
}

static bool
stamped_call (struct evaluation *e, const struct invocation *call, uint32_t object)
{
  static const char *const versioned[]
    = { "tryOptimisticRead", "validate", "tryConvertToWriteLock" };
  struct datum result = DATUM_OF (DATUM_NONE), stamp = result;
  assert (object < e->objects.count);
  if (is (call->name, "<init>"))
    {
      finish_call (e, call, result);
      return true;
    }
  become_steps (e);
  for (size_t i = 0; i < sizeof versioned / sizeof *versioned; i++)
    if (is (call->name, versioned[i]) && !counts_versions (e, object))
      {
        atomic_at (e, object, KEY_EXTRA, 'Z')->is_written = e->again = true;
        e->why_again = "versions are asked for";
      }
  if (call->count > 1)
    stamp = materialise (e, *argument (e, call, 1), 6);
  note (e, JAVA_MAY_MISS, JAVA_DEADLOCK, "number-lock",
        "'%s' does not nest, or is tried: only -p stuck asks who waits for it",
        object_name (e, object));
  if (is (call->name, "writeLock") || is (call->name, "readLock"))
    result = acquire (e, object, call->name[0] == 'w', false);
  else if (call->count == 1
           && (is (call->name, "tryWriteLock") || is (call->name, "tryReadLock")))
    result = acquire (e, object, call->name[3] == 'W', true);
  else if (is (call->name, "unlockWrite"))
    release_write (e, object, stamp);
  else if (is (call->name, "unlockRead"))
    release_read (e, object);
  else if (is (call->name, "unlock"))
    release_any (e, object, stamp);
  else if (is (call->name, "tryOptimisticRead"))
    result = look (e, object);
  else if (is (call->name, "validate"))
    result = validate (e, object, stamp);
  else if (is (call->name, "tryConvertToWriteLock"))
    result = convert (e, object, stamp);
  else
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

/* ---- Exchanger: who comes first leaves its object, and waits for that of the other. */

static bool
exchange_call (struct evaluation *e, const struct invocation *call, uint32_t object)
{
  enum
  {
    EMPTY,
    HALF,
    DONE
  };
  if (is (call->name, "<init>"))
    {
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  if (!is (call->name, "exchange") || call->count != 2)
    return false;
  may_be_interrupted (e);
  become_steps (e);
  struct datum given = *argument (e, call, 1);
  uint32_t end = ir_builder_new_step (&e->b);
  assert (object < e->objects.count);
  atomic_open (e);
  struct cell *state = atomic_at (e, object, KEY_VALUE, 'I');
  emit_assume (e,
               expr_binary_of (e, EXPR_NOT_EQUAL, expr_cell (e, state),
                               expr_of (e, datum_int (DONE))),
               state);
  struct datum now = cell_read (e, atomic_at (e, object, KEY_VALUE, 'I'), 1);
  uint32_t second = emit_test (e, binary (e, EXPR_EQUAL, now, EMPTY));
  cell_write (e, atomic_at (e, object, KEY_RESULT, 'L'), given);
  cell_write (e, atomic_at (e, object, KEY_VALUE, 'I'), datum_int (HALF));
  e->b.atomic--;
  emit (e, step_with (IR_SKIP));
  e->b.atomic++;
  state = atomic_at (e, object, KEY_VALUE, 'I');
  emit_assume (
    e,
    expr_binary_of (e, EXPR_EQUAL, expr_cell (e, state), expr_of (e, datum_int (DONE))),
    state);
  struct datum other = cell_read (e, atomic_at (e, object, KEY_EXTRA, 'L'), 2);
  emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, other));
  cell_write (e, atomic_at (e, object, KEY_VALUE, 'I'), datum_int (EMPTY));
  ir_builder_continue_at (&e->b, end);
  e->b.current = second;
  cell_write (e, atomic_at (e, object, KEY_EXTRA, 'L'), given);
  struct datum first = cell_read (e, atomic_at (e, object, KEY_RESULT, 'L'), 4);
  emit_set (e, 3, DATUM_REF_SLOT, expr_of (e, first));
  cell_write (e, atomic_at (e, object, KEY_VALUE, 'I'), datum_int (DONE));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
  struct datum result = { DATUM_REF_SLOT, slot_of_instruction (e, 3), 0 };
  uint32_t sets[2];
  struct datum both[2] = { first, other };
  for (size_t i = 0; i < 2; i++)
    sets[i] = both[i].kind == DATUM_REF ? set_of (e, (uint32_t) both[i].value)
                                        : (uint32_t) both[i].value;
  result.value = set_union (e, sets[0], sets[1]);
  finish_call (e, call, result);
  return true;
}

bool
stamp_invoke (struct evaluation *e, const struct invocation *call)
{
  if (call->kind == HANDLE_INVOKE_STATIC || call->count == 0)
    return false;
  uint32_t object = receiver (e, call);
  name_id name = e->objects.at[object].class;
  assert (object < e->objects.count);
  if (object < OBJECTS_FIXED || name.index == NAME_NONE.index)
    return false;
  const char *class = text_of (e, name);
  if (is (class, "java/util/concurrent/locks/StampedLock"))
    return stamped_call (e, call, object);
  return is (class, "java/util/concurrent/Exchanger") && exchange_call (e, call, object);
}
