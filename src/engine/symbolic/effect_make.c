/* effect_make.c -- see effect.h: the steps as circuits.  Cost: each lock, cell or process
   that a step may refer to costs some gates. */
#include <config.h>

#include "engine/symbolic/effect.h"
#include "engine/symbolic/known.h"
#include "engine/symbolic/scene.h"

/* ---- Locks and life cycles. ---- */

static aig_lit
owner_is (const struct scene *scene, uint32_t lock, uint64_t owner)
{
  assert (lock < scene->u->all->question->lowering->pds.locks.count);
  struct unrolling *all = scene->u->all;
  struct bits now = scene->before[all->layout.first_owner + lock];
  return bits_equal (&all->aig, now,
                     bits_constant (&all->aig, now.width, (int64_t) owner));
}

static void
set_owner (const struct scene *scene, uint32_t lock, aig_lit when, uint64_t owner)
{
  assert (lock < scene->u->all->question->lowering->pds.locks.count);
  struct unrolling *all = scene->u->all;
  struct bits *now = &scene->after[all->layout.first_owner + lock];
  *now = bits_choose (&all->aig, when,
                      bits_constant (&all->aig, now->width, (int64_t) owner), *now);
}

/* ---- Wait sets. ---- */

/* The literal: process number P is in the wait set of LOCK; LOCK_NONE: in any. */
static aig_lit
is_waiting (const struct scene *scene, uint32_t p, lock_id lock)
{
  struct unrolling *all = scene->u->all;
  assert (all->layout.first_waiting != LAYOUT_NONE);
  struct bits set = scene->before[all->layout.first_waiting + p];
  return lock_equal (lock, LOCK_NONE)
           ? aig_not (bits_is_zero (&all->aig, set))
           : bits_equal (&all->aig, set,
                         bits_constant (&all->aig, set.width, (int64_t) lock.index + 1));
}

/* Put process number P into the wait set of LOCK if WHEN; LOCK_NONE: into none. */
static void
set_waiting (const struct scene *scene, uint32_t p, lock_id lock, aig_lit when)
{
  struct unrolling *all = scene->u->all;
  assert (scene->after && all->layout.first_waiting != LAYOUT_NONE);
  struct bits *set = &scene->after[all->layout.first_waiting + p];
  int64_t number = lock_equal (lock, LOCK_NONE) ? 0 : (int64_t) lock.index + 1;
  *set
    = bits_choose (&all->aig, when, bits_constant (&all->aig, set->width, number), *set);
}

/* The step notifies one process.  The choices say which it wakes, from 1, or nobody;
   returns the literal that is true iff that is allowed. */
static aig_lit
choose_woken (struct scene *scene)
{
  struct unrolling *all = scene->u->all;
  struct aig *aig = &all->aig;
  uint32_t processes = all->processes.count;
  assert (scene->effect->node->op == IR_NOTIFY && !scene->effect->node->all);
  struct bits who = bits_input (aig, layout_bits_for (processes) + 1);
  aig_lit some = AIG_FALSE, fine = AIG_FALSE;
  for (uint32_t p = 0; p < processes; p++)
    {
      aig_lit waits = is_waiting (scene, p, ir_step_lock (scene->effect->node));
      aig_lit meant = bits_equal (aig, who, bits_constant (aig, who.width, p + 1));
      some = aig_or (aig, some, waits);
      fine = aig_or (aig, fine, aig_and (aig, waits, meant));
    }
  scene->any = who;
  scene->type = IR_INT;
  return aig_or (aig, fine, aig_and (aig, aig_not (some), bits_is_zero (aig, who)));
}

/* If WHEN, the processes that the step wakes leave their wait set, and a process that
   begins to wait enters one. */
