/* conditions.c -- see block_movers.h: steps that move in some states only, by dynamic
 * both-moving conditions [GuntherLaarman2017].
 *
 * A step moves while each access by which others may still interfere with it is harmless
 * (doc/reductions.md, section 4): none can be reached (reachability), it is to another
 * cell (static-pointer), it needs a lock that this process owns (locks), or it does not
 * write as long as the cell keeps its value (monotonic-atomic).  Cost: for each other
 * process, its places times the hazards there.
 */
#include <config.h>

#include "engine/blocks/block_movers.h"
#include "engine/symbolic/scene.h"

/* An access that process P is about to make. */
struct attempt
{
  struct block_relation *r;
  struct aig *aig;
  uint32_t p;
  const struct bits *shared;
  field_id field;
  bool reads;
  struct bits index; /* width 0: the field is no array */
  idset held;        /* locks that the process holds in any case */
};

static aig_lit
is_value (struct aig *aig, struct bits a, struct bits b)
{
  uint32_t width = a.width > b.width ? a.width : b.width;
  return bits_equal (aig, bits_extend (aig, a, width), bits_extend (aig, b, width));
}

/* ---- Others. ---- */

/* The literal: process Q cannot make a step, and only the process of the attempt can
   change that: Q is at its entry and was not started. */
static aig_lit
is_dormant (const struct attempt *a, uint32_t q)
{
  const struct layout *layout = &a->r->all.layout;
  if (layout->first_started == LAYOUT_NONE || a->r->movers->starter[q] != a->p
      || !a->r->question->lowering->pds.processes.at[q].started)
    return AIG_FALSE;
  aig_lit started = a->shared[layout->first_started + q].at[0];
  uint32_t entry = a->r->processes[q].places.list.at[0].number;
  assert (q != a->p && entry >= NUMBER_FIRST);
  return aig_and (a->aig, aig_not (started), a->r->processes[q].is_at[entry]);
}

/* Does whoever comes to HAZARD first wait for the end of the process of the attempt? */
static bool
is_after_end (const struct attempt *a, const struct hazard *hazard)
{
  return (a->r->reductions & BLOCK_REACHABILITY) && a->p < HAZARD_PROCESSES
         && (hazard->joined >> a->p & 1);
}

/* Has PLACE a hazard that may come before the end of the process of the attempt? */
static bool
has_hazard (const struct attempt *a, const struct hazards *hazards, uint32_t place)
{
  for (uint32_t i = 0; i < hazards->list.count && hazards->count_at[place] > 0; i++)
    if (hazards_are_at (hazards, place, i) && !is_after_end (a, &hazards->list.at[i]))
      return true;
  return false;
}

/* The literal: while the process runs, no other one can come to a write of FIELD. */
static aig_lit
is_final (const struct attempt *a, field_id field)
{
  aig_lit result = AIG_TRUE;
  for (uint32_t q = 0; q < a->r->all.processes.count; q++)
    {
      const struct relation_process *process = &a->r->processes[q];
      if (q == a->p)
        continue;
      const struct hazards *writes
        = danger_hazards (&a->r->movers->dangers[q], field, true);
      aig_lit may = AIG_FALSE;
      for (uint32_t n = NUMBER_FIRST; n < process->places.resting.count; n++)
        if (has_hazard (a, writes, process->places.resting.at[n]))
          may = aig_or (a->aig, may, process->is_at[n]);
      if (!aig_equal (may, AIG_FALSE))
        may = aig_and (a->aig, may, aig_not (is_dormant (a, q)));
      result = aig_and (a->aig, result, aig_not (may));
    }
  return result;
}

/* ---- Terms. ---- */

/* The slots of a frame of another process, at the place where it rests. */
struct frame
{
  const struct relation_process *process;
  pds_stack below;
  uint32_t number; /* of its place */
  bool missing;    /* a slot that was asked for is no part of the state there */
};

