/* replay.c -- see replay.h.
 *
 * Skips are not in a witness, so between two steps a process may pass any number of
 * them, and where the model is ambiguous (two ways to the same statement) the process
 * may be at one of several nodes: all of them are remembered.
 */
#include <config.h>

#include "witness/replay.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The nodes that a process may execute next, skips not yet passed. */
struct nodes
{
  VEC (uint32_t) list;
};

struct frame
{
  body_id body;
  struct nodes next;
};

struct process
{
  VEC (struct frame) frames; /* the innermost last; none: the process has ended */
  uint32_t *units;           /* by atomic set: the number of open units */
};

struct lock
{
  process_id owner;
  uint32_t count; /* 0: free */
};

struct replay
{
  const struct replay_task *task;
  const struct flow *flow;
  const struct model *model;
  struct arena *arena;
  VEC (struct process) processes; /* in the order of their first steps */
  struct pairmap process_places;  /* (process, 0) -> place there */
  struct lock *locks;
  set_id set;       /* the atomic set of the fields */
  uint32_t made;    /* steps of the automaton */
  bool *seen;       /* by node, for passing skips; all false in between */
  uint32_t number;  /* of the current step */
  struct replay_failure *failure;
};

#if defined __GNUC__
__attribute__ ((format (printf, 2, 3)))
#endif
static bool
fail (struct replay *r, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  r->failure->step = r->number;
  vsnprintf (r->failure->message, sizeof r->failure->message, format, arguments);
  va_end (arguments);
  return false;
}

/* ---- Where the processes are. ---- */

/* All nodes that do something and can be reached from NEXT by skips alone. */
static void
pass_skips (struct replay *r, const struct nodes *next, struct nodes *reached)
{
  struct nodes work = { VEC_EMPTY };
  for (uint32_t i = 0; i < next->list.count; i++)
    *vec_push (r->arena, &work.list) = next->list.at[i];
  for (uint32_t i = 0; i < work.list.count; i++)
    {
      uint32_t n = work.list.at[i];
      assert (n < r->flow->nodes.count);
      if (r->seen[n])
        continue;
      r->seen[n] = true;
      const struct flow_node *node = &r->flow->nodes.at[n];
      if (node->op != FLOW_SKIP)
        {
          *vec_push (r->arena, &reached->list) = n;
          continue;
        }
      for (uint32_t e = 0; e < node->edge_count; e++)
        *vec_push (r->arena, &work.list) = r->flow->edges.at[node->first_edge + e];
    }
  for (uint32_t i = 0; i < work.list.count; i++)
    r->seen[work.list.at[i]] = false;
}

static bool
is_statement (const struct flow_node *node, body_id body,
              const struct witness_step *step)
{
  static const enum flow_op ops[]
    = { [WITNESS_ACQUIRE] = FLOW_ACQUIRE, [WITNESS_RELEASE] = FLOW_RELEASE,
        [WITNESS_READ] = FLOW_READ, [WITNESS_WRITE] = FLOW_WRITE,
        [WITNESS_UNIT_BEGIN] = FLOW_BEGIN, [WITNESS_UNIT_END] = FLOW_END,
        [WITNESS_CALL] = FLOW_CALL, [WITNESS_RETURN] = FLOW_RETURN };
  assert (step->action < WITNESS_ACTIONS);
  if (node->op != ops[step->action] || node->offset != step->offset
      || node->position.index != step->position.index)
    return false;
  switch (step->action)
    {
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      return idset_equal (node->sets, step->sets);
    case WITNESS_RETURN:
      return body_equal (witness_body (step), body);
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      return lock_equal (flow_lock (node), witness_lock (step));
    case WITNESS_READ:
    case WITNESS_WRITE:
      return field_equal (flow_field (node), witness_field (step));
    case WITNESS_CALL:
      return body_equal (flow_callee (node), witness_body (step));
    }
  return false;
}

static void
enter (struct replay *r, struct process *process, body_id body)
{
  assert (body.index < r->flow->bodies.count);
  struct frame frame = { body, { VEC_EMPTY } };
  *vec_push (r->arena, &frame.next.list) = r->flow->bodies.at[body.index].first_node;
  *vec_push (r->arena, &process->frames) = frame;
}

/* Process ID, which is at its beginning when it is met first.  Valid until another
   process is asked for. */
static struct process *
find_process (struct replay *r, process_id id)
{
  uint32_t *at = pairmap_at (&r->process_places, id.index, 0);
  if (*at != PAIRMAP_FREE)
    return &r->processes.at[*at];
  *at = r->processes.count;
  struct process process = { VEC_EMPTY, NULL };
  process.units = arena_calloc (r->arena, r->model->sets.count + (size_t) 1,
                                sizeof *process.units);
  enter (r, &process, witness_process_of (r->model, id).body);
  struct process *place = vec_push (r->arena, &r->processes);
  *place = process;
  return place;
}