static void
change_waits (struct scene *scene, aig_lit when)
{
  struct aig *aig = &scene->u->all->aig;
  const struct ir_step *step = scene->effect->node;
  if (step->op == IR_RELEASE && step->waits)
    set_waiting (scene, scene->u->number, ir_step_lock (step), when);
  if (step->op != IR_NOTIFY)
    return;
  assert (step->all || scene->any.width > 0);
  for (uint32_t p = 0; p < scene->u->all->processes.count; p++)
    {
      aig_lit woken
        = step->all ? is_waiting (scene, p, ir_step_lock (step))
                    : bits_equal (aig, scene->any,
                                  bits_constant (aig, scene->any.width, (int64_t) p + 1));
      set_waiting (scene, p, LOCK_NONE, aig_and (aig, when, woken));
    }
}

/* ---- Owners. ---- */

/* U as an owner. */
static uint64_t
self_as_owner (const struct unrolled *u)
{
  return (uint64_t) u->number + 1;
}

/* The literal: INDEX is PLACE. */
static aig_lit
is_place (struct aig *aig, struct bits index, uint32_t place)
{
  struct bits wide = index.width < 33 ? bits_extend (aig, index, 33) : index;
  return bits_equal (aig, wide, bits_constant (aig, wide.width, place));
}

/* Of an acquire of a lock of an array: the literals "this process already holds it"
   (*HELD) and, returned, "it does, or the lock is free". */
static aig_lit
array_lock_ready (struct scene *scene, struct bits index, aig_lit *held)
{
  assert (scene->effect->node->lock_count > 0);
  struct aig *aig = &scene->u->all->aig;
  const struct ir_step *step = scene->effect->node;
  aig_lit free_one = AIG_FALSE;
  *held = AIG_FALSE;
  for (uint32_t l = 0; l < step->lock_count; l++)
    {
      aig_lit meant = is_place (aig, index, l);
      uint32_t lock = step->first_lock.index + l;
      *held
        = aig_or (aig, *held,
                  aig_and (aig, meant, owner_is (scene, lock, self_as_owner (scene->u))));
      free_one = aig_or (aig, free_one, aig_and (aig, meant, owner_is (scene, lock, 0)));
    }
  return aig_or (aig, *held, free_one);
}

/* The literal: the bits from FIRST on of all PROCESSES are WANTED. */
static aig_lit
lives_are (const struct scene *scene, idset processes, uint32_t first, bool wanted)
{
  assert (first != LAYOUT_NONE);
  struct unrolling *all = scene->u->all;
  const struct pds *pds = &all->question->lowering->pds;
  aig_lit result = AIG_TRUE;
  IDSET_EACH (p, pds->idsets, processes)
    {
      aig_lit bit = scene->before[first + p].at[0];
      result = aig_and (&all->aig, result, wanted ? bit : aig_not (bit));
    }
  return result;
}

/* Record that the process waits for LOCK if WHEN. */
static void
add_await (struct scene *scene, aig_lit when, uint32_t lock)
{
  struct unrolled *u = scene->u;
  const struct pds *pds = &u->all->question->lowering->pds;
  if (!aig_equal (when, AIG_FALSE))
    *vec_push (u->all->arena, &u->all->awaits)
      = (struct unrolled_await){ when,
                                 { u->number, u->depth,
                                   pds_rules_of (pds, scene->effect->symbol).begin },
                                 { lock } };
}

/* ---- Whether a step can be made. ---- */

/* The index of the step; if it is out of bounds the step goes wrong. */
static struct bits
find_index (struct scene *scene, uint32_t cells)
{
  assert (scene->effect->node->index != IR_NO_EXPR && cells > 0);
  struct symbolic s = scene_symbolic (scene);
  struct bits index = symbolic_value (&s, scene->effect->node->index, &scene->wrong);
  scene->wrong = aig_or (s.aig, scene->wrong, symbolic_outside (s.aig, index, cells));
  return index;
}

