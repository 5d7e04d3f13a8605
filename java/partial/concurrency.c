/* concurrency.c -- threads, pools, futures, locks, barriers of the library. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

static bool
is (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static bool
begins (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The class of OBJECT, "" if it is not known. */
static const char *
class_of (const struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  name_id class = e->objects.at[object].class;
  return class.index == NAME_NONE.index ? "" : text_of (e, class);
}

void
may_be_interrupted (struct evaluation *e)
{
  if (!e->interrupts)
    return;
  note (e, JAVA_ADDS_EXECUTIONS, 0, "interrupt",
        "some thread is interrupted: here, whoever waits may be");
  may_end_by (e, "java/lang/InterruptedException");
}

/* ---- Threads. ---- */

/* The one object that argument I is, or NONE: the path has been split. */
static uint32_t
object_of_argument (struct evaluation *e, const struct invocation *call, uint32_t i)
{
  assert (call->signature && call->count >= call->signature->count);
  if (!split_reference (e, call->count - 1 - i))
    return NONE;
  return (uint32_t) argument (e, call, i)->value;
}

static void
give_task (struct evaluation *e, uint32_t object, uint32_t task)
{
  assert (object < e->objects.count);
  struct object *at = &e->objects.at[object];
  if (at->given != e->attempt)
    at->runs = task;
  else if (at->runs != task)
    at->runs = OBJECT_UNKNOWN;
  at->given = e->attempt;
}

static bool
construct_thread (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  for (uint32_t i = 1; i < call->count; i++)
    {
      struct java_type type = call->signature->parameters[i - 1];
      if (type.kind != 'L' || !is (text_of (e, type.class), "java/lang/Runnable"))
        continue;
      uint32_t task = object_of_argument (e, call, i);
      if (task == NONE)
        return true;
      give_task (e, receiver (e, call), task);
    }
  finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

/* Parks until somebody gives a permit: a lock, and a number that it guards. */
static void
park (struct evaluation *e, uint32_t thread, bool parks, bool timed)
{
  become_steps (e);
  uint32_t guard = guard_of (e, thread, GUARD_CONDITION);
  struct cell *cell = cell_at (e, thread, KEY_EXTRA, 'Z');
  cell->is_atomic = true;
  /* A thread that was not started is given no permit. */
  uint32_t process = parks ? e->process : pairmap_get (&e->process_of, thread, 0);
  uint32_t after = ir_builder_new_step (&e->b), early = NONE;
  if (process != PAIRMAP_FREE && process != 0)
    early = process_test_begun (e, process);
  guard_acquire (e, guard);
  if (parks)
    {
      struct datum permit = cell_read (e, cell, 0);
      uint32_t end = ir_builder_new_step (&e->b);
      uint32_t otherwise
        = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, permit),
                                        expr_constant_of (e, IR_INT, 0)));
      guard_wait (e, guard, NONE, timed);
      ir_builder_continue_at (&e->b, end);
      e->b.current = otherwise;
      ir_builder_continue_at (&e->b, end);
      e->b.current = end;
    }
  cell_write (e, cell_at (e, thread, KEY_EXTRA, 'Z'), datum_int (!parks));
  if (!parks)
    guard_notify (e, guard, NONE, true);
  guard_release (e, guard);
  if (early == NONE)
    return;
  ir_builder_continue_at (&e->b, after);
  e->b.current = early;
  ir_builder_continue_at (&e->b, after);
  e->b.current = after;
}

/* Has the pool been shut down? */
static struct cell *
shut_cell (struct evaluation *e, uint32_t pool)
{
  struct cell *cell = cell_at (e, pool, KEY_DONE, 'Z');
  assert (pool < e->objects.count);
  cell->is_atomic = true;
  return cell;
}

/* A task of POOL (or OBJECT_NULL: of no limit) that runs TASK; its future.  The path may
   have ended: the pool takes none any more. */
static uint32_t
start_task (struct evaluation *e, uint32_t pool, uint32_t task, const char *class,
            uint32_t part)
{
  static const char rejected[] = "java/util/concurrent/RejectedExecutionException";
  assert (pool < e->objects.count);
  become_steps (e);
  uint32_t future
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, class), 0, part);
  give_task (e, future, task);
  uint32_t limit
    = pool != OBJECT_NULL && e->objects.at[pool].length > 0 ? pool : OBJECT_NULL;
  uint32_t process = process_for (e, future, pool, limit);
  if (pool == OBJECT_NULL)
    {
      process_start (e, process);
      return future;
    }
  struct cell *shut = shut_cell (e, pool);
  if (!shut->is_written && shut->value.value)
    {
      throw_class (e, rejected);
      return future;
    }
  atomic_open (e);
  if (shut->is_written)
    {
      struct datum d = cell_read (e, shut, 0);
      throw_otherwise (e,
                       emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d),
                                                     expr_of (e, datum_int (0)))),
                       rejected);
    }
  if (limit != OBJECT_NULL)
    process_queue (e, limit, future);
  process_start (e, process);
  atomic_close (e);
  return future;
}