/* The process executes the statement of STEP. */
static bool
advance (struct replay *r, struct process *process, const struct witness_step *step)
{
  if (process->frames.count == 0)
    return fail (r, "the process has ended");
  struct frame *frame = &process->frames.at[process->frames.count - 1];
  struct nodes reached = { VEC_EMPTY };
  pass_skips (r, &frame->next, &reached);
  frame->next.list.count = 0;
  bool found = false;
  for (uint32_t i = 0; i < reached.list.count; i++)
    {
      const struct flow_node *node = &r->flow->nodes.at[reached.list.at[i]];
      if (!is_statement (node, frame->body, step))
        continue;
      found = true;
      for (uint32_t e = 0; e < node->edge_count; e++)
        *vec_push (r->arena, &frame->next.list) = r->flow->edges.at[node->first_edge + e];
    }
  if (!found)
    return fail (r, "the process does not come to this statement next");
  if (step->action == WITNESS_CALL)
    enter (r, process, witness_body (step));
  else if (step->action == WITNESS_RETURN)
    process->frames.count--;
  return true;
}

/* ---- Locks and units. ---- */

static bool
check_nested (struct replay *r, const struct witness_step *step, bool nested)
{
  if (step->nested == nested)
    return true;
  return fail (r, nested ? "it is nested, and the witness does not say so"
                         : "it is not nested, and the witness says so");
}

static bool
operate_lock (struct replay *r, const struct witness_step *step)
{
  lock_id id = witness_lock (step);
  assert (id.index < r->model->locks.count);
  struct lock *lock = &r->locks[id.index];
  const char *name = model_text (r->model, r->model->locks.at[id.index].name);
  if (lock->count > 0 && !process_equal (lock->owner, step->process))
    return fail (r, "another process holds the lock '%s'", name);
  if (step->action == WITNESS_ACQUIRE)
    {
      lock->owner = step->process;
      return check_nested (r, step, lock->count++ > 0);
    }
  if (lock->count == 0)
    return fail (r, "the lock '%s' is not held", name);
  return check_nested (r, step, --lock->count > 0);
}

/* A unit begins or ends; *OUTERMOST: one of the query's set, and not within another. */
static bool
pass_unit (struct replay *r, struct process *process, const struct witness_step *step,
           bool *outermost)
{
  const struct idsets *idsets = r->model->idsets;
  bool nested = true;
  *outermost = false;
  for (uint32_t s = idset_next (idsets, step->sets, 0); s != UINT32_MAX;
       s = idset_next (idsets, step->sets, s + 1))
    {
      bool begins = step->action == WITNESS_UNIT_BEGIN;
      if (!begins && process->units[s] == 0)
        return fail (r, "the process is in no such unit");
      bool outer = begins ? process->units[s]++ == 0 : --process->units[s] == 0;
      nested &= !outer;
      *outermost |= outer && s == r->set.index;
    }
  return check_nested (r, step, nested);
}

/* ---- The automaton. ---- */

/* What a step did, as the automaton sees it. */
struct event
{
  const struct witness_step *step;
  bool outermost; /* an outermost unit of the query's set begins or ends */
  bool in_unit;   /* the process is in such a unit */
};

static bool
does (const struct replay *r, const struct event *event, enum pa_kind kind,
      parameter_id parameter)
{
  enum witness_action action = event->step->action;
  bool reads = action == WITNESS_READ, writes = action == WITNESS_WRITE;
  switch (kind)
    {
    case PA_BEGINS:
      return action == WITNESS_UNIT_BEGIN && event->outermost;
    case PA_ENDS:
      return action == WITNESS_UNIT_END && event->outermost;
    case PA_READS:
      writes = false;
      break;
    case PA_WRITES:
      reads = false;
      break;
    case PA_ACCESSES:
      break;
    case PA_AWAITS:
    case PA_STARTS:
    case PA_FINISHES:
      return false;
    }
  assert (parameter.index < r->task->automaton->parameters.count);
  return (reads || writes)
         && field_equal (witness_field (event->step), r->task->fields[parameter.index]);
}