/* The literal: the other processes let the step be made. */
static aig_lit
is_enabled (struct scene *scene)
{
  struct unrolled *u = scene->u;
  struct unrolling *all = u->all;
  const struct effect *e = scene->effect;
  const struct pds *pds = &all->question->lowering->pds;
  if (e->node->op == IR_ASSUME)
    {
      struct symbolic s = scene_symbolic (scene);
      return symbolic_condition (&s, e->node->expr, &scene->wrong);
    }
  if (e->node->op == IR_ACQUIRE_AT)
    {
      aig_lit held;
      struct bits index = find_index (scene, e->node->lock_count);
      return array_lock_ready (scene, index, &held);
    }
  const struct pds_action_info *action
    = effect_action (u, pds_rules_of (pds, e->symbol).begin);
  switch ((unsigned) action->op)
    {
    case PDS_ACQUIRE:
      {
        aig_lit is_free = owner_is (scene, pds_action_lock (action).index, 0);
        if (!e->node->waits || all->layout.first_waiting == LAYOUT_NONE)
          return is_free;
        return aig_and (&all->aig, is_free,
                        aig_not (is_waiting (scene, u->number, LOCK_NONE)));
      }
    case PDS_WAKE:
      return pds->processes.at[u->number].started
               ? scene->before[all->layout.first_started + u->number].at[0]
               : AIG_TRUE;
    case PDS_START:
      return lives_are (scene, pds_action_processes (action), all->layout.first_started,
                        false);
    case PDS_JOIN:
      return lives_are (scene, pds_action_processes (action), all->layout.first_finished,
                        true);
    default: return AIG_TRUE;
    }
}

aig_lit
effect_is_blocked (struct unrolled *u, const struct effect *effect)
{
  assert (effect_waits (effect));
  struct scene scene = scene_make (u, effect, NULL, NULL);
  aig_lit enabled = is_enabled (&scene);
  return aig_and (&u->all->aig, aig_not (enabled), aig_not (scene.wrong));
}

/* The literal: the automaton allows ACTION.  *MOVES: a guess whether it is a step. */
static aig_lit
is_allowed (const struct scene *scene, const struct pds_action_info *action,
            aig_lit *moves)
{
  struct unrolling *all = scene->u->all;
  struct aig *aig = &all->aig;
  const struct question *question = all->question;
  *moves = AIG_FALSE;
  if (!effect_is_watched (scene->u, action))
    return AIG_TRUE;
  struct bits done = scene->before[all->layout.done];
  uint32_t steps = question->instance->automaton->steps.count;
  aig_lit loop = AIG_FALSE, step = AIG_FALSE;
  for (uint32_t x = 0; x <= steps; x++)
    {
      struct pa_moves at = { true, false };
      if (x < steps)
        at = pa_instance_moves (question->instance, x, scene->u->thread, action);
      aig_lit is_x = bits_equal (aig, done, bits_constant (aig, done.width, x));
      loop = at.loop ? aig_or (aig, loop, is_x) : loop;
      step = at.step ? aig_or (aig, step, is_x) : step;
    }
  *moves = aig_equal (step, AIG_FALSE) ? AIG_FALSE : aig_input (aig);
  return aig_choose (aig, *moves, step, loop);
}

/* ---- What it does. ---- */

