/* moves.c -- see moves.h. */
#include <config.h>

#include "certificate/checker/moves.h"

/* Steps while they are built. */
struct making
{
  const struct system *system;
  struct gates *gates;
  uint32_t process;
  const struct part *part;
  struct moves *moves;
  VEC (gate) * into; /* by index in the list: the steps that lead there */
  gate may;
  gate was;    /* the process was in the midst of an atomic block */
  gate begins; /* a step is made that begins an atomic block */
  gate wrong;  /* a step goes wrong */
};

gate
moves_may (const struct system *system, struct gates *gates,
           const struct system_state *state, uint32_t process)
{
  assert (process < system_processes (system));
  gate nobody = system_is (system, gates, state, system->midst, 0);
  gate own = system_is (system, gates, state, system->midst, system_as_owner (process));
  return gate_or (gates, nobody, own);
}

/* Let the process go to PLACE if WHEN. */
static void
go (struct making *m, const struct stand *from, uint32_t place, gate when)
{
  uint32_t index = place_index (&m->system->places, m->process, place);
  assert (index != PLACE_NONE);
  *vec_push (m->gates->arena, &m->into[index]) = when;
  *vec_push (m->gates->arena, &m->moves->list) = (struct move){ from->index, when };
}

/* ---- The automaton. ---- */

/* The gate: the automaton allows ACTION, made if WHEN.  A guess says if it is a step. */
static gate
watch (struct making *m, const struct stand *s, uint32_t action, gate when)
{
  struct gates *g = m->gates;
  const struct part_action *seen = m->part ? &m->part->actions[action] : NULL;
  if (!seen || (!seen->step && !seen->forbidden))
    return when;
  assert (action < m->part->action_count && m->part->steps == m->system->steps);
  gate loops = GATE_FALSE, steps = GATE_FALSE, last = GATE_FALSE;
  for (uint32_t x = 0; x <= m->part->steps; x++)
    {
      gate is_x = system_is (m->system, g, s->terms.state, m->system->done, x);
      if (!(seen->forbidden >> x & 1) || x == m->part->steps)
        loops = gate_or (g, loops, is_x);
      if (!(seen->step >> x & 1) || x == m->part->steps)
        continue;
      steps = gate_or (g, steps, is_x);
      if (x + 1 == m->part->steps)
        last = is_x;
    }
  gate guess = gate_equal (steps, GATE_FALSE) ? GATE_FALSE : gate_input (g);
  gate made = gate_and (g, when, gate_choose (g, guess, steps, loops));
  gate moves = gate_and (g, made, guess);
  for (uint32_t x = m->part->steps; x-- > 0;)
    if (seen->step >> x & 1)
      {
        gate is_x = system_is (m->system, g, s->terms.state, m->system->done, x);
        system_set_number (m->system, g, &m->moves->after, m->system->done,
                           gate_and (g, moves, is_x), x + 1);
      }
  m->moves->last = gate_or (g, m->moves->last, gate_and (g, moves, last));
  return made;
}

/* ---- Values. ---- */

static void
set_slot (struct making *m, const struct frame_slots *frame, uint32_t slot, gate when,
          struct word value)
{
  const struct ir *flow = m->system->lowering->flow;
  assert (frame && slot < frame->body->slot_count);
  struct ir_type type = flow->slots.at[frame->body->first_slot + slot].type;
  system_set (m->system, m->gates, &m->moves->after, frame->first + slot, when,
              word_fit (m->gates, value, type.width));
}

/* Store any value. */
static void
choose_value (struct making *m, const struct stand *s, gate when)
{
  uint32_t slot = s->terms.frame->first + s->node->slot;
  assert (s->node->slot < s->terms.frame->body->slot_count);
  system_set (m->system, m->gates, &m->moves->after, slot, when,
              word_input (m->gates, m->system->width.at[slot]));
}

static void
access_field (struct making *m, const struct stand *s, gate when)
{
  struct gates *g = m->gates;
  field_id field = ir_step_field (s->node);
  const struct ir_field *known
    = &m->system->lowering->flow->model->fields.at[field.index];
  struct word place;
  const struct word *index = stand_index (s, &place);
  assert (s->node->op == IR_READ || s->node->op == IR_WRITE);
  if (s->node->op == IR_READ)
    {
      if (s->node->slot != IR_NO_SLOT)
        set_slot (m, s->terms.frame, s->node->slot, when,
                  terms_read (&s->terms, field, index));
      return;
    }
  if (s->node->expr == IR_NO_EXPR)
    return;
  gate ignored = GATE_FALSE;
  struct word value
    = word_fit (g, terms_value (&s->terms, s->node->expr, &ignored), known->type.width);
  for (uint32_t c = 0; c < known->cells; c++)
    system_set (m->system, g, &m->moves->after, m->system->first_cell[field.index] + c,
                index ? gate_and (g, when, word_is (g, *index, c)) : when, value);
}

