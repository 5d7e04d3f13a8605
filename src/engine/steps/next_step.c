/* next_step.c -- see next_step.h: what a process does next. take_step.c does it. */
#include <config.h>

#include "engine/steps/next_step.h"

#include <assert.h>

#include "engine/steps/lives.h"

/* ---- Locks. ---- */

/* NEXT of PROCESS acquires LOCK, a number, in STATE. */
static inline void
see_acquire (const struct state *state, uint32_t process, struct next_step *next,
             uint32_t lock)
{
  uint32_t owner = state->owners[lock];
  assert (next->lock == NEXT_NO_LOCK);
  next->kind = STEP_ACQUIRE;
  if (owner == process + 1)
    return; /* it has the lock already, which is possible for arrays only */
  next->lock = lock;
  next->blocked = owner != STATE_NOBODY;
}

static inline void
see_release (const struct state *state, uint32_t process, struct next_step *next,
             uint32_t lock)
{
  if (state->owners[lock] != process + 1)
    return;
  next->kind = STEP_RELEASE;
  next->lock = lock;
}

static inline uint32_t
number_of (const struct program *program, lock_id lock)
{
  assert (lock_numbers_has (&program->locks, lock));
  return program->locks.number[lock.index].index;
}

/* ---- Values. ---- */

/* What next_step_find computes with, in a model with values. */
struct look
{
  const struct frames *frames;
  struct data_model *data;
  const struct state *state;
  uint32_t process;
  const struct actor *actor;
  struct next_step *next;
};

static void
fail (struct next_step *next, uint32_t claim)
{
  assert (claim != IR_NO_CLAIM);
  next->failed = claim;
  next->choices = 0;
}

/* The value of EXPR; false: it goes wrong, and the step fails. */
static bool
compute (const struct look *l, uint32_t expr, bool touch, int64_t *value)
{
  struct evaluator_scope at = { .slots = l->actor->slots,
                                .cells = l->state->cells,
                                .self = (int64_t) l->process + 1,
                                .touch = touch };
  if (evaluate (&l->data->evaluator, expr, &at, value))
    return true;
  fail (l->next, l->next->node->wrong);
  return false;
}

/* The index of an access or lock in an array of COUNT members; false: out of bounds. */
static bool
find_place (const struct look *l, uint32_t count, uint32_t *place)
{
  int64_t index = 0;
  *place = 0;
  if (l->next->node->index == IR_NO_EXPR)
    return true;
  if (!compute (l, l->next->node->index, false, &index))
    return false;
  if (index < 0 || index >= count)
    {
      fail (l->next, l->next->node->wrong);
      return false;
    }
  *place = (uint32_t) index;
  return true;
}

/* The step acquires or releases a lock of an array. */
static void
see_element (const struct look *l)
{
  const struct program *program = l->frames->program;
  const struct ir_step *step = l->next->node;
  uint32_t place;
  if (step->op == IR_ACQUIRE_AT)
    {
      if (find_place (l, step->lock_count, &place))
        see_acquire (l->state, l->process, l->next,
                     number_of (program, (lock_id){ step->first_lock.index + place }));
      return;
    }
  int64_t taken = l->actor->slots[step->slot];
  assert (taken >= -1 && taken < step->lock_count);
  lock_id lock = { step->first_lock.index + (uint32_t) taken };
  if (taken >= 0)
    see_release (l->state, l->process, l->next, number_of (program, lock));
}

static void
touch (const struct look *l, uint32_t cell)
{
  *vec_push (l->frames->arena, &l->next->touched) = cell;
}

static void
see_access (const struct look *l)
{
  struct next_step *next = l->next;
  const struct data_model *data = l->data;
  const struct ir_step *step = next->node;
  assert (step->op == IR_READ || step->op == IR_WRITE);
  uint32_t field = ir_step_field (step).index, place = 0;
  assert (field < data->flow->model->fields.count);
  next->kind = STEP_ACCESS;
  next->writes = step->op == IR_WRITE;
  uint32_t cells = data->first_cell[field + 1] - data->first_cell[field];
  if (!find_place (l, cells, &place))
    return;
  bool needs_value = step->expr != IR_NO_EXPR
                     && (data->liveness.matters[field] || step->wrong != IR_NO_CLAIM);
  if (needs_value && !compute (l, step->expr, false, &next->value))
    return;
  touch (l, data->first_cell[field] + place);
}