/* Add the exit along RULE: the step is made if WHEN. */
static void
leave (struct scene *scene, uint32_t rule, aig_lit when, aig_lit moves)
{
  assert (rule < scene->u->all->question->lowering->pds.rules.count);
  struct unrolled *u = scene->u;
  struct unrolling *all = u->all;
  const struct effect *e = scene->effect;
  if (aig_equal (when, AIG_FALSE))
    return;
  pds_stack to = unrolled_follow (u, e->place.stack, rule);
  bool ends
    = !e->visible && e->atomic
      && (stack_is_empty (to)
          || !ir_is_atomic (all->question->lowering, stacks_top (&u->stacks, to)));
  *vec_push (all->arena, &scene->effects->exits)
    = (struct effect_exit){ .when = when,
                            .to = to,
                            .ends = ends,
                            .begins = effect_begins (e),
                            .first = e->place.first && !e->visible,
                            .rule = rule,
                            .visible = e->visible,
                            .before_commit
                            = e->visible ? e->right_mover
                                             && (e->place.before_commit || !e->left_mover)
                                         : e->place.before_commit };
  *vec_push (all->arena, &u->steps)
    = (struct unrolled_step){ .when = when,
                              .moves = moves,
                              .rule = rule,
                              .inside = e->atomic && !e->visible,
                              .depth = u->depth,
                              .visible = e->visible,
                              .time = u->time,
                              .any = scene->any,
                              .type = scene->type };
  if (e->visible)
    scene->effects->made = aig_or (&all->aig, scene->effects->made, when);
}

/* Add a hit: what is asked for happens here if WHEN. */
static void
add_hit (struct scene *scene, aig_lit when)
{
  assert (scene->u && scene->effect->node);
  struct unrolled *u = scene->u;
  const struct pds *pds = &u->all->question->lowering->pds;
  if (!aig_equal (when, AIG_FALSE))
    *vec_push (u->all->arena, &u->all->hits) = (struct unrolled_hit){
      .when = when,
      .time = u->time,
      .place = { u->number, u->depth, pds_rules_of (pds, scene->effect->symbol).begin }
    };
}

/* Move the automaton if MOVES, by the step of a process that plays a thread. */
static void
move_automaton (struct scene *scene, aig_lit when, aig_lit moves)
{
  struct unrolling *all = scene->u->all;
  struct aig *aig = &all->aig;
  if (aig_equal (moves, AIG_FALSE))
    return;
  uint32_t steps = all->question->instance->automaton->steps.count;
  struct bits *done = &scene->after[all->layout.done];
  struct bits one = bits_constant (aig, done->width, 1);
  aig_lit both = aig_and (aig, when, moves);
  struct bits before = scene->before[all->layout.done];
  *done = bits_choose (aig, both, bits_add (aig, before, one), *done);
  add_hit (scene, aig_and (aig, both,
                           bits_equal (aig, before,
                                       bits_constant (aig, before.width, steps - 1))));
}

/* Record an access to FIELD: it is made if WHEN, and was about to be made if HERE. */
static void
add_access (struct scene *scene, aig_lit here, aig_lit when, field_id field,
            struct bits index, bool writes, bool tests)
{
  assert (field.index < scene->u->all->question->lowering->pds.fields.count);
  struct unrolling *all = scene->u->all;
  if (all->question->goal != QUERY_RACE || !field_equal (field, all->question->field))
    return;
  struct unrolled_access access
    = { .when = when,
        .field = field,
        .index = index,
        .writes = writes,
        .tests = tests,
        .atomic = scene->effect->atomic,
        .depth = scene->u->depth,
        .rule
        = pds_rules_of (&all->question->lowering->pds, scene->effect->symbol).begin };
  *vec_push (all->arena, &scene->effects->accesses.list) = access;
  access.when = here;
  *vec_push (all->arena, &scene->effects->poised.list) = access;
}

/* Add a hit if FIELD is accessed when its predicate is false. */
static void
check_exclusive (struct scene *scene, field_id field, aig_lit when)
{
  struct unrolling *all = scene->u->all;
  const uint32_t *exclusive = all->question->lowering->flow->exclusive;
  if (all->question->goal != QUERY_EXCLUSIVE
      || !field_equal (field, all->question->field))
    return;
  assert (exclusive && exclusive[field.index] != IR_NO_EXPR);
  struct symbolic s = scene_symbolic (scene);
  aig_lit wrong = AIG_FALSE;
  aig_lit holds = symbolic_condition (&s, exclusive[field.index], &wrong);
  holds = aig_and (&all->aig, holds, aig_not (wrong));
  add_hit (scene, aig_and (&all->aig, when, aig_not (holds)));
}