static const struct bits *
frame_slot (void *context, uint32_t slot)
{
  struct frame *frame = context;
  assert (frame->number >= NUMBER_FIRST);
  for (uint32_t i = 0; i < frame->process->slots.count; i++)
    {
      const struct relation_slot *s = &frame->process->slots.at[i];
      if (s->below.index == frame->below.index && s->slot == slot)
        {
          frame->missing |= !s->kept[frame->number];
          return &s->value;
        }
    }
  frame->missing = true;
  return NULL;
}

/* Are all slots of EXPR part of the state? */
static bool
has_slots (const struct ir *flow, uint32_t expr, struct frame *frame)
{
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_SLOT)
    frame_slot (frame, e->place);
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    has_slots (flow, e->operands[i], frame);
  return !frame->missing;
}

/* The value of TERM of process Q at the place with NUMBER.  *KNOWN: the literal that it
   has this value, and keeps it. */
static struct bits
term_value (const struct attempt *a, uint32_t q, uint32_t number,
            const struct index_term *term, aig_lit *known)
{
  struct block_relation *r = a->r;
  const struct ir *flow = r->question->lowering->flow;
  struct frame frame = { &r->processes[q], term->below, number, false };
  assert (q != a->p && number < r->processes[q].places.resting.count);
  struct bits value = bits_constant (a->aig, 1, 0);
  *known = AIG_FALSE;
  if (term->kind == TERM_CONSTANT)
    {
      *known = AIG_TRUE;
      value = bits_constant (a->aig, 64, term->value);
    }
  else if (term->kind == TERM_SLOT)
    {
      const struct bits *slot = frame_slot (&frame, term->what);
      if (!frame.missing)
        {
          *known = AIG_TRUE;
          value = *slot;
        }
    }
  else if (term->kind == TERM_FIELD)
    {
      field_id field = { term->what };
      assert (r->all.layout.first_cell[term->what] != LAYOUT_NONE);
      /* If the access writes this field, it may change the cell itself. */
      *known
        = !a->reads && field_equal (field, a->field) ? AIG_FALSE : is_final (a, field);
      value = a->shared[r->all.layout.first_cell[term->what] + (uint32_t) term->value];
    }
  else if (term->kind == TERM_EXPR && has_slots (flow, term->what, &frame))
    {
      struct symbolic s = { .layout = &r->all.layout,
                            .aig = a->aig,
                            .slot = frame_slot,
                            .context = &frame,
                            .self = r->all.processes.at[q].process };
      aig_lit wrong = AIG_FALSE;
      value = symbolic_value (&s, term->what, &wrong);
      *known = aig_not (wrong);
    }
  if (term->cut.width && !aig_equal (*known, AIG_FALSE))
    value = symbolic_fit (a->aig, term->cut, value);
  return value;
}

/* ---- Reasons. ---- */

/* The literal: the process owns LOCK. */
static aig_lit
owns (const struct attempt *a, uint32_t lock)
{
  assert (lock < a->r->question->lowering->pds.locks.count);
  struct bits owner = a->shared[a->r->all.layout.first_owner + lock];
  return bits_equal (a->aig, owner,
                     bits_constant (a->aig, owner.width, (int64_t) a->p + 1));
}

/* The literal: the process owns the lock with index PLACE of the array of LOCK. */
static aig_lit
owns_one (const struct attempt *a, const struct hazard_lock *lock, struct bits place)
{
  aig_lit result = AIG_FALSE;
  assert (lock->count > 0 && place.width > 0);
  for (uint32_t l = 0; l < lock->count; l++)
    result
      = aig_or (a->aig, result,
                aig_and (a->aig, is_value (a->aig, place, bits_constant (a->aig, 33, l)),
                         owns (a, lock->first.index + l)));
  return result;
}

/* Every slot is the index: a function of the index has no other. */
static const struct bits *
index_as_slot (void *context, uint32_t slot)
{
  (void) slot;
  return context;
}

