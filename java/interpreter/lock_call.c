/* lock_call.c -- calls that lock, unlock, wait and notify: of java.util.concurrent.locks
 * and of every object's monitor. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/machine.h"

/* The lock that a Lock, or half of a read-write lock, is. */
static uint32_t
lock_of_value (struct extraction *x, value_id value)
{
  assert (value.index < x->values.list.count);
  const struct value *at = value_at (&x->values, value);
  if (at->kind == VALUE_HALF)
    return heap_lock (x, at->b ? LOCK_WRITE : LOCK_READ, (value_id){ .index = at->a });
  return heap_lock (x, LOCK_OBJECT, value);
}

static void
note_unknown (struct machine *m, value_id value, uint32_t lock)
{
  enum value_kind kind = value_kind (&m->x->values, value);
  if (lock != JAVA_LOCK_NONE || kind == VALUE_OBJECT || kind == VALUE_RAW)
    return;
  account (m, ACCOUNT_LEFT_OUT);
  note_at (m->x, JAVA_ADDS_EXECUTIONS, "unknown-lock", m->instance, m->instruction,
           "a lock that is not always the same object is left out");
}

static void
finish (struct machine *m, const struct call *call, value_id value)
{
  assert (call->signature);
  struct outcome outcome = { .count = 0 };
  outcome_add (&outcome, value);
  machine_finish (m, call, &outcome);
}

/* Both outcomes: held and true, or false. */
static void
try_lock (struct machine *m, const struct call *call, uint32_t lock)
{
  assert (call->count > 0);
  uint32_t height = m->stack.count;
  machine_push_type (m, call->signature->result, FALSE_VALUE);
  machine_next (m);
  m->stack.count = height;
  monitor_enter (m, lock, m->instruction);
  finish (m, call, TRUE_VALUE);
}

static bool
starts_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* A method of a Lock or of half of a read-write lock. */
static bool
plain_lock_call (struct machine *m, const struct call *call, const char *name)
{
  assert (call->kind != HANDLE_INVOKE_STATIC);
  struct extraction *x = m->x;
  value_id object = call->arguments[0];
  uint32_t lock = lock_of_value (x, object);
  if (starts_with (name, "lock"))
    {
      note_unknown (m, object, lock);
      if (strcmp (name, "lockInterruptibly") == 0)
        machine_may_throw (m);
      monitor_enter (m, lock, m->instruction);
      finish (m, call, OTHER);
    }
  else if (strcmp (name, "unlock") == 0)
    {
      if (monitor_exit (m, lock))
        finish (m, call, OTHER);
    }
  else if (strcmp (name, "tryLock") == 0)
    {
      note_unknown (m, object, lock);
      if (call->count > 1)
        machine_may_throw (m);
      try_lock (m, call, lock);
    }
  else if (strcmp (name, "isHeldByCurrentThread") == 0)
    finish (m, call, monitor_is_held (m, lock));
  else if (strcmp (name, "newCondition") == 0)
    finish (m, call, value_of (&x->values, VALUE_CONDITION, object.index, 0));
  else
    finish (m, call, OTHER);
  return true;
}

static bool
stamped_lock_call (struct machine *m, const struct call *call, const char *name)
{
  assert (call->kind != HANDLE_INVOKE_STATIC);
  struct extraction *x = m->x;
  value_id object = call->arguments[0];
  bool writes = strstr (name, "rite") != NULL;
  uint32_t lock = heap_lock (x, writes ? LOCK_WRITE : LOCK_READ, object);
  if (strcmp (name, "readLock") == 0 || strcmp (name, "writeLock") == 0)
    {
      note_unknown (m, object, lock);
      monitor_enter (m, lock, m->instruction);
      finish (m, call, OTHER);
      return true;
    }
  if (strcmp (name, "unlockRead") == 0 || strcmp (name, "unlockWrite") == 0)
    {
      if (monitor_exit (m, lock))
        finish (m, call, OTHER);
      return true;
    }
  if (strcmp (name, "unlock") == 0)
    {
      /* Of whichever half is held. */
      for (uint32_t i = m->monitors.count; i-- > 0;)
        if (value_equal (x->heap.locks.at[m->monitors.at[i].lock].value, object))
          {
            if (monitor_exit (m, m->monitors.at[i].lock))
              finish (m, call, OTHER);
            return true;
          }
    }
  if (strcmp (name, "tryOptimisticRead") == 0)
    note_at (x, JAVA_ADDS_EXECUTIONS, "optimistic-read", m->instance, m->instruction,
             "what is read without a lock counts, also if validate() refuses it");
  else if (strcmp (name, "validate") != 0)
    {
      account (m, ACCOUNT_LEFT_OUT);
      note_at (x, JAVA_ADDS_EXECUTIONS, "unknown-lock", m->instance, m->instruction,
               "'%s' of a StampedLock is left out", name);
    }
  finish (m, call, OTHER);
  return true;
}

