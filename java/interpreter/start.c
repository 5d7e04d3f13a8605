/* start.c -- calls that start threads, and those that wait for them (joins.c).
 *
 *     new Thread (r), new Worker ()     the object knows what it runs
 *     t.start ()                        a process
 *     executor.submit (task), execute, schedule, invokeAll; Timer.schedule;
 *     CompletableFuture.runAsync, ...   two processes, since tasks run side by side
 *     t.join (), executor.awaitTermination (), close ()    wait: joins.c
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

bool
threads_is_a (struct extraction *x, name_id name, const char *type)
{
  assert (type && type[0] != '[');
  if (name.index == NAME_NONE.index)
    return false;
  if (strcmp (universe_text (x->universe, name), type) == 0)
    return true;
  class_id class = universe_find (x->universe, name);
  return class_is_known (class)
         && universe_is_a (x->universe, class, universe_name (x->universe, type));
}

/* ---- What code a value is. ---- */

/* A method with its arguments, ready to run. */
struct task
{
  struct java_member method;
  value_id arguments[256];
  uint32_t count;
};

static void
fill_arguments (struct extraction *x, struct task *task)
{
  const struct java_method *header = universe_method (x->universe, task->method);
  const struct java_signature *signature
    = universe_signature (x->universe, header->descriptor);
  uint32_t count = signature->count + (header->access & ACCESS_STATIC ? 0 : 1);
  assert (count <= 256);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t parameter = i - (count - signature->count);
      bool is_receiver = i < count - signature->count;
      if (!is_receiver && type_slots (signature->parameters[parameter]) == 2)
        task->arguments[i] = WIDE;
      else if (i >= task->count || value_equal (task->arguments[i], WIDE))
        task->arguments[i] = OTHER;
    }
  assert (count == 0 || task->arguments[0].index < x->values.list.count);
  task->count = count;
}

/* The method of CLASS that runs for NAME and TYPE, if it is given. */
static bool
find_method (struct extraction *x, class_id class, name_id name, name_id type,
             bool is_virtual, struct java_member *method)
{
  assert (class_is_known (class));
  *method = universe_resolve_method (x->universe, class, name, type, NULL);
  if (member_is_known (*method) && is_virtual)
    *method = universe_select_method (x->universe, class, *method, NULL);
  return member_is_known (*method)
         && universe_role (x->universe, method->class) != CLASS_FROM_JDK
         && universe_code (x->universe, *method) != NULL;
}

static bool
task_of_lambda (struct extraction *x, value_id lambda, struct task *task)
{
  const struct value at = *value_at (&x->values, lambda);
  assert (at.kind == VALUE_LAMBDA && at.a < x->handles.count);
  struct method_handle handle = x->handles.at[at.a];
  if (handle.kind < HANDLE_INVOKE_VIRTUAL || handle.kind == HANDLE_NEW)
    return false;
  task->count = at.part_count;
  for (uint32_t i = 0; i < at.part_count; i++)
    task->arguments[i] = (value_id){ .index = value_parts (&x->values, lambda)[i] };
  class_id class = universe_find (x->universe, handle.member.class);
  bool is_virtual
    = handle.kind != HANDLE_INVOKE_STATIC && handle.kind != HANDLE_INVOKE_SPECIAL;
  if (is_virtual && task->count > 0)
    {
      bool exact;
      name_id name = value_class (x, task->arguments[0], &exact);
      if (name.index != NAME_NONE.index
          && class_is_known (universe_find (x->universe, name)))
        class = universe_find (x->universe, name);
    }
  if (!class_is_known (class)
      || !find_method (x, class, handle.member.name, handle.member.descriptor, is_virtual,
                       &task->method))
    return false;
  fill_arguments (x, task);
  return true;
}