/* The type of the slot in EXPR; width 0: it has none. */
static struct ir_type
type_of_slot_in (const struct ir *flow, uint32_t expr)
{
  const struct ir_expr *e = &flow->exprs.at[expr];
  struct ir_type type = { false, 0 };
  if (e->op == IR_SLOT)
    return e->type;
  for (uint32_t i = 0; i < ir_operand_count (e) && type.width == 0; i++)
    type = type_of_slot_in (flow, e->operands[i]);
  return type;
}

/* The literal: the process owns the lock that belongs to the cell of the attempt. */
static aig_lit
owns_lock_of_cell (const struct attempt *a, const struct hazard_lock *lock)
{
  const struct ir *flow = a->r->question->lowering->flow;
  assert (lock->by_cell && a->index.width > 0);
  if (lock->function == IR_NO_EXPR)
    return owns_one (a, lock, a->index);
  struct ir_type type = type_of_slot_in (flow, lock->function);
  assert (type.width > 0);
  struct bits index = symbolic_fit (a->aig, type, a->index);
  struct symbolic s = {
    .layout = &a->r->all.layout, .aig = a->aig, .slot = index_as_slot, .context = &index
  };
  aig_lit wrong = AIG_FALSE;
  struct bits place = symbolic_value (&s, lock->function, &wrong);
  return aig_and (a->aig, owns_one (a, lock, place), aig_not (wrong));
}

/* The literal: the process owns a lock that will be held at HAZARD. */
static aig_lit
is_locked_out (const struct attempt *a, uint32_t q, uint32_t number,
               const struct hazard *hazard)
{
  const struct idsets *sets = a->r->question->lowering->pds.idsets;
  aig_lit result = AIG_FALSE;
  IDSET_EACH (l, sets, hazard->held)
    result = aig_or (a->aig, result, owns (a, l));
  for (uint32_t i = 0; i < hazard->lock_count; i++)
    {
      const struct hazard_lock *lock = &hazard->locks[i];
      aig_lit owned, known = AIG_TRUE;
      if (lock->by_cell)
        owned = owns_lock_of_cell (a, lock);
      else
        owned = owns_one (a, lock, term_value (a, q, number, &lock->place, &known));
      result = aig_or (a->aig, result, aig_and (a->aig, owned, known));
    }
  return result;
}

/* The literal: HAZARD of process Q, at the place with NUMBER, is to another cell. */
static aig_lit
is_elsewhere (const struct attempt *a, uint32_t q, uint32_t number,
              const struct hazard *hazard)
{
  aig_lit known;
  if (hazard->cell.kind == TERM_UNKNOWN || a->index.width == 0)
    return AIG_FALSE;
  struct bits cell = term_value (a, q, number, &hazard->cell, &known);
  if (aig_equal (known, AIG_FALSE))
    return AIG_FALSE;
  return aig_and (a->aig, known, aig_not (is_value (a->aig, cell, a->index)));
}

/* The literal: HAZARD writes only if the cell has a value that it does not have. */
static aig_lit
is_too_late (const struct attempt *a, const struct hazard *hazard)
{
  assert (hazard->writes || !hazard->swaps);
  if (!a->reads || !hazard->swaps)
    return AIG_FALSE;
  struct bits now = layout_read (&a->r->all.layout, a->aig, a->shared, a->field,
                                 a->index.width ? &a->index : NULL);
  return aig_not (
    bits_equal (a->aig, now, bits_constant (a->aig, now.width, hazard->expected)));
}

/* Is HAZARD made with a lock that the process holds in any case? */
static bool
is_never_met (const struct attempt *a, const struct hazard *hazard)
{
  return idset_meets (a->r->question->lowering->pds.idsets, a->held, hazard->held);
}