static void
see_assume (const struct look *l)
{
  struct next_step *next = l->next;
  struct evaluator *evaluator = &l->data->evaluator;
  next->is_step = evaluate_reads_cells (evaluator, next->node->expr);
  if (next->is_step)
    next->kind = STEP_ACCESS;
  evaluator->touched.count = 0;
  int64_t holds = 0;
  bool fine = compute (l, next->node->expr, true, &holds);
  for (uint32_t i = 0; i < evaluator->touched.count; i++)
    touch (l, evaluator->touched.at[i]);
  if (fine)
    next->blocked = !holds;
  else if (next->is_step)
    next->choices = 1; /* waiting does not help: it goes wrong now, although others may
                          change what it reads */
}

static void
see_any (const struct look *l)
{
  struct next_step *next = l->next;
  assert (next->node->op == IR_ANY);
  const struct data_model *data = l->data;
  uint32_t node = data->node[next->symbol];
  if (data->liveness.is_dead[node])
    return;
  struct ir_type type
    = data->flow->slots.at[data->first_slot[node] + next->node->slot].type;
  bool all;
  next->choices = data_model_values (data, type, &all);
  next->sampled = !all;
}

/* Can the arguments of the call be evaluated without going wrong? */
static bool
has_arguments (const struct look *l)
{
  assert (l->next->node->op == IR_CALL);
  int64_t value;
  for (uint32_t i = 0; i < l->next->node->argument_count; i++)
    if (!compute (l, l->data->flow->arguments.at[l->next->node->first_argument + i],
                  false, &value))
      return false;
  return true;
}

/* The step is a notify, and waits end by a notify only. */
static void
see_notify (const struct look *l)
{
  struct next_step *next = l->next;
  assert (next->node->op == IR_NOTIFY && next->choices == 1);
  next->kind = STEP_NOTIFY;
  while (!next->node->all
         && next_step_woken (l->frames, l->state, next, next->choices) != 0)
    next->choices++;
}

/* Is the step the acquire that ends a wait, and the process still in the wait set? */
static bool
is_waiting (const struct look *l)
{
  return l->next->node->waits && (l->state->lives[l->process] & LIFE_WAITS);
}

/* Set in `next' what follows from values.  True: that is everything. */
static bool
see_values_of (const struct look *l)
{
  struct next_step *next = l->next;
  const struct ir_step *step = next->node = data_model_node (l->data, next->symbol);
  int64_t value;
  next->atomic = l->data->is_atomic[next->symbol];
  next->is_step = ir_is_action (step);
  next->writes = next->sampled = false;
  switch ((unsigned) step->op)
    {
    case IR_SET:
      if (!l->data->liveness.is_dead[l->data->node[next->symbol]]
          || step->wrong != IR_NO_CLAIM)
        compute (l, step->expr, false, &next->value);
      return true;
    case IR_ANY: see_any (l); return true;
    case IR_TEST:
      if (compute (l, step->expr, false, &value))
        next->edge = !value;
      return true;
    case IR_ASSERT:
      if (compute (l, step->expr, false, &value) && !value)
        fail (next, step->claim);
      return true;
    case IR_ASSUME: see_assume (l); return true;
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT: see_element (l); return true;
    case IR_READ:
    case IR_WRITE: see_access (l); return true;
    case IR_CALL: return !has_arguments (l);
    case IR_NOTIFY:
      if (l->frames->program->waits)
        see_notify (l);
      return l->frames->program->waits;
    case IR_ACQUIRE:
      if (!l->frames->program->waits || !is_waiting (l))
        return false;
      next->kind = STEP_ACQUIRE;
      return next->blocked = true;
    default: return false;
    }
}