static bool
make_step (struct replay *r, const struct event *event)
{
  const struct pa_automaton *automaton = r->task->automaton;
  if (event->step->phase != r->made + 1)
    return fail (r, "it is given as step %u of the automaton, but step %u is next",
                 (unsigned) event->step->phase, (unsigned) r->made + 1);
  if (r->made == automaton->steps.count)
    return fail (r, "the automaton has no step %u", (unsigned) r->made + 1);
  const struct pa_step *due = &automaton->steps.at[r->made];
  assert (due->thread.index < automaton->threads.count);
  if (!process_equal (event->step->process, r->task->processes[due->thread.index]))
    return fail (r, "step %u of the automaton is not this process's",
                 (unsigned) r->made + 1);
  if (!does (r, event, due->kind, due->parameter))
    return fail (r, "it is not step %u of the automaton", (unsigned) r->made + 1);
  if (due->in_unit && !event->in_unit)
    return fail (r, "step %u of the automaton happens in a unit, and this does not",
                 (unsigned) r->made + 1);
  r->made++;
  return true;
}

/* A step that does not move the automaton: may it happen now? */
static bool
stand_by (struct replay *r, const struct event *event)
{
  const struct pa_automaton *automaton = r->task->automaton;
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      bool in_force = clause->from <= r->made && r->made < clause->to;
      if (!in_force || !process_equal (r->task->processes[clause->thread.index],
                                       event->step->process))
        continue;
      enum pa_kind kind = clause->kind == PA_STAYS ? PA_ENDS : clause->access;
      if (does (r, event, kind, clause->parameter))
        return fail (r, "the automaton forbids it from step %u to step %u",
                     (unsigned) clause->from, (unsigned) clause->to);
    }
  return true;
}

/* ---- Step by step. ---- */

static bool
is_in_range (struct replay *r, const struct witness_step *step)
{
  const struct model *model = r->model;
  if (step->process.index >= model->processes)
    return fail (r, "there is no such process");
  bool fine = true; /* units have no object */
  if (witness_is_operation (step))
    fine = witness_lock (step).index < model->locks.count;
  else if (witness_is_access (step))
    fine = witness_field (step).index < model->fields.count;
  else if (step->action == WITNESS_CALL || step->action == WITNESS_RETURN)
    fine = witness_body (step).index < model->bodies.count;
  return fine || fail (r, "there is no such object");
}

static bool
replay_step (struct replay *r, const struct witness_step *step)
{
  if (!is_in_range (r, step))
    return false;
  struct process *process = find_process (r, step->process);
  if (!advance (r, process, step))
    return false;
  struct event event = { step, false, process->units[r->set.index] > 0 };
  switch (step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      if (!operate_lock (r, step))
        return false;
      break;
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      if (!pass_unit (r, process, step, &event.outermost))
        return false;
      break;
    case WITNESS_READ:
    case WITNESS_WRITE:
    case WITNESS_CALL:
    case WITNESS_RETURN:
      if (step->nested)
        return fail (r, "only locks and units can be nested");
      break;
    }
  return step->phase ? make_step (r, &event) : stand_by (r, &event);
}

static bool
check_question (struct replay *r)
{
  const struct replay_task *task = r->task;
  for (uint32_t t = 0; t < task->automaton->threads.count; t++)
    for (uint32_t u = 0; u < t; u++)
      if (process_equal (task->processes[t], task->processes[u]))
        return fail (r, "one process plays two threads");
  for (uint32_t i = 0; i < task->automaton->parameters.count; i++)
    {
      assert (task->fields[i].index < r->model->fields.count);
      if (!set_equal (r->model->fields.at[task->fields[i].index].set, r->set))
        return fail (r, "the fields are not of one atomic set");
      for (uint32_t k = 0; k < i; k++)
        if (field_equal (task->fields[i], task->fields[k]))
          return fail (r, "a field is there twice");
    }
  return true;
}

bool
replay_witness (const struct replay_task *task, const struct witness *witness,
                struct replay_failure *failure, struct arena *scratch)
{
  const struct model *model = task->flow->model;
  assert (failure && task->automaton->threads.count > 0);
  assert (task->automaton->parameters.count > 0
          && task->fields[0].index < model->fields.count);
  struct replay r = { .task = task, .flow = task->flow, .model = model,
                      .arena = scratch, .failure = failure };
  r.set = model->fields.at[task->fields[0].index].set;
  pairmap_init (&r.process_places, scratch);
  r.locks = arena_calloc (scratch, model->locks.count + (size_t) 1, sizeof *r.locks);
  r.seen = arena_calloc (scratch, task->flow->nodes.count + (size_t) 1, sizeof *r.seen);
  if (!check_question (&r))
    return false;
  for (; r.number < witness->steps.count; r.number++)
    {
      assert (r.made <= task->automaton->steps.count);
      if (r.made == task->automaton->steps.count)
        return fail (&r, "the automaton has made its last step before");
      if (!replay_step (&r, &witness->steps.at[r.number]))
        return false;
    }
  if (r.made < task->automaton->steps.count)
    return fail (&r, "the witness ends before step %u of the automaton",
                 (unsigned) r.made + 1);
  return true;
}