static bool
condition_call (struct machine *m, const struct call *call, const char *name)
{
  assert (call->kind != HANDLE_INVOKE_STATIC);
  struct extraction *x = m->x;
  const struct value at = *value_at (&x->values, call->arguments[0]);
  uint32_t lock = JAVA_LOCK_NONE;
  if (at.kind == VALUE_CONDITION
      && value_kind (&x->values, (value_id){ .index = at.a }) != VALUE_HALF)
    lock = lock_of_value (x, (value_id){ .index = at.a });
  if (starts_with (name, "await"))
    {
      if (!monitor_wait (m, lock))
        return true;
      machine_may_throw (m);
    }
  else if (starts_with (name, "signal"))
    monitor_notify (m, lock, strcmp (name, "signalAll") == 0);
  finish (m, call, OTHER);
  return true;
}

/* wait, notify and getClass, which no class can override. */
static bool
object_call (struct machine *m, const struct call *call, const char *name)
{
  assert (call->count > 0);
  struct extraction *x = m->x;
  const char *descriptor = universe_text (x->universe, call->member.descriptor);
  value_id object = call->arguments[0];
  if (strcmp (name, "wait") == 0 && (descriptor[1] == ')' || descriptor[1] == 'J')
      && descriptor[strlen (descriptor) - 1] == 'V')
    {
      if (!monitor_wait (m, heap_lock (x, LOCK_MONITOR, object)))
        return true;
      machine_may_throw (m);
      finish (m, call, OTHER);
      return true;
    }
  if (starts_with (name, "notify") && strcmp (descriptor, "()V") == 0
      && (name[6] == '\0' || strcmp (name, "notifyAll") == 0))
    {
      monitor_notify (m, heap_lock (x, LOCK_MONITOR, object), name[6] != '\0');
      finish (m, call, OTHER);
      return true;
    }
  if (strcmp (name, "getClass") == 0 && call->count == 1)
    {
      bool exact;
      name_id class = value_class (x, object, &exact);
      finish (m, call,
              exact ? value_of (&x->values, VALUE_CLASS, class.index, 0) : OTHER);
      return true;
    }
  return false;
}

bool
lock_call (struct machine *m, const struct call *call)
{
  assert (call->kind == HANDLE_INVOKE_STATIC || call->count > 0);
  struct extraction *x = m->x;
  if (call->kind == HANDLE_INVOKE_STATIC || value_equal (call->arguments[0], NULL_VALUE))
    return false;
  const char *name = universe_text (x->universe, call->member.name);
  if (object_call (m, call, name))
    return true;
  enum library_kind kind = library_kind (x->library, call->member.class);
  if (kind < LIBRARY_LOCK)
    return false;
  /* A class that is given may have its own idea of a lock. */
  class_id class = universe_find (x->universe, call->member.class);
  if (type_is_given (x, call->member.class)
      && member_is_known (universe_resolve_method (x->universe, class, call->member.name,
                                                   call->member.descriptor, NULL)))
    return false;
  switch ((unsigned) kind)
    {
    case LIBRARY_LOCK:
    case LIBRARY_HALF: return plain_lock_call (m, call, name);
    case LIBRARY_READ_WRITE_LOCK:
      if (strcmp (name, "readLock") == 0 || strcmp (name, "writeLock") == 0)
        {
          finish (
            m, call,
            value_of (&x->values, VALUE_HALF, call->arguments[0].index, name[0] == 'w'));
          return true;
        }
      break;
    case LIBRARY_STAMPED: return stamped_lock_call (m, call, name);
    case LIBRARY_CONDITION: return condition_call (m, call, name);
    default:
      assert (kind == LIBRARY_SEMAPHORE);
      account (m, ACCOUNT_LEFT_OUT);
      note_at (x, JAVA_ADDS_EXECUTIONS, "semaphore", m->instance, m->instruction,
               "a Semaphore keeps nobody out in the model");
      machine_may_throw (m);
      break;
    }
  finish (m, call, OTHER);
  return true;
}