static __attribute__ ((noinline)) bool
see_values (struct frames *frames, const struct state *state, uint32_t process,
            const struct actor *actor, struct next_step *next)
{
  struct look look = { frames, frames->program->data, state, process, actor, next };
  return see_values_of (&look);
}

/* ---- Actions. ---- */

/* Set in NEXT what the multi-PDS says of the step, by RULE. */
static inline void
see_action (const struct frames *frames, const struct state *state, uint32_t process,
            const struct actor *actor, const struct pds_rule *rule,
            struct next_step *next)
{
  const struct program *program = frames->program;
  const struct pds_action_info *action = &program->pds->actions.at[rule->action.index];
  switch (action->op)
    {
    case PDS_SKIP:
      next->choices = next->rules.end - next->rules.begin;
      if (!pds_rule_is_call (rule))
        break;
      next->cut = frames_depth (frames, actor->below)
                    + program->control->is_recursive[rule->under.index]
                  > PROGRAM_STACK_BOUND;
      next->choices = !next->cut;
      break;
    case PDS_ACQUIRE:
      see_acquire (state, process, next, number_of (program, pds_action_lock (action)));
      break;
    case PDS_RELEASE:
      see_release (state, process, next, number_of (program, pds_action_lock (action)));
      break;
    case PDS_READ:
    case PDS_WRITE:
    case PDS_BEGIN:
    case PDS_END: break;
    case PDS_WAKE:
    case PDS_FINISH:
    case PDS_START:
    case PDS_JOIN:
      next->kind = action->op == PDS_START    ? STEP_START
                   : action->op == PDS_FINISH ? STEP_FINISH
                                              : STEP_AWAIT;
      next->blocked
        = !lives_allow (program->pds, state->lives, program->processes[process], action);
      break;
    }
}

/* Set in NEXT what the automaton, after DONE steps, allows ACTION of PROCESS to be. */
static inline void
see_automaton (const struct program *program, uint32_t done, uint32_t process,
               pds_action action, struct next_step *next)
{
  thread_id thread = program->plays[process];
  if (thread.index == THREAD_NONE.index)
    return;
  unsigned watched = watching_of (&program->watching, thread, action);
  next->meets = watched & WATCHED_MEETING;
  next->watched = watched & (WATCHED_STEP | WATCHED_FORBIDDEN);
  if (!next->watched)
    return;
  struct pa_moves moves = pa_instance_moves (program->instance, done, thread,
                                             &program->pds->actions.at[action.index]);
  next->loop = moves.loop;
  next->step = moves.step;
  assert (next->choices <= 1);
  if (next->choices == 1 && next->failed == IR_NO_CLAIM)
    next->choices = (uint32_t) moves.loop + moves.step;
}

void
next_step_find (struct frames *frames, const struct state *state, uint32_t process,
                const struct actor *actor, struct next_step *next)
{
  const struct program *program = frames->program;
  assert (process < program->count);
  next->kind = STEP_FREE;
  next->symbol = actor->symbol;
  next->failed = IR_NO_CLAIM;
  next->choices = 0;
  next->lock = NEXT_NO_LOCK;
  next->loop = true;
  next->blocked = next->cut = next->step = next->meets = false;
  next->watched = 0;
  next->touched.count = 0;
  next->node = NULL;
  next->rules = (struct pds_range){ 0, 0 };
  if (actor->symbol == FRAMES_NOWHERE)
    return;
  next->rules = pds_rules_of (program->pds, (pds_symbol){ actor->symbol });
  assert (next->rules.begin < next->rules.end);
  next->choices = 1;
  const struct pds_rule *rule = &program->pds->rules.at[next->rules.begin];
  if (!program->data || !see_values (frames, state, process, actor, next))
    see_action (frames, state, process, actor, rule, next);
  if (next->blocked)
    next->choices = 0;
  if (program->instance)
    see_automaton (program, state->done, process, rule->action, next);
  assert (next->failed == IR_NO_CLAIM || next->choices <= 1);
}