/* The Thread that runs the present process.  Which one of a pool runs a task nobody
   knows: all of them may be one. */
static uint32_t
this_thread (struct evaluation *e)
{
  const struct process *process = &e->processes.at[e->process];
  name_id class = universe_name (e->universe, "java/lang/Thread");
  assert (process->object < e->objects.count);
  if (e->process == 0
      || class_is_a (e, e->objects.at[process->object].class, "java/lang/Thread") == IS)
    return process->object;
  return object_library (e, class, class);
}

static bool
thread_static (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  struct datum result = DATUM_OF (DATUM_NONE);
  if (is (call->name, "currentThread"))
    result = datum_ref (this_thread (e));
  else if (is (call->name, "sleep"))
    {
      struct datum time = *argument (e, call, 0);
      if (time.kind == DATUM_LONG && time.value < 0)
        {
          throw_class (e, "java/lang/IllegalArgumentException");
          return true;
        }
      may_be_interrupted (e);
    }
  else if (is (call->name, "interrupted"))
    result = e->interrupts ? DATUM_OF (DATUM_ANY) : datum_int (0);
  else if (is (call->name, "holdsLock"))
    {
      uint32_t object = object_of_argument (e, call, 0);
      if (object == NONE)
        return true;
      result = guard_asks (e, guard_of (e, object, GUARD_MONITOR));
    }
  else if (is (call->name, "startVirtualThread") && is (call->class, "java/lang/Thread"))
    {
      uint32_t task = object_of_argument (e, call, 0);
      if (task == NONE)
        return true;
      result = datum_ref (start_task (e, OBJECT_NULL, task, "java/lang/Thread", 0));
      result.value = task == OBJECT_UNKNOWN ? OBJECT_UNKNOWN : result.value;
    }
  else if (!is (call->name, "yield") && !is (call->name, "onSpinWait")
           && !is (call->name, "activeCount") && !is (call->name, "dumpStack"))
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

/* Methods of Thread that change nothing, or nothing that matters. */
static const char *const silent[]
  = { "setDaemon", "isDaemon", "setPriority",   "getPriority", "setName",
      "getId",     "threadId", "isAlive",       "getState",    "getThreadGroup",
      "isVirtual", "hashCode", "getStackTrace", "checkAccess", NULL };

static bool
thread_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (call->kind == HANDLE_INVOKE_STATIC)
    return is (call->class, "java/lang/Thread") && thread_static (e, call);
  uint32_t object = receiver (e, call);
  if (object == OBJECT_UNKNOWN
      || class_is_a (e, e->objects.at[object].class, "java/lang/Thread") != IS)
    return false;
  struct datum result = DATUM_OF (DATUM_NONE);
  if (is (call->name, "<init>"))
    return construct_thread (e, call);
  if (is (call->name, "start"))
    {
      uint32_t process = process_for (e, object, NONE, NONE);
      if (process != NONE && (process_has_begun (e, process) || process == e->process))
        {
          throw_class (e, "java/lang/IllegalThreadStateException");
          return true;
        }
      process_start (e, process);
    }
  else if (is (call->name, "join"))
    {
      bool timed = call->count > 1;
      uint32_t end = NONE, other = NONE;
      may_be_interrupted (e);
      become_steps (e);
      if (timed)
        {
          end = ir_builder_new_step (&e->b);
          other = emit_choice (e);
        }
      process_join (e, process_for (e, object, NONE, NONE));
      if (timed)
        {
          ir_builder_continue_at (&e->b, end);
          e->b.current = other;
          ir_builder_continue_at (&e->b, end);
          e->b.current = end;
        }
    }
  else if (is (call->name, "run") && e->objects.at[object].runs > OBJECT_UNKNOWN)
    {
      uint32_t task = e->objects.at[object].runs, height = top (e)->height;
      top (e)->height -= call->count;
      if (call_object (e, task, NULL, 0, AFTER_DROP, 0) || e->ended)
        return true;
      top (e)->height = height;
      return false;
    }
  else if (is (call->name, "interrupt"))
    {
      e->again = e->again || !e->interrupts;
      e->interrupts = true;
    }
  else if (is (call->name, "isInterrupted"))
    result = e->interrupts ? DATUM_OF (DATUM_ANY) : datum_int (0);
  else if (is (call->name, "getName") || is (call->name, "toString"))
    result = datum_ref (object_text (e));
  else if (!is_one_of (call->name, silent))
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

/* ---- Pools and futures. ---- */

static bool
is_pool (const char *class)
{
  return is (class, "java/util/concurrent/ThreadPoolExecutor");
}

static bool
is_future (const char *class)
{
  return is (class, "java/util/concurrent/FutureTask")
         || is (class, "java/util/concurrent/CompletableFuture");
}

static bool
make_pool (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  /* What a factory of threads does is not followed. */
  for (uint32_t i = 0; i < call->signature->count; i++)
    if (call->signature->parameters[i].kind != 'I')
      return false;
  bool single = begins (call->name, "newSingle");
  bool fixed = begins (call->name, "newFixed") || begins (call->name, "newScheduled");
  uint32_t pool = object_new (
    e, OBJECT_PLAIN,
    universe_name (e->universe, "java/util/concurrent/ThreadPoolExecutor"), 0, 0);
  struct datum threads = single                     ? datum_int (1)
                         : fixed && call->count > 0 ? *argument (e, call, 0)
                                                    : datum_int (0);
  if (threads.kind != DATUM_INT)
    note (e, JAVA_MAY_MISS, JAVA_STUCK, "pool-size",
          "how many threads a pool has is not known: tasks do not wait for one");
  e->objects.at[pool].length = threads.kind == DATUM_INT ? (uint32_t) threads.value : 0;
  static const uint32_t keys[] = { KEY_LIMIT, KEY_VALUE, KEY_ROUND };
  for (size_t i = 0; i < 3 && e->objects.at[pool].length > 0; i++)
    {
      struct cell *cell = cell_at (e, pool, keys[i], 'I');
      cell->is_atomic = true;
      cell_write (e, cell, i == 0 ? threads : datum_int (0));
    }
  finish_call (e, call, datum_ref (pool));
  return true;
}

/* Wait for all tasks of POOL that were started. */
static void
join_pool (struct evaluation *e, uint32_t pool)
{
  assert (pool == NONE || pool < e->objects.count);
  for (uint32_t p = 1; p < e->processes.count && !e->ended; p++)
    if (e->processes.at[p].pool == pool)
      process_join (e, p);
}

/* Wait for POOL, or until the time runs out: that is another thing to be believed. */
static struct datum
await_pool (struct evaluation *e, uint32_t pool)
{
  become_steps (e);
  uint32_t end = ir_builder_new_step (&e->b), other = emit_choice (e);
  struct cell *shut = shut_cell (e, pool);
  struct datum result = { DATUM_SLOT, slot_of_instruction (e, 3), 0 };
  assert (pool < e->objects.count);
  if (shut->is_written || shut->value.value)
    {
      if (shut->is_written)
        {
          atomic_open (e);
          emit_assume (e,
                       expr_binary_of (e, EXPR_EQUAL, expr_cell (e, shut),
                                       expr_of (e, datum_int (1))),
                       shut);
          atomic_close (e);
        }
      join_pool (e, pool);
      emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
      ir_builder_continue_at (&e->b, end);
    }
  else
    emit_nowhere (e);
  e->ended = false;
  e->b.current = other;
  emit_premise (e, "timeout", "time runs out", "a wait ends since its time runs out");
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  return result;
}

static bool invoke_all (struct evaluation *e, const struct invocation *call,
                        uint32_t pool);

static bool
pool_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t pool = receiver (e, call);
  if (!is_pool (class_of (e, pool)))
    return false;
  struct datum result = DATUM_OF (DATUM_NONE);
  if (is (call->name, "submit") || is (call->name, "execute"))
    {
      uint32_t task = object_of_argument (e, call, 1);
      if (task == NONE)
        return true;
      if (task == OBJECT_UNKNOWN)
        return false;
      /* What a task throws stays in its future; of `execute' there is none. */
      result = datum_ref (start_task (
        e, pool, task,
        call->name[0] == 's' ? "java/util/concurrent/FutureTask"
                             : "java/util/concurrent/ThreadPoolExecutor$Worker",
        0));
    }
  else if (is (call->name, "invokeAll") && call->count == 2)
    return invoke_all (e, call, pool);
  else if (is (call->name, "awaitTermination") || is (call->name, "close"))
    {
      may_be_interrupted (e);
      if (call->name[0] == 'c')
        {
          cell_write (e, shut_cell (e, pool), datum_int (1));
          become_steps (e);
          join_pool (e, pool);
        }
      else
        result = await_pool (e, pool);
    }
  else if (is (call->name, "isShutdown"))
    result = cell_read (e, shut_cell (e, pool), 3);
  else if (is (call->name, "shutdown"))
    cell_write (e, shut_cell (e, pool), datum_int (1));
  else
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

/* A future that a program completes itself has a number, whether it is; one of `allOf'
   has others; any other one is a process. */
static const char future_class[] = "java/util/concurrent/CompletableFuture";

static uint32_t
process_of_future (struct evaluation *e, uint32_t future)
{
  uint32_t process = pairmap_get (&e->process_of, future, 0);
  for (uint32_t p = 1; p < e->processes.count && process == PAIRMAP_FREE; p++)
    if (e->objects.at[e->processes.at[p].object].runs == future)
      process = p; /* a thread that was given a FutureTask */
  assert (future < e->objects.count);
  return process;
}

/* Can be waited for. */
static bool
is_followed (struct evaluation *e, uint32_t future)
{
  assert (future < e->objects.count);
  return is_future (class_of (e, future))
         && (e->objects.at[future].handles
             || process_of_future (e, future) != PAIRMAP_FREE);
}

static struct cell *
completion_of (struct evaluation *e, uint32_t future)
{
  struct cell *cell = cell_at (e, future, KEY_VALUE, 'I');
  assert (future < e->objects.count);
  cell->is_atomic = true;
  return cell;
}

/* Go on where nothing of FUTURE has failed; the other path is returned, or NONE. */
static uint32_t
test_failure (struct evaluation *e, uint32_t future)
{
  struct cell *cell = task_failure (e, future);
  assert (future < e->objects.count);
  if (!cell->is_written)
    return NONE;
  struct datum failed = cell_read (e, cell, 4);
  return emit_test (
    e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, failed), expr_of (e, datum_int (0))));
}