/* The method that a thread or pool calls on an object. */
static bool
task_of_object (struct extraction *x, value_id object, struct task *task)
{
  assert (object.index < x->values.list.count);
  static const char *const methods[][2] = {
    { "run", "()V" },
    { "call", "()Ljava/lang/Object;" },
    { "compute", "()V" },
    { "compute", "()Ljava/lang/Object;" },
    { "get", "()Ljava/lang/Object;" },
  };
  bool exact;
  name_id name = value_class (x, object, &exact);
  class_id class = name.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (x->universe, name);
  if (!class_is_known (class))
    return false;
  for (uint32_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (find_method (x, class, universe_name (x->universe, methods[i][0]),
                     universe_name (x->universe, methods[i][1]), true, &task->method))
      {
        task->arguments[0] = object;
        task->count = 1;
        fill_arguments (x, task);
        return true;
      }
  return false;
}

/* What VALUE runs when it is started: itself, or what it was given to run. */
static bool
task_of (struct extraction *x, value_id value, struct task *task)
{
  for (uint32_t i = 0; i <= VALUE_DEPTH_MOST; i++)
    {
      if (value_kind (&x->values, value) == VALUE_LAMBDA)
        return task_of_lambda (x, value, task);
      if (task_of_object (x, value, task))
        return true;
      if (!value_field (&x->values, value, PART_RUNS, &value))
        return false;
    }
  return false;
}

/* ---- Starting. ---- */

/* A thread runs INSTANCE: is the whole of it a unit?  Its loops are. */
static bool
is_unit (struct extraction *x, uint32_t instance)
{
  const struct instance *at = &x->instances.at[instance];
  if (x->java->options->units)
    return threads_is_unit (x, instance);
  if (!threads_is_run (x, at->method))
    {
      *vec_push (&x->arena, &x->threads->run) = at->method;
      extraction_correct (x, "the loops of what a thread runs are units");
    }
  return !at->loops || at->loops->count == 0;
}

static uint32_t
process_of (struct machine *m, const struct task *task, value_id thread, bool is_pooled)
{
  assert (member_is_known (task->method));
  struct extraction *x = m->x;
  struct threads *threads = x->threads;
  uint32_t site = threads_site (m);
  uint32_t instance
    = instance_of (x, task->method, task->arguments, task->count, ROW_EMPTY);
  uint32_t key = pairmap_number (&threads->process_keys, site, instance);
  uint32_t *slot = pairmap_at (&threads->process_of, key, thread.index);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = threads->processes.count;
      *vec_push (&x->run_arena, &threads->processes) = (struct thread_process){
        .site = site,
        .instance = instance,
        .thread = thread,
        .is_pooled = is_pooled,
        .is_unit = is_unit (x, instance),
        .copies = 1,
      };
    }
  return *slot;
}

/* VALUE begins to run in a thread of its own: one that is THREAD, or of the executor
   THREAD. */
static void
start_value (struct machine *m, value_id value, value_id thread, bool is_pooled)
{
  assert (!value_equal (value, OTHER));
  struct extraction *x = m->x;
  struct task task;
  if (task_of (x, value, &task))
    machine_effect (m, EFFECT_START, process_of (m, &task, thread, is_pooled));
  else
    note_at (x, JAVA_MAY_MISS, "unknown-thread", m->instance, m->instruction,
             "a thread runs code that is not known");
}

/* Is VALUE a Thread that was given something to run of which nothing is known? */
static bool
runs_unknown (struct extraction *x, value_id value)
{
  assert (!value_equal (value, OTHER));
  struct task task;
  value_id code;
  return !task_of (x, value, &task) && value_field (&x->values, value, PART_RUNS, &code)
         && threads_is_loose (x, threads_known (x, code));
}

static void start_any (struct machine *m, value_id value, name_id type, bool is_pooled,
                       value_id executor);

/* VALUE, which is not loose, begins to run, or nothing does. */
static void
start_one (struct machine *m, value_id value, bool is_pooled, value_id executor)
{
  assert (!threads_is_loose (m->x, value));
  value_id thread = value_equal (executor, OTHER) && !is_pooled ? value : executor;
  if (runs_unknown (m->x, value))
    start_any (m, OTHER, universe_name (m->x->universe, "java/lang/Runnable"), is_pooled,
               thread);
  else
    start_value (m, value, thread, is_pooled);
}

/* The same if nothing may be known of VALUE but its TYPE: any that was kept begins, or
   none.  A kept Thread whose code is not known is none of its own code. */
static void
start_any (struct machine *m, value_id value, name_id type, bool is_pooled,
           value_id executor)
{
  struct value_list list = { VEC_EMPTY };
  bool is_code = value_equal (value, OTHER) && !value_equal (executor, OTHER);
  value = threads_known (m->x, value);
  if (!threads_is_loose (m->x, value))
    {
      start_one (m, value, is_pooled, executor);
      return;
    }
  threads_kept (m, type, &list);
  uint32_t begin = m->node, end = machine_node (m);
  for (uint32_t i = 0; i < list.list.count; i++)
    {
      struct task task;
      value_id kept = list.list.at[i];
      m->node = begin;
      if (!task_of (m->x, kept, &task) && (is_code || !runs_unknown (m->x, kept)))
        continue;
      start_one (m, kept, is_pooled, executor);
      machine_join (m, end);
    }
  m->node = begin;
  machine_join (m, end);
  m->node = end;
}

/* The tasks among the arguments of CALL; those in a collection may be any. */
static bool
start_arguments (struct machine *m, const struct call *call, value_id executor)
{
  struct extraction *x = m->x;
  bool is_static = call->kind == HANDLE_INVOKE_STATIC, found = false;
  bool is_pooled = !is_static && !threads_is_a (x, call->member.class, "java/util/Timer");
  for (uint32_t i = is_static ? 0 : 1; i < call->count; i++)
    {
      struct java_type type = call->signature->parameters[is_static ? i : i - 1];
      if (type.kind != 'L')
        continue;
      bool is_code = threads_is_a (x, type.class, "java/lang/Runnable")
                     || threads_is_a (x, type.class, "java/util/concurrent/Callable")
                     || threads_is_a (x, type.class, "java/util/TimerTask")
                     || threads_is_a (x, type.class, "java/util/function/Supplier")
                     || threads_is_a (x, type.class, "java/util/concurrent/ForkJoinTask");
      if (threads_is_a (x, type.class, "java/util/Collection"))
        {
          start_any (m, OTHER,
                     universe_name (x->universe, "java/util/concurrent/Callable"),
                     is_pooled, executor);
          found = true;
        }
      else if (is_code)
        {
          start_any (m, call->arguments[i], type.class, is_pooled, executor);
          found = true;
        }
    }
  return found;
}