static aig_lit
is_harmless (const struct attempt *a, uint32_t q, uint32_t number,
             const struct hazard *hazard)
{
  uint32_t reductions = a->r->reductions;
  aig_lit result = AIG_FALSE;
  if (is_never_met (a, hazard) || is_after_end (a, hazard))
    return AIG_TRUE;
  if (reductions & BLOCK_STATIC_POINTER)
    result = is_elsewhere (a, q, number, hazard);
  if (reductions & BLOCK_LOCKS)
    result = aig_or (a->aig, result, is_locked_out (a, q, number, hazard));
  if (reductions & BLOCK_MONOTONIC_ATOMIC)
    result = aig_or (a->aig, result, is_too_late (a, hazard));
  return result;
}

/* ---- All of them. ---- */

/* The literal: nothing that process Q may still do interferes. */
static aig_lit
is_out_of_way (const struct attempt *a, uint32_t q)
{
  const struct relation_process *process = &a->r->processes[q];
  const struct hazards *hazards
    = danger_hazards (&a->r->movers->dangers[q], a->field, a->reads);
  assert (q != a->p && hazards->access_count <= hazards->list.count);
  if (!(a->r->reductions & BLOCK_REACHABILITY))
    for (uint32_t i = 0; i < hazards->access_count; i++)
      if (!is_never_met (a, &hazards->list.at[i])
          && !movers_may_be_harmless (a->r, &hazards->list.at[i], a->reads))
        return AIG_FALSE;
  aig_lit result = AIG_TRUE;
  for (uint32_t n = NUMBER_FIRST; n < process->places.resting.count; n++)
    {
      uint32_t place = process->places.resting.at[n];
      aig_lit harmless = AIG_TRUE;
      for (uint32_t i = 0; i < hazards->list.count && hazards->count_at[place] > 0; i++)
        if (hazards_are_at (hazards, place, i))
          harmless
            = aig_and (a->aig, harmless, is_harmless (a, q, n, &hazards->list.at[i]));
      result = aig_and (a->aig, result,
                        aig_or (a->aig, aig_not (process->is_at[n]), harmless));
    }
  if (a->r->reductions & BLOCK_REACHABILITY)
    result = aig_or (a->aig, result, is_dormant (a, q));
  return result;
}

static aig_lit
moves (const struct attempt *a)
{
  aig_lit result = AIG_TRUE;
  for (uint32_t q = 0; q < a->r->all.processes.count; q++)
    if (q != a->p)
      result = aig_and (a->aig, result, is_out_of_way (a, q));
  return result;
}

/* The literal: nobody changes the fields that EXPR reads. */
static aig_lit
moves_all (struct attempt *a, const struct symbolic *s, uint32_t expr)
{
  const struct ir_expr *e = &a->r->question->lowering->flow->exprs.at[expr];
  aig_lit result = AIG_TRUE, wrong = AIG_FALSE;
  assert (a->reads);
  if (e->op == IR_FIELD)
    {
      a->field = (field_id){ e->place };
      a->index = (struct bits){ NULL, 0 };
      if (e->operands[0] != IR_NO_EXPR)
        a->index = symbolic_value (s, e->operands[0], &wrong);
      result = moves (a);
    }
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    result = aig_and (a->aig, result, moves_all (a, s, e->operands[i]));
  return result;
}

aig_lit
movers_condition (struct block_relation *relation, uint32_t p, uint32_t place)
{
  struct unrolled *u = &relation->all.processes.at[p];
  const struct effect *e = &relation->processes[p].places.list.at[place].effect;
  struct scene scene = scene_make (u, e, NULL, NULL);
  struct symbolic s = scene_symbolic (&scene);
  struct attempt attempt = {
    .r = relation, .aig = &relation->all.aig, .p = p, .shared = u->shared, .reads = true
  };
  attempt.held = ir_locks_at (relation->question->lowering, e->symbol);
  assert (relation->movers);
  if (e->node->op == IR_ASSUME)
    return moves_all (&attempt, &s, e->node->expr);
  aig_lit wrong = AIG_FALSE;
  attempt.field = ir_step_field (e->node);
  attempt.reads = e->node->op == IR_READ;
  if (e->node->index != IR_NO_EXPR)
    attempt.index = symbolic_value (&s, e->node->index, &wrong);
  return moves (&attempt);
}