/* Wait until FUTURE is complete.  FAILS: the path where it is by an exception, which
   throws CLASS here, or ends the dependent task; OF: what fails then. */
static void
await_future (struct evaluation *e, uint32_t future, const char *class)
{
  const struct object at = e->objects.at[future];
  uint32_t process = process_of_future (e, future);
  become_steps (e);
  if (at.handles == 'A')
    {
      for (uint32_t i = 0; i < at.length && !e->ended; i++)
        {
          struct datum d = cell_get (e, cell_at (e, future, KEY_FIRST + i, 'L'), 0);
          if (d.kind == DATUM_REF && is_followed (e, (uint32_t) d.value))
            await_future (e, (uint32_t) d.value, class);
          else
            note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "library-call",
                  "which futures are waited for is not known");
        }
      return;
    }
  if (process == PAIRMAP_FREE)
    {
      struct cell *cell = completion_of (e, future);
      atomic_open (e);
      emit_assume (e,
                   expr_binary_of (e, EXPR_NOT_EQUAL, expr_cell (e, cell),
                                   expr_of (e, datum_int (0))),
                   cell);
      atomic_close (e);
    }
  else
    process_join (e, process);
  uint32_t otherwise = test_failure (e, future);
  if (otherwise == NONE)
    return;
  uint32_t row = state_save (e), here = e->b.current;
  e->b.current = otherwise;
  if (class)
    throw_class (e, class);
  else
    {
      cell_write (e, task_failure (e, top (e)->with), datum_int (1));
      leave_frame (e, DATUM_OF (DATUM_NONE), false);
    }
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
}