/* ---- The calls. ---- */

value_id
threads_construct (struct machine *m, const struct call *call)
{
  assert (call->count > 0);
  struct extraction *x = m->x;
  value_id object = call->arguments[0];
  if (value_kind (&x->values, object) != VALUE_RAW
      || library_kind (x->library, call->member.class) != LIBRARY_RUNNER)
    return OTHER;
  for (uint32_t i = 1; i < call->count; i++)
    {
      struct java_type type = call->signature->parameters[i - 1];
      if (type.kind == 'L'
          && (threads_is_a (x, type.class, "java/lang/Runnable")
              || threads_is_a (x, type.class, "java/util/concurrent/Callable")))
        {
          value_id code = call->arguments[i];
          value_id thread
            = value_set_field (&x->values, &x->run_arena, object, PART_RUNS, code);
          if (!value_equal (thread, OTHER))
            return thread;
          /* Too deep: what the thread runs is kept, and it runs one of these. */
          threads_keep (x, code);
          return value_set_field (&x->values, &x->run_arena, object, PART_RUNS, OTHER);
        }
    }
  return object;
}

/* Executors.newFixedThreadPool (4): an executor, by where it was made. */
static value_id
new_executor (struct machine *m, const struct call *call)
{
  assert (type_is_reference (call->signature->result));
  return threads_made (m, VALUE_OBJECT, call->signature->result.class);
}

static bool
is_named (const char *name, const char *const *names)
{
  for (; *names; names++)
    if (strcmp (name, *names) == 0)
      return true;
  return false;
}

/* What the executor or the task is said to do, and the model does not do. */
static void
note_limits (struct machine *m, const struct call *call, const char *name)
{
  static const char *const waits[] = { "get", "join", NULL };
  if (strncmp (name, "newSingle", 9) == 0)
    note_at (m->x, JAVA_ADDS_EXECUTIONS, "single-thread", m->instance, m->instruction,
             "the tasks of this executor run one after the other; in the model they run "
             "side by side");
  if (threads_is_a (m->x, call->member.class, "java/util/concurrent/Future")
      && is_named (name, waits))
    note_at (m->x, JAVA_ADDS_EXECUTIONS, "unknown-join", m->instance, m->instruction,
             "which task is waited for is not certain: the model does not wait");
}

/* What starting something returns is not known; and it can fail. */
static void
begun (struct outcome *outcome)
{
  outcome_add (outcome, OTHER);
  outcome->throws = true;
}

static bool
call_of_thread (struct machine *m, const struct call *call, const char *name,
                struct outcome *outcome)
{
  assert (call->count > 0);
  struct extraction *x = m->x;
  if (strcmp (name, "start") == 0 && call->count == 1)
    {
      start_any (m, call->arguments[0], universe_name (x->universe, "java/lang/Thread"),
                 false, OTHER);
      begun (outcome); /* or IllegalThreadStateException */
    }
  else if (strcmp (name, "join") == 0)
    threads_wait (m, call, outcome);
  else
    return false;
  return true;
}

static bool
call_of_executor (struct machine *m, const struct call *call, const char *name,
                  struct outcome *outcome)
{
  assert (call->count > 0);
  static const char *const waits[] = { "awaitTermination", "close", NULL };
  if (is_named (name, waits))
    threads_wait (m, call, outcome);
  else if (!start_arguments (m, call, call->arguments[0]))
    return false;
  else
    {
      if (strcmp (name, "invokeAll") == 0)
        threads_wait (m, call, outcome);
      begun (outcome); /* or RejectedExecutionException */
    }
  return true;
}

bool
threads_call (struct machine *m, const struct call *call, struct outcome *outcome)
{
  assert (m->x->threads);
  struct extraction *x = m->x;
  const char *name = universe_text (x->universe, call->member.name);
  const char *class = universe_text (x->universe, call->member.class);
  note_limits (m, call, name);
  if (call->kind == HANDLE_INVOKE_STATIC)
    {
      if (strcmp (class, "java/util/concurrent/Executors") == 0
          && strncmp (name, "new", 3) == 0)
        {
          outcome_add (outcome, new_executor (m, call));
          outcome->throws = true;
          return true;
        }
      if (library_kind (x->library, call->member.class) != LIBRARY_RUNNER
          || !start_arguments (m, call, OTHER))
        return false;
      begun (outcome);
      return true;
    }
  threads_see_interrupt (m, call);
  if (threads_is_a (x, call->member.class, "java/lang/Thread"))
    return call_of_thread (m, call, name, outcome);
  return library_kind (x->library, call->member.class) == LIBRARY_RUNNER
         && call_of_executor (m, call, name, outcome);
}