static void
set_owner (struct making *m, uint32_t lock, gate when, uint32_t owner)
{
  assert (lock < m->system->lowering->pds.locks.count);
  system_set_number (m->system, m->gates, &m->moves->after, m->system->first_owner + lock,
                     when, owner);
}

/* Acquire a lock of an array; a slot stores which, for the release. */
static void
take_element (struct making *m, const struct stand *s, gate when)
{
  struct gates *g = m->gates;
  struct word place;
  const struct word *index = stand_index (s, &place);
  uint32_t first = s->node->first_lock.index;
  gate held = GATE_FALSE;
  assert (index);
  for (uint32_t l = 0; l < s->node->lock_count; l++)
    held = gate_or (g, held,
                    gate_and (g, word_is (g, *index, l), stand_owns (s, first + l)));
  gate takes = gate_and (g, when, gate_not (held));
  for (uint32_t l = 0; l < s->node->lock_count; l++)
    set_owner (m, first + l, gate_and (g, takes, word_is (g, *index, l)),
               system_as_owner (m->process));
  struct word wide = word_fit (g, *index, 64);
  set_slot (m, s->terms.frame, s->node->slot, when,
            word_choose (g, held, word_constant (g, 64, -1), wide));
}

static void
give_element (struct making *m, const struct stand *s, gate when)
{
  struct gates *g = m->gates;
  assert (s->node->slot < s->terms.frame->body->slot_count);
  struct word taken = s->terms.state->values[s->terms.frame->first + s->node->slot];
  for (uint32_t l = 0; l < s->node->lock_count; l++)
    set_owner (m, s->node->first_lock.index + l,
               gate_and (g, when, word_is (g, taken, l)), 0);
}

/* ---- Wait sets. ---- */

/* Update the waits of all processes after the step, a notify, if WHEN.  If it wakes one,
   guesses say which: the first waiting process that is not passed over. */
static void
wake (struct making *m, const struct stand *s, gate when)
{
  struct gates *g = m->gates;
  uint32_t lock = ir_step_lock (s->node).index;
  gate *waits = arena_alloc (g->arena, system_processes (m->system) * sizeof *waits);
  gate later = GATE_FALSE;
  assert (s->node->op == IR_NOTIFY && m->system->first_waiting != UINT32_MAX);
  for (uint32_t p = 0; p < system_processes (m->system); p++)
    waits[p]
      = system_is (m->system, g, s->terms.state, m->system->first_waiting + p, lock + 1);
  for (uint32_t p = system_processes (m->system); p-- > 0;)
    {
      /* later: a process with a larger number waits, so p may be passed over. */
      gate passes = s->node->all ? GATE_FALSE : gate_and (g, later, gate_input (g));
      later = gate_or (g, later, waits[p]);
      waits[p] = gate_and (g, waits[p], gate_not (passes));
    }
  for (uint32_t p = 0; p < system_processes (m->system); p++)
    {
      system_set_number (m->system, g, &m->moves->after, m->system->first_waiting + p,
                         gate_and (g, when, waits[p]), 0);
      if (!s->node->all)
        when = gate_and (g, when, gate_not (waits[p]));
    }
}

static void
change_waits (struct making *m, const struct stand *s, gate when)
{
  if (s->node->op == IR_NOTIFY)
    wake (m, s, when);
  if (s->node->op == IR_RELEASE && s->node->waits)
    system_set_number (m->system, m->gates, &m->moves->after,
                       m->system->first_waiting + m->process, when,
                       ir_step_lock (s->node).index + 1);
}

/* ---- Calls. ---- */

/* Set the parameters to the arguments, and all other slots to 0. */
static void
enter_frame (struct making *m, const struct stand *s, gate when)
{
  const struct ir *flow = m->system->lowering->flow;
  const struct frame_slots *frame = system_frame (m->system, m->process, s->place);
  assert (frame);
  for (uint32_t i = 0; i < frame->body->slot_count; i++)
    {
      struct word value = word_constant (m->gates, 1, 0);
      gate ignored = GATE_FALSE;
      if (i < s->node->argument_count)
        value = terms_value (&s->terms, flow->arguments.at[s->node->first_argument + i],
                             &ignored);
      set_slot (m, frame, i, when, value);
    }
}