static struct cell *
result_of (struct evaluation *e, uint32_t future)
{
  struct cell *cell = cell_at (e, future, KEY_RESULT, 'L');
  assert (future < e->objects.count);
  cell->is_atomic = true;
  return cell;
}

void
task_begins (struct evaluation *e, uint32_t object)
{
  uint32_t source = e->objects.at[object].awaits;
  if (source == OBJECT_NULL)
    return;
  const struct java_method *header = universe_method (e->universe, top (e)->member);
  const struct java_signature *signature
    = universe_signature (e->universe, header->descriptor);
  uint32_t local = header->access & ACCESS_STATIC ? 0 : 1;
  for (uint32_t i = 0; i + 1 < signature->count; i++)
    local += type_slots (signature->parameters[i]);
  await_future (e, source, NULL);
  assert (top (e)->pc == 0);
  if (e->objects.at[object].element != 'T' || local >= top (e)->code->max_locals)
    return;
  struct datum result = cell_read (e, result_of (e, source), 0);
  if (result.kind == DATUM_REF_SLOT)
    {
      int64_t set = result.value;
      uint32_t room = top (e)->code->max_stack + 8;
      struct datum home = { DATUM_REF_SLOT,
                            pairmap_number (&e->slot_of, top (e)->context,
                                            top (e)->code->count * room + local),
                            set };
      struct ir_step move = step_with (IR_SET);
      move.expr = expr_of (e, result);
      move.slot = slot_in_body (e, home);
      emit (e, move);
      result = home;
    }
  top (e)->locals[local] = result;
}

/* thenRun, thenAccept, thenApply: a task that begins when the receiver is complete. */
static bool
dependent_call (struct evaluation *e, const struct invocation *call, uint32_t future)
{
  bool runs = begins (call->name, "thenRun");
  if (!runs && !begins (call->name, "thenAccept") && !begins (call->name, "thenApply"))
    return false;
  if (strstr (call->name, "Both") || strstr (call->name, "Either"))
    return false;
  uint32_t task = object_of_argument (e, call, 1);
  if (task == NONE)
    return true;
  if (task == OBJECT_UNKNOWN)
    return false;
  note (e, JAVA_ADDS_EXECUTIONS, 0, "completion",
        "what comes after a future may run in a thread of its own");
  become_steps (e);
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, future_class), 0, 0);
  give_task (e, made, task);
  e->objects.at[made].awaits = future;
  e->objects.at[made].element = runs ? 'N' : 'T';
  process_start (e, process_for (e, made, OBJECT_NULL, OBJECT_NULL));
  if (!e->ended)
    finish_call (e, call, datum_ref (made));
  return true;
}