static void
make_access (struct scene *scene, struct changes *changes, aig_lit when, aig_lit here,
             struct bits *index, struct bits value)
{
  assert (ir_is_access (scene->effect->node));
  struct unrolling *all = scene->u->all;
  const struct effect *e = scene->effect;
  field_id field = ir_step_field (e->node);
  bool writes = e->node->op == IR_WRITE;
  struct bits at = index ? *index : (struct bits){ NULL, 0 };
  add_access (scene, here, when, field, at, writes, false);
  check_exclusive (scene, field, when);
  if (writes && e->node->expr != IR_NO_EXPR)
    layout_write (&all->layout, &all->aig, scene->after, when, field, index, value);
  else if (e->node->slot != IR_NO_SLOT)
    scene_change (scene, changes, scene->below, scene_body (scene), e->node->slot, when,
                  layout_read (&all->layout, &all->aig, scene->before, field, index));
}

static void
make_lock_step (struct scene *scene, struct changes *changes,
                const struct pds_action_info *action, aig_lit when)
{
  assert (scene->effect->visible && scene->after);
  struct unrolling *all = scene->u->all;
  struct aig *aig = &all->aig;
  const struct ir_step *step = scene->effect->node;
  if (step->op == IR_ACQUIRE_AT)
    {
      aig_lit held, ignored = AIG_FALSE;
      struct symbolic s = scene_symbolic (scene);
      struct bits index = symbolic_value (&s, step->index, &ignored);
      array_lock_ready (scene, index, &held);
      aig_lit takes = aig_and (aig, when, aig_not (held));
      for (uint32_t l = 0; l < step->lock_count; l++)
        set_owner (scene, step->first_lock.index + l,
                   aig_and (aig, takes, is_place (aig, index, l)),
                   self_as_owner (scene->u));
      struct bits wide = index.width < 32 ? bits_extend (aig, index, 32) : index;
      scene_change (scene, changes, scene->below, scene_body (scene), step->slot, when,
                    bits_choose (aig, held, bits_constant (aig, wide.width, -1), wide));
    }
  else if (step->op == IR_RELEASE_AT)
    {
      struct bits place = *scene_slot (scene, step->slot);
      for (uint32_t l = 0; l < step->lock_count; l++)
        set_owner (scene, step->first_lock.index + l,
                   aig_and (aig, when, is_place (aig, place, l)), 0);
    }
  else if (pds_action_is_operation (action))
    set_owner (scene, pds_action_lock (action).index, when,
               action->op == PDS_ACQUIRE ? self_as_owner (scene->u) : 0);
}

static void
make_order (struct scene *scene, const struct pds_action_info *action, aig_lit when)
{
  assert (scene->after && scene->after != scene->before);
  struct unrolling *all = scene->u->all;
  const struct pds *pds = &all->question->lowering->pds;
  if (action->op == PDS_FINISH)
    {
      struct bits *bit = &scene->after[all->layout.first_finished + scene->u->number];
      *bit = bits_choose (&all->aig, when, bits_single (&all->aig, AIG_TRUE), *bit);
    }
  if (action->op != PDS_START)
    return;
  idset processes = pds_action_processes (action);
  IDSET_EACH (p, pds->idsets, processes)
    {
      struct bits *bit = &scene->after[all->layout.first_started + p];
      *bit = bits_choose (&all->aig, when, bits_single (&all->aig, AIG_TRUE), *bit);
    }
}

/* The process fails CLAIM if WHEN. */
static void
fail_claim (struct scene *scene, uint32_t claim, aig_lit when)
{
  assert (claim < scene->u->all->question->lowering->flow->claims.count);
  struct unrolling *all = scene->u->all;
  scene->effects->failed = aig_or (&all->aig, scene->effects->failed, when);
  if (all->question->goal == QUERY_ASSERT && claim == all->question->claim)
    add_hit (scene, when);
}