/* Store the result where the call says, and close the frame. */
static void
leave_frame (struct making *m, const struct stand *s, gate when)
{
  const struct ir_projection *lowering = m->system->lowering;
  const struct frame_slots *own = s->terms.frame;
  assert (s->node->op == IR_RETURN && own->process == m->process);
  if (own->below != PLACE_ENDED && own->body->result != IR_NO_SLOT)
    {
      pds_symbol call = place_symbol (&m->system->places, own->below);
      const struct ir_step *node = ir_step_of (lowering, call);
      const struct frame_slots *caller = system_frame (
        m->system, m->process, place_below (&m->system->places, own->below));
      if (node->slot != IR_NO_SLOT)
        set_slot (m, caller, node->slot, when,
                  s->terms.state->values[own->first + own->body->result]);
    }
  for (uint32_t i = 0; i < own->body->slot_count; i++)
    set_slot (m, own, i, when, word_constant (m->gates, 1, 0));
}

/* ---- Steps. ---- */

/* Do all that the step from S does, if WHEN, but for where it leads. */
static void
act (struct making *m, const struct stand *s, gate when)
{
  const struct pds *pds = &m->system->lowering->pds;
  const struct ir_step *step = s->node;
  gate ignored = GATE_FALSE;
  if (s->node->op == IR_CALL)
    enter_frame (m, s, when);
  else if (s->node->op == IR_RETURN)
    leave_frame (m, s, when);
  else if (ir_is_access (s->node))
    access_field (m, s, when);
  else if (step->op == IR_SET)
    set_slot (m, s->terms.frame, step->slot, when,
              terms_value (&s->terms, step->expr, &ignored));
  else if (step->op == IR_ANY)
    choose_value (m, s, when);
  else if (step->op == IR_ACQUIRE_AT)
    take_element (m, s, when);
  else if (step->op == IR_RELEASE_AT)
    give_element (m, s, when);
  else if (pds_action_is_operation (s->action))
    set_owner (m, pds_action_lock (s->action).index, when,
               s->action->op == PDS_ACQUIRE ? system_as_owner (m->process) : 0);
  if (m->system->first_waiting != UINT32_MAX)
    change_waits (m, s, when);
  if (s->action->op == PDS_FINISH)
    system_set_number (m->system, m->gates, &m->moves->after,
                       m->system->first_finished + m->process, when, 1);
  if (s->action->op != PDS_START)
    return;
  idset processes = pds_action_processes (s->action);
  IDSET_EACH (p, pds->idsets, processes)
    system_set_number (m->system, m->gates, &m->moves->after,
                       m->system->first_started + p, when, 1);
}

/* Choose the rule along which the step from S is made, if WHEN. */
static void
choose_rule (struct making *m, const struct stand *s, gate when)
{
  struct gates *g = m->gates;
  const struct pds *pds = &m->system->lowering->pds;
  gate ignored = GATE_FALSE, holds = GATE_TRUE;
  bool branches = s->node->op == IR_TEST;
  if (branches || s->node->op == IR_ASSERT)
    holds = terms_condition (&s->terms, s->node->expr, &ignored);
  if (s->node->op == IR_ASSERT)
    when = gate_and (g, when, holds);
  assert (!branches || s->rules.end == s->rules.begin + 2);
  gate made = GATE_FALSE;
  for (uint32_t r = s->rules.begin; r < s->rules.end; r++)
    {
      bool first = r == s->rules.begin, last = r + 1 == s->rules.end;
      gate this_way = branches ? first ? holds : gate_not (holds)
                      : last ? GATE_TRUE
                               : gate_input (g);
      gate goes
        = watch (m, s, pds->rules.at[r].action.index, gate_and (g, when, this_way));
      when = gate_and (g, when, gate_not (this_way));
      go (m, s, place_after (&m->system->places, s->place, r), goes);
      made = gate_or (g, made, goes);
    }
  act (m, s, made);
  if (stand_is_step (s) && (s->atomic || s->node->op == IR_ASSUME))
    m->begins = gate_or (g, m->begins, made);
}