/* complete: only the first one counts. */
static bool
complete_call (struct evaluation *e, const struct invocation *call, uint32_t future)
{
  struct datum value = *argument (e, call, 1);
  struct cell *cell = completion_of (e, future);
  if (e->concrete && cell->value.kind == DATUM_INT && cell->value.value == 0)
    {
      cell_write (e, result_of (e, future), value);
      cell_write (e, completion_of (e, future), datum_int (1));
      finish_call (e, call, datum_int (1));
      return true;
    }
  become_steps (e);
  uint32_t end = ir_builder_new_step (&e->b);
  atomic_open (e);
  struct datum done = cell_read (e, completion_of (e, future), 1);
  uint32_t late = emit_test (
    e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, done), expr_of (e, datum_int (0))));
  cell_write (e, result_of (e, future), value);
  cell_write (e, completion_of (e, future), datum_int (1));
  emit_set (e, 3, DATUM_SLOT, expr_of (e, datum_int (1)));
  ir_builder_continue_at (&e->b, end);
  e->b.current = late;
  emit_set (e, 3, DATUM_SLOT, expr_of (e, datum_int (0)));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
  finish_call (e, call, (struct datum){ DATUM_SLOT, slot_of_instruction (e, 3), 0 });
  return true;
}

static bool
future_call (struct evaluation *e, const struct invocation *call)
{
  uint32_t future = receiver (e, call);
  const char *class = class_of (e, future);
  if (!is_future (class))
    return false;
  assert (call->signature && call->count >= call->signature->count);
  if (is (call->name, "<init>"))
    {
      if (call->count == 1)
        e->objects.at[future].handles = 'C';
      else if (call->count == 2)
        {
          uint32_t task = object_of_argument (e, call, 1);
          if (task == NONE)
            return true;
          give_task (e, future, task);
        }
      else
        return false;
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  if (e->objects.at[future].handles == 'C' && is (call->name, "complete"))
    return complete_call (e, call, future);
  if (!is_followed (e, future))
    return false;
  if (is (class, future_class) && dependent_call (e, call, future))
    return true;
  if (is (call->name, "isDone"))
    {
      bool counts = e->objects.at[future].handles == 'C';
      finish_call (e, call,
                   counts ? cell_read (e, completion_of (e, future), 1)
                          : DATUM_OF (DATUM_ANY));
      return true;
    }
  if (!(is (call->name, "get") || is (call->name, "join")) || call->count > 1)
    return false;
  may_be_interrupted (e);
  await_future (e, future,
                call->name[0] == 'j' ? "java/util/concurrent/CompletionException"
                                     : "java/util/concurrent/ExecutionException");
  finish_call (e, call, cell_read (e, result_of (e, future), 0));
  return true;
}

/* allOf: a future of those in an array. */
static bool
all_call (struct evaluation *e, const struct invocation *call)
{
  if (!split_reference (e, 0))
    return true;
  uint32_t array = (uint32_t) argument (e, call, 0)->value;
  uint32_t length = e->objects.at[array].length;
  if (e->objects.at[array].kind != OBJECT_ARRAY || length > CHOICES_MOST)
    return false;
  uint32_t made
    = object_new (e, OBJECT_PLAIN, universe_name (e->universe, future_class), length, 0);
  e->objects.at[made].handles = 'A';
  for (uint32_t i = 0; i < length; i++)
    {
      struct datum d = cell_get (e, cell_at (e, array, i, 'L'), 0);
      cell_put (e, cell_at (e, made, KEY_FIRST + i, 'L'), d);
    }
  assert (made < e->objects.count);
  finish_call (e, call, datum_ref (made));
  return true;
}

static bool
async_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (!is (call->class, future_class))
    return false;
  if (is (call->name, "allOf"))
    return all_call (e, call);
  if (is (call->name, "completedFuture"))
    {
      struct datum value = *argument (e, call, 0);
      uint32_t made
        = object_new (e, OBJECT_PLAIN, universe_name (e->universe, future_class), 0, 0);
      e->objects.at[made].handles = 'C';
      cell_write (e, result_of (e, made), value);
      cell_write (e, completion_of (e, made), datum_int (1));
      finish_call (e, call, datum_ref (made));
      return true;
    }
  if (!(is (call->name, "runAsync") || is (call->name, "supplyAsync")))
    return false;
  uint32_t task = object_of_argument (e, call, 0), pool = OBJECT_NULL;
  if (task == NONE)
    return true;
  if (call->count > 1 && (pool = object_of_argument (e, call, 1)) == NONE)
    return true;
  if (task == OBJECT_UNKNOWN || (pool != OBJECT_NULL && !is_pool (class_of (e, pool))))
    return false;
  uint32_t future = start_task (e, pool, task, future_class, 0);
  if (!e->ended)
    finish_call (e, call, datum_ref (future));
  return true;
}