/* Enter a body: its parameters are the arguments, its other slots begin with zeros. */
static void
make_call (struct scene *scene, struct changes *changes, aig_lit when)
{
  assert (scene->effect->node->op == IR_CALL);
  struct unrolling *all = scene->u->all;
  const struct ir_projection *lowering = all->question->lowering;
  const struct effect *e = scene->effect;
  const struct ir_graph *callee
    = &lowering->flow->bodies.at[ir_step_callee (e->node).index];
  pds_stack below = stacks_push (&scene->u->stacks, e->symbol, scene->below);
  struct symbolic s = scene_symbolic (scene);
  for (uint32_t i = 0; i < callee->slot_count; i++)
    {
      struct bits value = bits_constant (&all->aig, 1, 0);
      if (i < e->node->argument_count)
        value = symbolic_value (
          &s, lowering->flow->arguments.at[e->node->first_argument + i], &scene->wrong);
      scene_change (scene, changes, below, callee, i, when, value);
    }
}

/* Return: store the result in the slot that the call names. */
static void
make_return (struct scene *scene, struct changes *changes, aig_lit when)
{
  assert (scene->effect->node->op == IR_RETURN);
  const struct ir_projection *lowering = scene->u->all->question->lowering;
  const struct ir_graph *own = scene_body (scene);
  if (stack_is_empty (scene->below) || own->result == IR_NO_SLOT)
    return;
  pds_symbol call = stacks_top (&scene->u->stacks, scene->below);
  const struct ir_step *step = unrolling_step (scene->u->all, call);
  assert (step->op == IR_CALL);
  if (step->slot == IR_NO_SLOT)
    return;
  body_id caller = ir_instance_of (lowering, call)->body;
  scene_change (scene, changes, stacks_below (&scene->u->stacks, scene->below),
                &lowering->flow->bodies.at[caller.index], step->slot, when,
                *scene_slot (scene, own->result));
}

/* ---- Steps. ---- */

/* Does OP only compute with values? */
static bool
is_of_values (enum ir_op op)
{
  return op == IR_SET || op == IR_ANY || op == IR_TEST || op == IR_ASSUME
         || op == IR_ASSERT;
}

/* A step that never waits, and goes along any of its rules. */
static void
make_choice (struct scene *scene, struct pds_range rules, aig_lit when)
{
  assert (rules.begin < rules.end);
  struct aig *aig = &scene->u->all->aig;
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      bool last = r + 1 == rules.end;
      aig_lit this_one = last ? AIG_TRUE : aig_input (aig);
      leave (scene, r, aig_and (aig, when, this_one), AIG_FALSE);
      when = aig_and (aig, when, aig_not (this_one));
    }
}

/* Build a local step that computes with values. */
static void
make_local (struct scene *scene, struct changes *changes, struct pds_range rules)
{
  assert (is_of_values (scene->effect->node->op) && !scene->effect->visible);
  struct unrolling *all = scene->u->all;
  struct aig *aig = &all->aig;
  const struct effect *e = scene->effect;
  const struct ir_step *step = e->node;
  struct symbolic s = scene_symbolic (scene);
  aig_lit here = e->place.here, condition = AIG_TRUE;
  struct bits value = { NULL, 0 };
  if (step->op == IR_SET)
    value = symbolic_value (&s, step->expr, &scene->wrong);
  else if (step->op == IR_ANY)
    {
      scene->type = scene_slot_type (scene, scene_body (scene), step->slot);
      value = scene->any = bits_input (aig, scene->type.width);
    }
  else
    condition = symbolic_condition (&s, step->expr, &scene->wrong);
  aig_lit right = aig_and (aig, here, aig_not (scene->wrong));
  if (step->op == IR_TEST)
    {
      assert (rules.end - rules.begin == 2);
      leave (scene, rules.begin, aig_and (aig, right, condition), AIG_FALSE);
      leave (scene, rules.begin + 1, aig_and (aig, right, aig_not (condition)),
             AIG_FALSE);
    }
  else
    leave (scene, rules.begin, aig_and (aig, right, condition), AIG_FALSE);
  if (value.width)
    scene_change (scene, changes, scene->below, scene_body (scene), step->slot, right,
                  value);
  if (step->op == IR_ASSERT)
    fail_claim (scene, step->claim, aig_and (aig, right, aig_not (condition)));
}

