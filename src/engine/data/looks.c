/* looks.c -- see looks.h: what a process does next.  looks_take.c does it. */
#include <config.h>

#include "engine/data/looks.h"

#include <assert.h>

#include "engine/steps/lives.h"

/* One look, in the making. */
struct view
{
  struct looks *looks;
  const struct world *world;
  uint32_t process;
  const struct actor *actor;
  struct look *look;
};

static void
fail (struct look *look, uint32_t claim)
{
  assert (claim != IR_NO_CLAIM);
  look->failed = claim;
  look->choices = 0;
}

/* The value of EXPR; false: it goes wrong, and the look fails. */
static bool
compute (const struct view *v, uint32_t expr, bool touch, int64_t *value)
{
  struct evaluation at = { .slots = v->actor->slots,
                           .cells = v->world->cells,
                           .self = (int64_t) v->process + 1,
                           .touch = touch };
  if (evaluate (&v->looks->model->evaluator, expr, &at, value))
    return true;
  fail (v->look, v->look->node->wrong);
  return false;
}

/* The index of an access or of a lock of an array with COUNT members; false: it is
   outside. */
static bool
find_place (const struct view *v, uint32_t count, uint32_t *place)
{
  int64_t index = 0;
  *place = 0;
  if (v->look->node->index == IR_NO_EXPR)
    return true;
  if (!compute (v, v->look->node->index, false, &index))
    return false;
  if (index < 0 || index >= count)
    {
      fail (v->look, v->look->node->wrong);
      return false;
    }
  *place = (uint32_t) index;
  return true;
}

/* ---- Locks. ---- */

static void
see_acquire (const struct view *v, uint32_t lock)
{
  struct look *look = v->look;
  uint32_t owner = v->world->owners[lock];
  assert (look->lock == LOOK_NO_LOCK && lock < v->looks->model->locks.count);
  look->kind = LOOK_ACQUIRE;
  if (owner == v->process + 1)
    return; /* it has it already */
  look->lock = lock;
  look->blocked = owner != WORLD_NOBODY;
}

static void
see_release (const struct view *v, uint32_t lock)
{
  if (v->world->owners[lock] != v->process + 1)
    return;
  v->look->kind = LOOK_RELEASE;
  v->look->lock = lock;
}

static uint32_t
number_of (const struct view *v, lock_id lock)
{
  assert (lock_numbers_has (&v->looks->model->locks, lock));
  return v->looks->model->locks.number[lock.index].index;
}

/* A lock of an array. */
static void
see_element (const struct view *v)
{
  const struct ir_step *step = v->look->node;
  uint32_t place;
  if (step->op == IR_ACQUIRE_AT)
    {
      if (find_place (v, step->lock_count, &place))
        see_acquire (v, number_of (v, (lock_id){ step->first_lock.index + place }));
      return;
    }
  int64_t taken = v->actor->slots[step->slot];
  assert (taken >= -1 && taken < step->lock_count);
  if (taken >= 0)
    see_release (v,
                 number_of (v, (lock_id){ step->first_lock.index + (uint32_t) taken }));
}

/* ---- Accesses. ---- */

static void
touch (const struct view *v, uint32_t cell)
{
  *vec_push (v->looks->arena, &v->look->touched) = cell;
}

static void
see_access (const struct view *v)
{
  struct look *look = v->look;
  struct data_model *model = v->looks->model;
  const struct ir_step *step = look->node;
  uint32_t field = ir_step_field (step).index, place = 0;
  look->kind = LOOK_ACCESS;
  look->writes = step->op == IR_WRITE;
  uint32_t cells = model->first_cell[field + 1] - model->first_cell[field];
  if (!find_place (v, cells, &place))
    return;
  bool needs_value = step->expr != IR_NO_EXPR
                     && (model->liveness.matters[field] || step->wrong != IR_NO_CLAIM);
  if (needs_value && !compute (v, step->expr, false, &look->value))
    return;
  touch (v, model->first_cell[field] + place);
}

static void
see_assume (const struct view *v)
{
  struct look *look = v->look;
  struct evaluator *evaluator = &v->looks->model->evaluator;
  look->is_step = evaluate_reads_cells (evaluator, look->node->expr);
  if (look->is_step)
    look->kind = LOOK_ACCESS;
  evaluator->touched.count = 0;
  int64_t holds = 0;
  bool fine = compute (v, look->node->expr, true, &holds);
  for (uint32_t i = 0; i < evaluator->touched.count; i++)
    touch (v, evaluator->touched.at[i]);
  if (fine)
    look->blocked = !holds;
  else if (look->is_step)
    look->choices = 1; /* others may change what makes it go wrong: it does so now */
}

/* ---- The rest. ---- */

static void
see_any (const struct view *v)
{
  struct look *look = v->look;
  const struct data_model *model = v->looks->model;
  uint32_t node = model->node[look->symbol];
  if (model->liveness.is_dead[node])
    return;
  struct ir_type type
    = model->flow->slots.at[model->first_slot[node] + look->node->slot].type;
  bool all;
  look->choices = data_model_values (model, type, &all);
  look->sampled = !all;
}