/* invokeAll: a task for each element of a list that is known, and all have ended. */
static bool
invoke_all (struct evaluation *e, const struct invocation *call, uint32_t pool)
{
  if (!split_reference (e, 0))
    return true;
  uint32_t list = (uint32_t) argument (e, call, 1)->value, tasks[CHOICES_MOST];
  uint32_t count = container_elements (e, list, tasks, CHOICES_MOST);
  if (count == NONE)
    return false;
  may_be_interrupted (e);
  become_steps (e);
  uint32_t futures[CHOICES_MOST];
  for (uint32_t i = 0; i < count && !e->ended; i++)
    futures[i] = start_task (e, pool, tasks[i], "java/util/concurrent/FutureTask", i);
  for (uint32_t i = 0; i < count && !e->ended; i++)
    process_join (e, process_for (e, futures[i], pool, OBJECT_NULL));
  assert (count <= CHOICES_MOST);
  if (!e->ended)
    finish_call (e, call, datum_ref (container_of (e, futures, count)));
  return true;
}

/* ---- Locks and conditions. ---- */

static const char lock_class[] = "java/util/concurrent/locks/ReentrantLock";
static const char read_write_class[]
  = "java/util/concurrent/locks/ReentrantReadWriteLock";
static const char read_class[]
  = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
static const char write_class[]
  = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
static const char condition_class[] = "java/util/concurrent/locks/Condition";

/* Half of the read-write lock OBJECT: an object that is always the same. */
static uint32_t
half_of (struct evaluation *e, uint32_t object, bool writes)
{
  assert (object < e->objects.count);
  uint32_t *slot = pairmap_at (&e->box_of, object, NONE - 1 - writes);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->objects.count;
      *vec_push (e->arena, &e->objects)
        = (struct object){ .kind = OBJECT_PLAIN,
                           .class = universe_name (e->universe,
                                                   writes ? write_class : read_class),
                           .name = object_name (e, object),
                           .process = NONE,
                           .thrown_at = NONE,
                           .runs = object };
    }
  return *slot;
}

