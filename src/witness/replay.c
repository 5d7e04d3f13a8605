/* replay.c -- see replay.h.
 *
 * Skips are not in a witness (of a model without data; replay_data.c has the others), so
 * between two steps a process may pass any number of them, and where the model is
 * ambiguous (two ways to the same statement) the process may be at one of several nodes:
 * all of them are remembered.  A wait works at any depth: its release and the end of the
 * units save the counters, its acquire and the begin of the units restore them.
 *
 * Steps that happen together are the last ones of a witness, and follow each other
 * directly.  An access blocks no other process, and awaiting a lock does nothing; so each
 * of these steps could have been made in the state before the first of them.  Cost:
 * linear in the witness, times the nodes at which a process may be.
 */
#include <config.h>

#include "witness/replay_data.h"

#include <assert.h>

#include "base/refusal.h"

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
  uint32_t deepest;          /* the most frames so far; their lists are used again */
  uint32_t *units;           /* by atomic set: the number of open units */
  uint32_t *cut;             /* by atomic set: units that were open before a wait ended
                                them; null: no wait did */
  uint32_t depth;            /* how often the lock was held that a wait has released */
};

/* What has happened to a process. */
enum
{
  LIFE_STARTED = 1,
  LIFE_ENDED = 2,
};

struct lock
{
  process_id owner;
  uint32_t count; /* 0: free */
};

struct replay
{
  const struct replay_task *task;
  const struct ir *flow;
  const struct ir_model *model;
  struct arena *arena;
  VEC (struct process) processes; /* in the order of their first steps */
  struct pairmap process_places;  /* (process, 0) -> place there */
  struct lock *locks;
  uint8_t *lives; /* by process of the model: LIFE_... */
  set_id set;     /* the atomic set of the fields; or a number that is no set */
  uint32_t alone; /* steps of the automaton that do not happen together */
  uint32_t made;  /* steps of the automaton */
  bool *seen;     /* by node, for passing skips; all false in between */
  struct nodes work, reached; /* while skips are passed */
  struct replay_data *data;   /* null: the model has none */
  uint32_t number;            /* of the current step */
  struct replay_failure *failure;
};

#define fail(r, ...)                                                                     \
  ((r)->failure->step = (r)->number, REFUSE ((r)->failure->message, __VA_ARGS__))

/* ---- Where the processes are. ---- */

static bool
is_in_unit (const struct replay *r, const struct process *process)
{
  for (uint32_t s = 0; s < r->model->sets.count; s++)
    if (process->units[s] > 0)
      return true;
  return false;
}

/* Does a witness say nothing of NODE, so that PROCESS passes it? */
static bool
is_passed (const struct replay *r, const struct process *process,
           const struct ir_step *node)
{
  switch ((unsigned) ir_plain_op (node))
    {
    case IR_SKIP:
    case IR_WAKE: return true;
    case IR_NOTIFY: return !r->task->stuck;
    case IR_CUT: return !is_in_unit (r, process);
    case IR_RESUME: return !process->cut;
    default: return false;
    }
}

/* Set `reached' to the nodes that do something and that skips alone lead to from NEXT. */
static void
pass_skips (struct replay *r, const struct process *process, const struct nodes *next)
{
  struct nodes *work = &r->work;
  work->list.count = r->reached.list.count = 0;
  for (uint32_t i = 0; i < next->list.count; i++)
    *vec_push (r->arena, &work->list) = next->list.at[i];
  for (uint32_t i = 0; i < work->list.count; i++)
    {
      uint32_t n = work->list.at[i];
      assert (n < r->flow->nodes.count);
      if (r->seen[n])
        continue;
      r->seen[n] = true;
      const struct ir_step *node = &r->flow->nodes.at[n];
      if (!is_passed (r, process, node))
        {
          *vec_push (r->arena, &r->reached.list) = n;
          continue;
        }
      for (uint32_t e = 0; e < node->edge_count; e++)
        *vec_push (r->arena, &work->list) = r->flow->edges.at[node->first_edge + e];
    }
  for (uint32_t i = 0; i < work->list.count; i++)
    r->seen[work->list.at[i]] = false;
}