static void
see_call (const struct view *v)
{
  struct look *look = v->look;
  const struct data_model *model = v->looks->model;
  const struct frames *frames = v->looks->frames;
  uint32_t rule = pds_rules_of (model->pds, (pds_symbol){ look->symbol }).begin;
  uint32_t under = model->pds->rules.at[rule].under.index;
  assert (pds_rule_is_call (&model->pds->rules.at[rule]));
  int64_t value;
  for (uint32_t i = 0; i < look->node->argument_count; i++)
    if (!compute (v, model->flow->arguments.at[look->node->first_argument + i], false,
                  &value))
      return;
  look->cut = frames_depth (frames, v->actor->below) + model->control->is_recursive[under]
              > LOOKS_STACK_BOUND;
  if (look->cut)
    look->choices = 0;
}

/* A step of values alone. */
static void
see_values (const struct view *v)
{
  struct look *look = v->look;
  const struct ir_step *step = look->node;
  const struct data_model *model = v->looks->model;
  int64_t value;
  switch ((unsigned) step->op)
    {
    case IR_SET:
      if (!model->liveness.is_dead[model->node[look->symbol]]
          || step->wrong != IR_NO_CLAIM)
        compute (v, step->expr, false, &look->value);
      break;
    case IR_ANY: see_any (v); break;
    case IR_TEST:
      if (compute (v, step->expr, false, &value))
        look->edge = !value;
      break;
    case IR_ASSERT:
      if (compute (v, step->expr, false, &value) && !value)
        fail (look, step->claim);
      break;
    default:
      assert (step->op == IR_ASSUME);
      see_assume (v);
      break;
    }
}

static void
see_life (const struct view *v, const struct pds_action_info *action)
{
  struct look *look = v->look;
  assert (v->world->lives && action->op >= PDS_WAKE);
  look->kind = action->op == PDS_START    ? LOOK_START
               : action->op == PDS_FINISH ? LOOK_FINISH
                                          : LOOK_AWAIT;
  look->blocked = !lives_allow (v->looks->model->pds, v->world->lives,
                                (process_id){ v->process }, action);
}

static void
see_node (const struct view *v, const struct pds_action_info *action)
{
  struct look *look = v->look;
  look->is_step = true;
  switch (look->node->op)
    {
    case IR_ACQUIRE:
    case IR_RELEASE:
      if (action->op == PDS_ACQUIRE)
        see_acquire (v, number_of (v, pds_action_lock (action)));
      else if (action->op == PDS_RELEASE)
        see_release (v, number_of (v, pds_action_lock (action)));
      break;
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT: see_element (v); break;
    case IR_READ:
    case IR_WRITE: see_access (v); break;
    case IR_CALL:
      look->is_step = false;
      see_call (v);
      break;
    case IR_WAKE:
    case IR_FINISH:
    case IR_START:
    case IR_JOIN: see_life (v, action); break;
    case IR_NOTIFY: break;
    case IR_SKIP:
      look->is_step = false;
      look->choices = look->node->edge_count;
      break;
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT:
      look->is_step = false;
      see_values (v);
      break;
    case IR_BEGIN:
    case IR_END:
    case IR_CUT:
    case IR_RESUME:
    case IR_RETURN: look->is_step = false; break;
    }
}

/* What may the automaton make of ACTION? */
static void
see_automaton (const struct view *v, pds_action action)
{
  const struct watching *watching = v->looks->watching;
  struct look *look = v->look;
  if (!watching || v->looks->threads[v->process].index == THREAD_NONE.index)
    return;
  thread_id thread = v->looks->threads[v->process];
  look->watched
    = watching_of (watching, thread, action) & (WATCHED_STEP | WATCHED_FORBIDDEN);
  if (!look->watched)
    return;
  struct pa_moves moves = pa_instance_moves (watching->instance, v->world->done, thread,
                                             &watching->pds->actions.at[action.index]);
  look->loop = moves.loop;
  look->step = moves.step;
  assert (look->choices <= 1 && look->node->op != IR_ANY);
  if (look->choices == 1 && look->failed == IR_NO_CLAIM)
    look->choices = (uint32_t) moves.loop + moves.step;
}

void
looks_at (struct looks *looks, const struct world *world, uint32_t process,
          const struct actor *actor, struct look *look)
{
  const struct data_model *model = looks->model;
  look->touched.count = 0;
  uint32_t capacity = look->touched.capacity, *at = look->touched.at;
  *look = (struct look){ .kind = LOOK_FREE,
                         .symbol = actor->symbol,
                         .loop = true,
                         .failed = IR_NO_CLAIM,
                         .lock = LOOK_NO_LOCK };
  look->touched.capacity = capacity;
  look->touched.at = at;
  if (actor->symbol == FRAMES_NOWHERE)
    return;
  uint32_t rule = pds_rules_of (model->pds, (pds_symbol){ actor->symbol }).begin;
  pds_action action = model->pds->rules.at[rule].action;
  look->node = data_model_node (model, actor->symbol);
  look->atomic = model->is_atomic[actor->symbol];
  look->choices = 1;
  struct view view = { looks, world, process, actor, look };
  see_node (&view, &model->pds->actions.at[action.index]);
  if (look->blocked)
    look->choices = 0;
  see_automaton (&view, action);
  assert (look->failed == IR_NO_CLAIM || look->choices <= 1);
}