/* Record for which lock the process waits if it STAYS before an acquire. */
static void
note_waits (struct scene *scene, const struct pds_action_info *action, aig_lit stays)
{
  assert (scene->effect->visible);
  struct unrolled *u = scene->u;
  struct unrolling *all = u->all;
  struct aig *aig = &all->aig;
  const struct ir_step *step = scene->effect->node;
  bool element = step->op == IR_ACQUIRE_AT;
  if (all->question->goal != QUERY_DEADLOCK || (!element && action->op != PDS_ACQUIRE))
    return;
  if (element)
    {
      aig_lit ignored = AIG_FALSE;
      struct symbolic s = scene_symbolic (scene);
      struct bits index = symbolic_value (&s, step->index, &ignored);
      for (uint32_t l = 0; l < step->lock_count; l++)
        add_await (scene, aig_and (aig, stays, is_place (aig, index, l)),
                   step->first_lock.index + l);
    }
  else
    add_await (scene, stays, pds_action_lock (action).index);
  *vec_push (all->arena, &all->lasts)
    = (struct unrolled_last){ aig_and (aig, stays, u->token), u->number, u->shared,
                              u->time };
}

/* Build a visible step, which needs the token. */
static void
make_visible (struct scene *scene, struct changes *changes, struct pds_range rules)
{
  assert (scene->effect->visible && rules.end == rules.begin + 1);
  struct unrolled *u = scene->u;
  struct unrolling *all = u->all;
  struct aig *aig = &all->aig;
  const struct effect *e = scene->effect;
  const struct pds_action_info *action = effect_action (u, rules.begin);
  struct symbolic s = scene_symbolic (scene);
  struct bits index, value = { NULL, 0 };
  bool indexed = ir_is_access (e->node) && e->node->index != IR_NO_EXPR;
  aig_lit enabled = is_enabled (scene), moves;
  if (indexed)
    index = find_index (scene, all->question->lowering->flow->model->fields
                                 .at[ir_step_field (e->node).index]
                                 .cells);
  if (e->node->op == IR_WRITE && e->node->expr != IR_NO_EXPR)
    {
      value = symbolic_value (&s, e->node->expr, &scene->wrong);
      value = symbolic_fit (
        aig,
        all->question->lowering->flow->model->fields.at[ir_step_field (e->node).index]
          .type,
        value);
    }
  aig_lit here = aig_and (aig, e->place.here, u->token);
  /* Going wrong needs no token, except for an assume, which reads the shared state. */
  bool looks = e->node->op == IR_ASSUME;
  aig_lit goes_wrong = aig_and (aig, looks ? here : e->place.here, scene->wrong);
  if (e->node->wrong != IR_NO_CLAIM)
    fail_claim (scene, e->node->wrong, goes_wrong);
  here = aig_and (aig, aig_and (aig, here, enabled), aig_not (scene->wrong));
  aig_lit when = aig_and (aig, aig_and (aig, here, u->scheduled),
                          is_allowed (scene, action, &moves));
  if (e->node->op == IR_NOTIFY && all->layout.first_waiting != LAYOUT_NONE
      && !e->node->all)
    when = aig_and (aig, when, choose_woken (scene));
  if (ir_is_access (e->node))
    make_access (scene, changes, when, here, indexed ? &index : NULL, value);
  else if (looks)
    {
      struct symbolic_accesses read = { VEC_EMPTY };
      symbolic_list_accesses (&s, e->node->expr, when, &read);
      for (uint32_t i = 0; i < read.list.count; i++)
        add_access (scene, read.list.at[i].when, read.list.at[i].when,
                    read.list.at[i].field, read.list.at[i].index, false, true);
    }
  make_lock_step (scene, changes, action, when);
  make_order (scene, action, when);
  if (all->layout.first_waiting != LAYOUT_NONE)
    change_waits (scene, when);
  note_waits (
    scene, action,
    aig_and (aig, aig_and (aig, e->place.here, aig_not (scene->wrong)), aig_not (when)));
  move_automaton (scene, when, moves);
  leave (scene, rules.begin, when, moves);
  if (all->waits)
    *vec_push (all->arena, &scene->effects->exits)
      = (struct effect_exit){ .when = aig_and (aig, e->place.here,
                                               aig_not (aig_or (aig, when, goes_wrong))),
                              .to = e->place.stack,
                              .first = e->place.first,
                              .rule = EFFECT_STAYS };
}