static bool
is_statement (const struct ir_step *node, body_id body, const struct witness_step *step)
{
  static const enum ir_op ops[]
    = { [WITNESS_ACQUIRE] = IR_ACQUIRE,  [WITNESS_RELEASE] = IR_RELEASE,
        [WITNESS_READ] = IR_READ,        [WITNESS_WRITE] = IR_WRITE,
        [WITNESS_UNIT_BEGIN] = IR_BEGIN, [WITNESS_UNIT_END] = IR_END,
        [WITNESS_CALL] = IR_CALL,        [WITNESS_RETURN] = IR_RETURN,
        [WITNESS_START] = IR_START,      [WITNESS_JOIN] = IR_JOIN,
        [WITNESS_END] = IR_FINISH,       [WITNESS_AWAIT] = IR_ACQUIRE };
  assert (step->action < WITNESS_ACTIONS);
  if (step->action >= sizeof ops / sizeof *ops)
    return false; /* only witnesses with data have such steps */
  enum ir_op op = ops[step->action];
  if (step->waits && op == IR_END)
    op = IR_CUT;
  else if (step->waits && op == IR_BEGIN)
    op = IR_RESUME;
  else if (step->waits != node->waits)
    return false;
  if (ir_plain_op (node) != op || node->offset != step->offset
      || node->position.index != step->position.index)
    return false;
  switch (step->action)
    {
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      /* Which units a wait cuts depends on the callers as well. */
      return step->waits || idset_equal (node->sets, step->sets);
    case WITNESS_RETURN:
    case WITNESS_END: return body_equal (witness_body (step), body);
    case WITNESS_START:
    case WITNESS_JOIN:
      return idset_equal (ir_step_processes (node), witness_processes (step));
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT: return lock_equal (ir_step_lock (node), witness_lock (step));
    case WITNESS_READ:
    case WITNESS_WRITE: return field_equal (ir_step_field (node), witness_field (step));
    case WITNESS_CALL: return body_equal (ir_step_callee (node), witness_body (step));
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG:
    case WITNESS_NOTIFY:
    case WITNESS_STUCK: break;
    }
  return false;
}

static void
enter (struct replay *r, struct process *process, body_id body)
{
  assert (body.index < r->flow->bodies.count);
  bool known = process->frames.count < process->deepest;
  struct frame *frame = vec_push (r->arena, &process->frames);
  if (!known)
    {
      *frame = (struct frame){ body, { VEC_EMPTY } };
      process->deepest = process->frames.count;
    }
  frame->body = body;
  frame->next.list.count = 0;
  *vec_push (r->arena, &frame->next.list) = r->flow->bodies.at[body.index].first_node;
}

/* Process ID; at first at its beginning.  Valid until another one is asked for. */
static struct process *
find_process (struct replay *r, process_id id)
{
  uint32_t *at = pairmap_at (&r->process_places, id.index, 0);
  if (*at != PAIRMAP_FREE)
    return &r->processes.at[*at];
  *at = r->processes.count;
  struct process process = { .frames = VEC_EMPTY };
  process.units
    = arena_calloc (r->arena, r->model->sets.count + (size_t) 1, sizeof *process.units);
  enter (r, &process, witness_process_of (r->model, id).body);
  struct process *place = vec_push (r->arena, &r->processes);
  *place = process;
  return place;
}