static bool
lock_call_of (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  bool given = class_is_a (e, e->objects.at[object].class, lock_class) == IS;
  if (!given)
    return false;
  uint32_t guard = guard_of (e, object, GUARD_LOCK);
  struct datum result = DATUM_OF (DATUM_NONE);
  if (is (call->name, "lock") || is (call->name, "lockInterruptibly"))
    {
      if (call->name[4])
        may_be_interrupted (e);
      guard_acquire (e, guard);
    }
  else if (is (call->name, "unlock"))
    {
      if (!guard_release (e, guard))
        return true;
    }
  else if (is (call->name, "tryLock"))
    {
      guard_try (e, guard);
      result = pop (e);
    }
  else if (is (call->name, "isHeldByCurrentThread"))
    result = guard_asks (e, guard);
  else if (is (call->name, "newCondition"))
    {
      uint32_t condition = object_new (
        e, OBJECT_PLAIN, universe_name (e->universe, condition_class), 0, 0);
      e->objects.at[condition].runs = object;
      result = datum_ref (condition);
    }
  else if (!is (call->name, "<init>"))
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

static bool
read_write_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  const char *class = class_of (e, object);
  if (is (class, read_write_class))
    {
      if (is (call->name, "<init>"))
        finish_call (e, call, DATUM_OF (DATUM_NONE));
      else if (is (call->name, "readLock") || is (call->name, "writeLock"))
        finish_call (e, call,
                     datum_ref (half_of (e, object, is (call->name, "writeLock"))));
      else
        return false;
      return true;
    }
  if (!is (class, read_class) && !is (class, write_class))
    return false;
  bool takes = is (call->name, "lock");
  if (!takes && !is (call->name, "unlock"))
    return false;
  uint32_t guard = guard_of (e, e->objects.at[object].runs, GUARD_LOCK);
  guard_make_data (e, guard);
  if (is (class, read_class))
    guard_read (e, guard, takes);
  else
    guard_write (e, guard, takes);
  if (!e->ended)
    finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

/* If anybody interrupts threads, one that waits may be: before it waits, or after a
   while, when others have had the lock.  False: the path has ended. */
static bool
wait_interrupted (struct evaluation *e, uint32_t guard, uint32_t condition)
{
  assert (guard < e->guards.count);
  may_be_interrupted (e);
  if (!e->interrupts || e->ended)
    return !e->ended;
  uint32_t other = emit_choice (e), row = state_save (e), here = e->b.current;
  e->b.current = other;
  guard_wait (e, guard, condition, true);
  if (!e->ended)
    throw_class (e, "java/lang/InterruptedException");
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  return true;
}

static bool
condition_call_of (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  if (!is (class_of (e, object), condition_class)
      || e->objects.at[object].runs == OBJECT_NULL)
    return false;
  uint32_t guard = guard_of (e, e->objects.at[object].runs, GUARD_LOCK);
  uint32_t condition = guard_of (e, object, GUARD_CONDITION);
  if (begins (call->name, "await"))
    {
      bool timed = call->count > 1;
      if (!is (call->name, "awaitUninterruptibly")
          && !wait_interrupted (e, guard, condition))
        return true;
      guard_wait (e, guard, condition, timed);
    }
  else if (begins (call->name, "signal"))
    guard_notify (e, guard, condition, is (call->name, "signalAll"));
  else
    return false;
  if (!e->ended)
    finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

/* wait and notify of any object. */
static bool
monitor_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  bool waits
    = is (call->name, "wait") && call->descriptor[strlen (call->descriptor) - 1] == 'V';
  bool notifies
    = (is (call->name, "notify") || is (call->name, "notifyAll")) && call->count == 1;
  uint32_t object = receiver (e, call);
  if ((!waits && !notifies) || has_twins (e, datum_ref (object)))
    return false;
  uint32_t guard = guard_of (e, object, GUARD_MONITOR);
  if (waits)
    {
      if (!wait_interrupted (e, guard, NONE))
        return true;
      struct datum time = call->count > 1 ? *argument (e, call, 1) : datum_long (0);
      guard_wait (e, guard, NONE, !(time.kind == DATUM_LONG && time.value == 0));
    }
  else
    guard_notify (e, guard, NONE, call->name[6] != '\0');
  if (!e->ended)
    finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

static bool
park_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (!is (call->class, "java/util/concurrent/locks/LockSupport"))
    return false;
  uint32_t thread = e->processes.at[e->process].object;
  bool parks = begins (call->name, "park");
  if (parks && this_thread (e) != thread)
    return false; /* who unparks a thread of a pool does not know the task */
  if (!parks && !is (call->name, "unpark"))
    return false;
  if (!parks && (thread = object_of_argument (e, call, 0)) == NONE)
    return true;
  if (thread == OBJECT_UNKNOWN)
    return false;
  if (thread != OBJECT_NULL)
    park (e, thread, parks, !is (call->name, "park"));
  if (!e->ended)
    finish_call (e, call, DATUM_OF (DATUM_NONE));
  return true;
}

/* ---- Barriers. ---- */

static struct cell *
part_of (struct evaluation *e, uint32_t object, uint32_t key)
{
  assert (object < e->objects.count);
  struct cell *cell = cell_at (e, object, key, 'I');
  cell->is_atomic = true;
  return cell;
}

static struct datum
plus (struct evaluation *e, struct datum number, int64_t change, uint32_t part)
{
  return emit_set (e, part, DATUM_SLOT,
                   expr_binary_of (e, EXPR_ADD, expr_of (e, number),
                                   expr_constant_of (e, IR_INT, change)));
}

/* One of those for whom KEY_LIMIT says how many they are has come; LEAVES: and is one of
   them no longer.  The last one begins the next round.  AWAITS: wait for that. */
static void
arrive (struct evaluation *e, uint32_t object, bool leaves, bool awaits)
{
  assert (object < e->objects.count);
  become_steps (e);
  atomic_open (e);
  struct datum round = cell_read (e, part_of (e, object, KEY_ROUND), 3);
  if (!datum_is_slot (round))
    round = emit_set (e, 3, DATUM_SLOT, expr_of (e, round));
  struct datum parties = cell_read (e, part_of (e, object, KEY_LIMIT), 1);
  if (leaves)
    {
      parties = plus (e, parties, -1, 2);
      cell_write (e, part_of (e, object, KEY_LIMIT), parties);
    }
  struct datum before = cell_read (e, part_of (e, object, KEY_VALUE), 0);
  struct datum arrived = leaves ? before : plus (e, before, 1, 4);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t last = emit_test (
    e, expr_binary_of (e, EXPR_LESS, expr_of (e, arrived), expr_of (e, parties)));
  if (!leaves)
    cell_write (e, part_of (e, object, KEY_VALUE), arrived);
  if (awaits)
    {
      e->b.atomic--;
      emit (e, step_with (IR_SKIP));
      e->b.atomic++;
      struct cell *cell = part_of (e, object, KEY_ROUND);
      emit_assume (
        e, expr_binary_of (e, EXPR_NOT_EQUAL, expr_cell (e, cell), expr_of (e, round)),
        cell);
    }
  ir_builder_continue_at (&e->b, end);
  e->b.current = last;
  cell_write (e, part_of (e, object, KEY_VALUE), datum_int (0));
  cell_write (e, part_of (e, object, KEY_ROUND), plus (e, round, 1, 5));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  atomic_close (e);
}

/* The barrier OBJECT opens: the next round begins. */
void
barrier_trips (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count && !e->concrete);
  atomic_open (e);
  struct datum round = cell_read (e, part_of (e, object, KEY_ROUND), 3);
  cell_write (e, part_of (e, object, KEY_VALUE), datum_int (0));
  cell_write (e, part_of (e, object, KEY_ROUND), plus (e, round, 1, 5));
  atomic_close (e);
}