static void
make (struct unrolled *u, const struct effect *e, struct effects *effects,
      struct changes *changes, struct bits *after)
{
  assert (effects->list.count > 0 && after);
  const struct pds *pds = &u->all->question->lowering->pds;
  struct pds_range rules = pds_rules_of (pds, e->symbol);
  const struct pds_rule *rule = &pds->rules.at[rules.begin];
  struct scene scene = scene_make (u, e, effects, after);
  struct aig *aig = &u->all->aig;
  if (pds_rule_is_return (rule))
    {
      make_return (&scene, changes, e->place.here);
      leave (&scene, rules.begin, e->place.here, AIG_FALSE);
    }
  else if (pds_rule_is_call (rule))
    {
      uint32_t first = changes->list.count;
      make_call (&scene, changes, e->place.here);
      aig_lit when = aig_and (aig, e->place.here, aig_not (scene.wrong));
      for (uint32_t i = first; i < changes->list.count; i++)
        changes->list.at[i].when = when;
      leave (&scene, rules.begin, when, AIG_FALSE);
    }
  else if (e->visible)
    {
      make_visible (&scene, changes, rules);
      return; /* make_visible has handled going wrong */
    }
  else if (is_of_values (e->node->op))
    make_local (&scene, changes, rules);
  else
    make_choice (&scene, rules, e->place.here);
  if (e->node->wrong != IR_NO_CLAIM)
    fail_claim (&scene, e->node->wrong, aig_and (aig, e->place.here, scene.wrong));
}

/* Set what is known after the step of E, whose exits and CHANGES begin with these
   numbers; a process that stays has changed nothing. */
static void
tell_known (struct unrolled *u, const struct effect *e, struct effects *effects,
            uint32_t first_exit, const struct changes *changes, uint32_t first_change)
{
  const struct pds *pds = &u->all->question->lowering->pds;
  bool returns = pds_rule_is_return (&pds->rules.at[pds_rules_of (pds, e->symbol).begin]);
  pds_stack below = stacks_below (&u->stacks, e->place.stack);
  struct known_slots after
    = known_after (u, &e->place.known, changes, first_change, returns ? &below : NULL);
  for (uint32_t i = first_exit; i < effects->exits.count; i++)
    effects->exits.at[i].known
      = effects->exits.at[i].rule == EFFECT_STAYS ? e->place.known : after;
}

void
effects_make (struct unrolled *u, struct effects *effects, struct bits *after)
{
  assert (effects->list.count == u->places.count && after != u->shared);
  struct changes changes = { VEC_EMPTY };
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      uint32_t first_exit = effects->exits.count, first_change = changes.list.count;
      make (u, &effects->list.at[i], effects, &changes, after);
      if (u->all->knows)
        tell_known (u, &effects->list.at[i], effects, first_exit, &changes, first_change);
    }
  scene_apply (u, &changes);
}