/* Let the process execute the statement of STEP. */
static bool
advance (struct replay *r, struct process *process, const struct witness_step *step)
{
  if (process->frames.count == 0)
    return fail (r, "the process has ended");
  struct frame *frame = &process->frames.at[process->frames.count - 1];
  pass_skips (r, process, &frame->next);
  frame->next.list.count = 0;
  bool found = false;
  for (uint32_t i = 0; i < r->reached.list.count; i++)
    {
      const struct ir_step *node = &r->flow->nodes.at[r->reached.list.at[i]];
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
operate_lock (struct replay *r, struct process *process, const struct witness_step *step)
{
  lock_id id = witness_lock (step);
  assert (id.index < r->model->locks.count);
  struct lock *lock = &r->locks[id.index];
  const char *name = ir_text (r->model, r->model->locks.at[id.index].name);
  if (lock->count > 0 && !process_equal (lock->owner, step->process))
    return fail (r, "another process holds the lock '%s'", name);
  if (step->action == WITNESS_ACQUIRE)
    {
      lock->owner = step->process;
      bool nested = lock->count > 0;
      lock->count += step->waits ? process->depth : 1;
      return check_nested (r, step, nested);
    }
  if (lock->count == 0)
    return fail (r, "the lock '%s' is not held", name);
  process->depth = lock->count;
  lock->count -= step->waits ? lock->count : 1;
  return check_nested (r, step, lock->count > 0);
}

/* The process of STEP awaits the lock of the next step of the automaton: does the next
   process of the circle hold it? */
static bool
await_lock (struct replay *r, const struct witness_step *step)
{
  const struct pa_automaton *automaton = r->task->automaton;
  lock_id id = witness_lock (step);
  assert (id.index < r->model->locks.count);
  const struct lock *lock = &r->locks[id.index];
  const char *name = ir_text (r->model, r->model->locks.at[id.index].name);
  if (step->phase != r->made + 1 || r->made < r->alone
      || r->made >= automaton->steps.count)
    return fail (r, "no process of a circle is due to await a lock");
  uint32_t after = r->made + 1 < automaton->steps.count ? r->made + 1 : r->alone;
  const struct pa_step *due = &automaton->steps.at[r->made];
  const struct pa_step *next = &automaton->steps.at[after];
  if (due->kind != PA_AWAITS || !lock_equal (due->lock, id))
    return fail (r, "it is not step %u of the automaton", (unsigned) r->made + 1);
  if (lock->count == 0
      || !process_equal (lock->owner, r->task->processes[next->thread.index]))
    return fail (r, "the next process of the circle does not hold the lock '%s'", name);
  lock_id holding = due->holding;
  if (r->locks[holding.index].count == 0
      || !process_equal (r->locks[holding.index].owner, step->process))
    return fail (r, "the process does not hold the lock '%s'",
                 ir_text (r->model, r->model->locks.at[holding.index].name));
  return true;
}

/* Let a unit begin or end; *OUTERMOST: of the query's set, and not within another. */
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

/* Let a wait end all open units, or begin them again. */
static bool
pass_wait (struct replay *r, struct process *process, const struct witness_step *step,
           bool *outermost)
{
  const struct idsets *idsets = r->model->idsets;
  size_t count = r->model->sets.count + (size_t) 1;
  bool begins = step->action == WITNESS_UNIT_BEGIN;
  assert (begins == (process->cut != NULL)); /* others were passed before */
  uint32_t *units = begins ? process->cut : process->units;
  for (uint32_t s = 0; s < r->model->sets.count; s++)
    if ((units[s] > 0) != idset_has (idsets, step->sets, s))
      return fail (r, "these are not the units that the wait cuts");
  *outermost = idset_has (idsets, step->sets, r->set.index);
  uint32_t *none = arena_calloc (r->arena, count, sizeof *none);
  process->cut = begins ? NULL : process->units;
  process->units = begins ? units : none;
  return check_nested (r, step, false);
}

/* ---- Life cycles. ---- */

/* Let STEP start or join processes. */
static bool
order_lives (struct replay *r, const struct witness_step *step)
{
  const struct idsets *idsets = r->model->idsets;
  idset named = witness_processes (step);
  for (uint32_t p = idset_next (idsets, named, 0); p != UINT32_MAX;
       p = idset_next (idsets, named, p + 1))
    {
      assert (p < r->model->processes);
      if (step->action == WITNESS_JOIN && !(r->lives[p] & LIFE_ENDED))
        return fail (r, "a process that is joined has not ended");
      if (step->action == WITNESS_START && (r->lives[p] & LIFE_STARTED))
        return fail (r, "a process is started twice");
      if (step->action == WITNESS_START)
        r->lives[p] |= LIFE_STARTED;
    }
  return true;
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
    case PA_BEGINS: return action == WITNESS_UNIT_BEGIN && event->outermost;
    case PA_ENDS: return action == WITNESS_UNIT_END && event->outermost;
    case PA_READS: writes = false; break;
    case PA_WRITES: reads = false; break;
    case PA_ACCESSES: break;
    case PA_AWAITS: return action == WITNESS_AWAIT; /* see await_lock */
    case PA_STARTS:
    case PA_FAILS:
      return action == WITNESS_ASSERT || action == WITNESS_WRONG; /* see replay_data.c */
    case PA_FINISHES: return false;                /* only scripts have such steps */
    case PA_WAITS: return action == WITNESS_STUCK; /* see replay_data.c */
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

/* May this step, which does not move the automaton, happen now? */
static bool
stand_by (struct replay *r, const struct event *event)
{
  const struct pa_automaton *automaton = r->task->automaton;
  if (r->made > r->alone)
    return fail (r, "the last %u steps of the automaton happen together",
                 (unsigned) automaton->together);
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      assert (!pa_clause_orders (clause));
      bool in_force = clause->from <= r->made && r->made < clause->to;
      if (!in_force
          || !process_equal (r->task->processes[clause->thread.index],
                             event->step->process))
        continue;
      enum pa_kind kind = clause->kind == PA_STAYS ? PA_ENDS : clause->access;
      if (does (r, event, kind, clause->parameter))
        return fail (r, "the automaton forbids it from step %u to step %u",
                     (unsigned) clause->from, (unsigned) clause->to);
    }
  return true;
}

/* ---- Data. ---- */

static bool
passes (void *context, process_id process, const struct ir_step *node)
{
  struct replay *r = context;
  return is_passed (r, find_process (r, process), node);
}

static bool
is_blocked (void *context, process_id process, const struct stage_look *look)
{
  const struct replay *r = context;
  const struct idsets *idsets = r->model->idsets;
  if (look->node->op == IR_JOIN || look->node->op == IR_START)
    {
      bool joins = look->node->op == IR_JOIN;
      idset named = ir_step_processes (look->node);
      for (uint32_t p = idset_next (idsets, named, 0); p != UINT32_MAX;
           p = idset_next (idsets, named, p + 1))
        if (joins ? !(r->lives[p] & LIFE_ENDED) : (r->lives[p] & LIFE_STARTED) != 0)
          return true;
      return false;
    }
  bool acquires = look->node->op == IR_ACQUIRE || look->node->op == IR_ACQUIRE_AT;
  return acquires && look->mistake == STAGE_FINE && r->locks[look->lock.index].count > 0
         && !process_equal (r->locks[look->lock.index].owner, process);
}

static bool
start_data (struct replay *r, const struct witness *witness)
{
  struct replay_rules rules = { r, passes, is_statement, is_blocked };
  if (!r->task->data)
    return witness->initial.count == 0
           || fail (r, "only fields of models with data start with values");
  r->data = arena_alloc (r->arena, sizeof *r->data);
  return replay_data_init (r->data, r->task, &rules, witness, r->arena)
         || fail (r, "%s", r->data->message);
}

/* Let the process execute the statement of STEP, with its values. */
static bool
advance_with_data (struct replay *r, const struct witness_step *step)
{
  bool meets
    = step->phase > r->alone && (r->task->automaton->together > 1 || r->task->stuck);
  return replay_data_advance (r->data, step, meets) || fail (r, "%s", r->data->message);
}

/* ---- Step by step. ---- */

static bool
is_in_range (struct replay *r, const struct witness_step *step)
{
  const struct ir_model *model = r->model;
  if (step->process.index >= model->processes)
    return fail (r, "there is no such process");
  bool fine = true; /* units have no object */
  if (witness_is_operation (step) || step->action == WITNESS_AWAIT
      || step->action == WITNESS_NOTIFY)
    fine = witness_lock (step).index < model->locks.count;
  else if (witness_is_access (step))
    fine = witness_field (step).index < model->fields.count;
  else if (witness_has_body (step))
    fine = witness_body (step).index < model->bodies.count;
  return fine || fail (r, "there is no such object");
}

static bool
replay_step (struct replay *r, const struct witness_step *step)
{
  if (!is_in_range (r, step))
    return false;
  if (idset_has (r->model->idsets, r->model->started, step->process.index)
      && !(r->lives[step->process.index] & LIFE_STARTED))
    return fail (r, "the process has not been started");
  struct process *process = find_process (r, step->process);
  if (!(r->data ? advance_with_data (r, step) : advance (r, process, step)))
    return false;
  struct event event = { step, false, process->units[r->set.index] > 0 };
  switch (step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      if (!operate_lock (r, process, step))
        return false;
      break;
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      if (!(step->waits ? pass_wait : pass_unit) (r, process, step, &event.outermost))
        return false;
      break;
    case WITNESS_START:
    case WITNESS_JOIN:
      if (!order_lives (r, step))
        return false;
      break;
    case WITNESS_END: r->lives[step->process.index] |= LIFE_ENDED; break;
    case WITNESS_AWAIT:
      if (!await_lock (r, step))
        return false;
      break;
    case WITNESS_READ:
    case WITNESS_WRITE:
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG:
    case WITNESS_NOTIFY:
    case WITNESS_STUCK: break;
    }
  bool may_nest = witness_is_operation (step) || step->action == WITNESS_UNIT_BEGIN
                  || step->action == WITNESS_UNIT_END;
  if (step->nested && !may_nest)
    return fail (r, "only locks and units can be nested");
  if (!r->data && (step->has_value || step->has_cell || step->text))
    return fail (r, "only models with data have values and places in arrays");
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
  const struct ir_model *model = task->flow->model;
  const struct pa_automaton *automaton = task->automaton;
  assert (failure && automaton->threads.count > 0);
  assert (automaton->parameters.count == 0
          || task->fields[0].index < model->fields.count);
  struct replay r = {
    .task = task, .flow = task->flow, .model = model, .arena = scratch, .failure = failure
  };
  r.set = (set_id){ model->sets.count };
  if (automaton->parameters.count > 0)
    r.set = model->fields.at[task->fields[0].index].set;
  r.alone = automaton->steps.count
            - (automaton->together > 1 || task->stuck ? automaton->together : 0);
  r.lives = arena_calloc (scratch, model->processes + (size_t) 1, sizeof *r.lives);
  pairmap_init (&r.process_places, scratch);
  r.locks = arena_calloc (scratch, model->locks.count + (size_t) 1, sizeof *r.locks);
  r.seen = arena_calloc (scratch, task->flow->nodes.count + (size_t) 1, sizeof *r.seen);
  if (!check_question (&r) || !start_data (&r, witness))
    return false;
  for (; r.number < witness->steps.count; r.number++)
    {
      assert (r.made <= task->automaton->steps.count);
      if (r.made == task->automaton->steps.count)
        return fail (&r, "the automaton has made its last step before");
      if (!replay_step (&r, &witness->steps.at[r.number]))
        return false;
      if (r.data && r.made < automaton->steps.count)
        replay_data_settle (r.data, &witness->steps.at[r.number]);
    }
  if (r.made < task->automaton->steps.count)
    return fail (&r, "the witness ends before step %u of the automaton",
                 (unsigned) r.made + 1);
  return !task->stuck || replay_data_end (r.data, scratch)
         || fail (&r, "%s", r.data->message);
}