/* Let the process go wrong, for ever, if WHEN: it has no frames then. */
static void
go_wrong (struct making *m, const struct stand *s, gate when)
{
  go (m, s, PLACE_WRONG, when);
  m->wrong = gate_or (m->gates, m->wrong, when);
  for (uint32_t f = 0; f < m->system->frames.count; f++)
    {
      const struct frame_slots *frame = &m->system->frames.at[f];
      for (uint32_t i = 0; frame->process == m->process && i < frame->body->slot_count;
           i++)
        set_slot (m, frame, i, when, word_constant (m->gates, 1, 0));
    }
}

static void
step_from (struct making *m, const struct stand *s)
{
  struct gates *g = m->gates;
  gate wrong, enabled = stand_is_enabled (s, &wrong);
  gate here = gate_and (g, s->here, m->may);
  if (s->node->op == IR_ASSUME && stand_is_step (s))
    go_wrong (m, s, gate_and (g, here, wrong)); /* it goes wrong now, although others may
                                                   change what it reads */
  choose_rule (m, s, gate_and (g, here, gate_and (g, enabled, gate_not (wrong))));
}

/* ---- Where it leads. ---- */

static void
arrive (struct making *m, const struct system_state *before)
{
  struct gates *g = m->gates;
  uint32_t count = place_count (&m->system->places, m->process);
  assert (count > PLACE_FIRST);
  gate *left = arena_alloc (g->arena, count * sizeof *left);
  for (uint32_t i = 0; i < count; i++)
    left[i] = GATE_FALSE;
  for (uint32_t i = 0; i < m->moves->list.count; i++)
    {
      const struct move *move = &m->moves->list.at[i];
      left[move->index] = gate_or (g, left[move->index], move->when);
    }
  for (uint32_t i = 0; i < count; i++)
    {
      gate stays = gate_and (g, before->at[m->process][i], gate_not (left[i]));
      *vec_push (g->arena, &m->into[i]) = stays;
      m->moves->after.at[m->process][i] = gate_some (g, m->into[i].at, m->into[i].count);
    }
}

/* Set who is in the midst of an atomic block afterwards: the process, if it was or a
   block begins, and its next node is in the block and need not wait. */
static void
set_midst (struct making *m)
{
  struct gates *g = m->gates;
  struct system_state *after = &m->moves->after;
  VEC (gate) some = VEC_EMPTY, goes_on = VEC_EMPTY;
  for (uint32_t i = 0; i < m->moves->list.count; i++)
    *vec_push (g->arena, &some) = m->moves->list.at[i].when;
  for (uint32_t i = PLACE_FIRST; i < place_count (&m->system->places, m->process); i++)
    {
      struct stand next = stand_at (m->system, g, after, m->process, i);
      if (next.atomic && !gate_equal (next.here, GATE_FALSE))
        *vec_push (g->arena, &goes_on)
          = gate_and (g, next.here, gate_not (stand_is_blocked (&next)));
    }
  gate moved = gate_some (g, some.at, some.count);
  gate inside = gate_and (g, gate_or (g, m->was, m->begins),
                          gate_some (g, goes_on.at, goes_on.count));
  inside = gate_or (g, inside, gate_and (g, m->was, m->wrong));
  system_set_number (m->system, g, after, m->system->midst, moved, 0);
  system_set_number (m->system, g, after, m->system->midst, gate_and (g, moved, inside),
                     system_as_owner (m->process));
}

struct moves
moves_of (const struct system *system, struct gates *gates,
          const struct system_state *before, uint32_t process, const struct part *part)
{
  uint32_t count = place_count (&system->places, process);
  struct moves moves = { .after = system_copy (system, before), .last = GATE_FALSE };
  struct making m = { .system = system,
                      .gates = gates,
                      .process = process,
                      .part = part,
                      .moves = &moves,
                      .begins = GATE_FALSE,
                      .wrong = GATE_FALSE };
  m.into = arena_calloc (gates->arena, count, sizeof *m.into);
  m.may = moves_may (system, gates, before, process);
  m.was = system_is (system, gates, before, system->midst, system_as_owner (process));
  assert (!part || part->steps == system->steps);
  for (uint32_t i = PLACE_FIRST; i < count; i++)
    {
      struct stand stand = stand_at (system, gates, before, process, i);
      if (!gate_equal (stand.here, GATE_FALSE))
        step_from (&m, &stand);
    }
  arrive (&m, before);
  set_midst (&m);
  return moves;
}