/* Await a barrier with an action: who comes last carries that out, and then it opens. */
static bool
await_action (struct evaluation *e, const struct invocation *call, uint32_t object)
{
  uint32_t action = e->objects.at[object].runs;
  become_steps (e);
  atomic_open (e);
  struct cell *cell = part_of (e, object, KEY_VALUE);
  struct datum parties = cell_read (e, part_of (e, object, KEY_LIMIT), 1);
  /* While the action runs nobody comes. */
  emit_assume (
    e, expr_binary_of (e, EXPR_LESS, expr_cell (e, cell), expr_of (e, parties)), cell);
  struct datum round = cell_read (e, part_of (e, object, KEY_ROUND), 3);
  if (!datum_is_slot (round))
    round = emit_set (e, 3, DATUM_SLOT, expr_of (e, round));
  struct datum before = cell_read (e, part_of (e, object, KEY_VALUE), 0);
  struct datum arrived = plus (e, before, 1, 4);
  cell_write (e, part_of (e, object, KEY_VALUE), arrived);
  uint32_t last = emit_test (
    e, expr_binary_of (e, EXPR_LESS, expr_of (e, arrived), expr_of (e, parties)));
  e->b.atomic--;
  emit (e, step_with (IR_SKIP));
  e->b.atomic++;
  cell = part_of (e, object, KEY_ROUND);
  emit_assume (
    e, expr_binary_of (e, EXPR_NOT_EQUAL, expr_cell (e, cell), expr_of (e, round)), cell);
  atomic_close (e);
  uint32_t row = state_save (e);
  finish_call (e, call, DATUM_OF (DATUM_NONE));
  state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = last;
  e->b.atomic++;
  atomic_close (e);
  top (e)->height -= call->count;
  if (!call_object (e, action, NULL, 0, AFTER_TRIP, object) && !e->ended)
    give_up (e, "unknown-call", "what a barrier's action does is not followed");
  return true;
}

static bool
barrier_call (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  uint32_t object = receiver (e, call);
  const char *class = class_of (e, object);
  bool is_phaser = is (class, "java/util/concurrent/Phaser");
  if (!is_phaser && !is (class, "java/util/concurrent/CyclicBarrier"))
    return false;
  struct datum result = DATUM_OF (DATUM_NONE);
  if (is (call->name, "<init>"))
    {
      bool has_parties = call->count > 1 && call->signature->parameters[0].kind == 'I';
      struct datum action = call->count > 2 ? *argument (e, call, 2) : datum_ref (0);
      if (call->count > 1
          && (!has_parties || action.kind != DATUM_REF || action.value == OBJECT_UNKNOWN
              || (is_phaser && call->count > 2)))
        return false;
      give_task (e, object, (uint32_t) action.value);
      if (has_parties)
        cell_write (e, part_of (e, object, KEY_LIMIT), *argument (e, call, 1));
    }
  else if (!is_phaser && is (call->name, "await") && call->count == 1)
    {
      if (e->interrupts)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "broken-barrier",
              "who is interrupted at a barrier breaks it: the others do not notice here");
      may_be_interrupted (e);
      if (e->objects.at[object].runs != OBJECT_NULL)
        return await_action (e, call, object);
      arrive (e, object, false, true);
    }
  else if (is_phaser && is (call->name, "register"))
    {
      struct datum parties = cell_read (e, part_of (e, object, KEY_LIMIT), 1);
      if (parties.kind == DATUM_INT && e->concrete)
        cell_write (e, part_of (e, object, KEY_LIMIT), datum_int (parties.value + 1));
      else
        {
          become_steps (e);
          atomic_open (e);
          parties = cell_read (e, part_of (e, object, KEY_LIMIT), 1);
          cell_write (e, part_of (e, object, KEY_LIMIT), plus (e, parties, 1, 2));
          atomic_close (e);
        }
    }
  else if (is_phaser && is (call->name, "arriveAndAwaitAdvance"))
    arrive (e, object, false, true);
  else if (is_phaser
           && (is (call->name, "arrive") || is (call->name, "arriveAndDeregister")))
    {
      arrive (e, object, call->name[6] != '\0', false);
      result = (struct datum){ DATUM_SLOT, slot_of_instruction (e, 3), 0 };
    }
  else if (is_phaser && is (call->name, "getPhase"))
    result = cell_read (e, part_of (e, object, KEY_ROUND), 3);
  else if (is_phaser && is (call->name, "awaitAdvance"))
    {
      become_steps (e);
      struct datum round = materialise (e, *argument (e, call, 1), 4);
      atomic_open (e);
      struct cell *cell = part_of (e, object, KEY_ROUND);
      emit_assume (
        e, expr_binary_of (e, EXPR_NOT_EQUAL, expr_cell (e, cell), expr_of (e, round)),
        cell);
      atomic_close (e);
    }
  else
    return false;
  if (!e->ended)
    finish_call (e, call, result);
  return true;
}

bool
concurrency_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (is (call->class, "java/util/concurrent/TimeUnit") && is (call->name, "sleep"))
    may_be_interrupted (e);
  if (call->kind == HANDLE_INVOKE_STATIC)
    return thread_call (e, call) || park_call (e, call) || async_call (e, call)
           || (is (call->class, "java/util/concurrent/Executors")
               && begins (call->name, "new") && make_pool (e, call));
  return monitor_call (e, call) || thread_call (e, call) || pool_call (e, call)
         || future_call (e, call) || lock_call_of (e, call) || read_write_call (e, call)
         || condition_call_of (e, call) || barrier_call (e, call);
}
