/* block_facts.c -- see block_facts.h.  Cost: one fact for each process, place and bit of
   an owner, event or value; of values at most WALKS_MOST steps backwards. */
#include <config.h>

#include "engine/ic3/block_facts.h"

#include <string.h>

#include "engine/blocks/block_movers.h"
#include "engine/blocks/place_values.h"

struct search
{
  const struct block_relation *r;
  VEC (struct cube) facts;
  uint32_t *bit; /* by node of the graph: the bit of the state, or NO_BIT */
};

#define NO_BIT UINT32_MAX

/* ---- One fact. ---- */

/* A cube under construction: the states that a fact excludes. */
struct fact
{
  struct cube cube;
  bool empty; /* it has a literal that is false, so it excludes nothing */
};

static void
add_literal (struct search *s, struct fact *fact, aig_lit lit)
{
  if (aig_is_constant (lit))
    {
      fact->empty |= aig_equal (lit, AIG_FALSE);
      return;
    }
  uint32_t bit = s->bit[aig_node_of (lit)];
  assert (bit != NO_BIT);
  *vec_push (s->r->arena, &fact->cube) = state_lit_of (bit, !aig_is_negated (lit));
}

/* Restrict FACT to states in which bit number B of VALUE is that of NUMBER iff EQUAL. */
static void
add_bit (struct search *s, struct fact *fact, struct bits value, uint32_t b,
         uint64_t number, bool equal)
{
  assert (b < value.width);
  add_literal (s, fact, (number >> b & 1) == equal ? value.at[b] : aig_not (value.at[b]));
}

static void
add_number (struct search *s, struct fact *fact, struct bits value, uint64_t number)
{
  for (uint32_t b = 0; b < value.width; b++)
    add_bit (s, fact, value, b, number, true);
  fact->empty |= value.width < 64 && number >> value.width;
}

static struct fact
fact_copy (struct search *s, const struct fact *fact)
{
  struct fact copy = { CUBE_ALL, fact->empty };
  cube_copy (s->r->arena, &copy.cube, &fact->cube);
  return copy;
}

/* Add FACT, which is complete, to the facts. */
static void
keep (struct search *s, struct fact *fact)
{
  if (fact->empty || fact->cube.count == 0)
    return;
  cube_sort (&fact->cube);
  if (cube_is_sorted (&fact->cube))
    *vec_push (s->r->arena, &s->facts) = fact->cube;
}

/* Add the fact: in the states of IF, VALUE is not NUMBER. */
static void
keep_differs (struct search *s, const struct fact *if_, struct bits value,
              uint64_t number)
{
  struct fact fact = fact_copy (s, if_);
  add_number (s, &fact, value, number);
  keep (s, &fact);
}

/* Add facts, one for each bit: in the states of IF, VALUE is NUMBER. */
static void
keep_equals (struct search *s, const struct fact *if_, struct bits value, uint64_t number)
{
  for (uint32_t b = 0; b < value.width; b++)
    {
      struct fact fact = fact_copy (s, if_);
      add_bit (s, &fact, value, b, number, false);
      keep (s, &fact);
    }
}

/* The states in which process P rests at the place with NUMBER. */
static struct fact
rests (struct search *s, uint32_t p, uint32_t number)
{
  assert (p < s->r->all.processes.count);
  struct fact fact = { CUBE_ALL, false };
  add_number (s, &fact, s->r->processes[p].at, number);
  return fact;
}

/* ---- Locks. ---- */

static struct bits
owner_of (const struct search *s, uint32_t lock)
{
  assert (lock < s->r->question->lowering->pds.locks.count);
  return s->r->shared[s->r->all.layout.first_owner + lock];
}

/* The slot whose value is the index of OPEN, where process P rests at the place with
   NUMBER; null: the slot is no part of the state there. */
static const struct bits *
slot_of (const struct search *s, uint32_t p, uint32_t number,
         const struct open_lock *open)
{
  const struct relation_process *process = &s->r->processes[p];
  for (uint32_t i = 0; i < process->slots.count; i++)
    {
      const struct relation_slot *slot = &process->slots.at[i];
      if (slot->below.index == open->below.index && slot->slot == open->slot)
        return slot->kept[number] ? &slot->value : NULL;
    }
  return NULL;
}

/* The open acquire of an array of locks that may have taken LOCK, at a place whose
   innermost open acquire is AT; null: none.  *SEVERAL: more than one may have. */
static const struct open_lock *
open_of (const struct danger *danger, uint32_t at, uint32_t lock, bool *several)
{
  const struct open_lock *found = NULL;
  *several = false;
  for (; at != OPEN_NONE; at = danger->locks.at[at].outer)
    {
      const struct open_lock *open = &danger->locks.at[at];
      if (lock < open->first.index || lock - open->first.index >= open->count)
        continue;
      *several = found != NULL;
      found = open;
    }
  return found;
}

/* Add facts for the states of AT, where process P rests at the place with NUMBER: it owns
   LOCK, of an array, iff the slot of OPEN has its index. */
static void
relate_array (struct search *s, uint32_t p, uint32_t number, const struct fact *at,
              uint32_t lock, const struct open_lock *open)
{
  assert (lock >= open->first.index && lock - open->first.index < open->count);
  const struct bits *slot = slot_of (s, p, number, open);
  if (!slot)
    return;
  struct fact meant = fact_copy (s, at);
  add_number (s, &meant, *slot, lock - open->first.index);
  keep_equals (s, &meant, owner_of (s, lock), p + 1);
  struct fact owned = fact_copy (s, at);
  add_number (s, &owned, owner_of (s, lock), p + 1);
  keep_equals (s, &owned, *slot, lock - open->first.index);
}

/* Add facts: which locks process P owns where it rests at the place with NUMBER. */
static void
relate_locks (struct search *s, uint32_t p, uint32_t number)
{
  const struct ir_projection *lowering = s->r->question->lowering;
  const struct places *places = &s->r->processes[p].places;
  const struct danger *danger = &s->r->movers->dangers[p];
  assert (number < places->resting.count);
  uint32_t place = places->resting.at[number];
  struct fact at = rests (s, p, number);
  for (uint32_t l = 0; l < lowering->pds.locks.count; l++)
    {
      if (s->r->movers->user[l] != MOVERS_SEVERAL)
        continue;
      const struct open_lock *open = NULL;
      bool several = false, held = false;
      if (place != PLACE_GONE)
        {
          open = open_of (danger, danger->open[place], l, &several);
          held
            = idset_has (lowering->pds.idsets,
                         ir_locks_at (lowering, places->list.at[place].effect.symbol), l);
        }
      if (held)
        keep_equals (s, &at, owner_of (s, l), p + 1);
      else if (!open)
        keep_differs (s, &at, owner_of (s, l), p + 1);
      else if (!several)
        relate_array (s, p, number, &at, l, open);
    }
}

/* ---- Atomic blocks. ---- */

/* Add facts: is process P inside of an atomic block at the place with NUMBER? */
static void
relate_midst (struct search *s, uint32_t p, uint32_t number)
{
  const struct places *places = &s->r->processes[p].places;
  struct fact at = rests (s, p, number);
  assert (number < places->resting.count);
  if (s->r->midst.width == 0)
    return;
  const struct place *place
    = number < NUMBER_FIRST ? NULL : &places->list.at[places->resting.at[number]];
  if (!place || !place->in_midst)
    keep_differs (s, &at, s->r->midst, p + 1);
  else if (!place->outside)
    keep_equals (s, &at, s->r->midst, p + 1);
}

/* ---- Life cycles. ---- */

/* Something that happens to a process: it is started, joined, or finishes. */
enum
{
  STARTED,
  JOINED,
  FINISHED,
  EVENTS
};

/* The events that have happened when a process is at a place, by process and kind of
   event: on some path that leads there (may), on all of them (must). */
struct past
{
  bool *may, *must;
  bool known; /* some path leads there */
};

/* Add to PAST the events that the step E of process P brings about. */
static void
add_events (const struct search *s, uint32_t p, const struct effect *e, struct past *past)
{
  const struct pds *pds = &s->r->question->lowering->pds;
  if (e->node->op == IR_CALL || e->node->op == IR_RETURN)
    return;
  const struct pds_action_info *action
    = effect_action (&s->r->all.processes.at[p], pds_rules_of (pds, e->symbol).begin);
  if (action->op == PDS_FINISH)
    past->may[EVENTS * p + FINISHED] = past->must[EVENTS * p + FINISHED] = true;
  if (!pds_action_is_ordering (action))
    return;
  idset others = pds_action_processes (action);
  uint32_t event = action->op == PDS_START ? STARTED : JOINED;
  IDSET_EACH (q, pds->idsets, others)
    past->may[EVENTS * q + event] = past->must[EVENTS * q + event] = true;
}

/* Join: PAST is one more way to come to TO.  True if that changes TO. */
static bool
merge (struct past *to, const struct past *past, uint32_t events)
{
  bool changed = !to->known;
  for (uint32_t i = 0; i < events; i++)
    {
      bool may = to->may[i] || past->may[i];
      bool must = past->must[i] && (!to->known || to->must[i]);
      changed |= may != to->may[i] || must != to->must[i];
      to->may[i] = may;
      to->must[i] = must;
    }
  to->known = true;
  return changed;
}

/* By place of process P, and last for its end, the events that have happened there: a
   forward data-flow analysis. */
static struct past *
find_pasts (const struct search *s, uint32_t p)
{
  const struct places *places = &s->r->processes[p].places;
  struct arena *arena = s->r->arena;
  uint32_t count = places->list.count, events = EVENTS * s->r->all.processes.count;
  struct past *pasts = arena_calloc (arena, count + (size_t) 2, sizeof *pasts);
  VEC (uint32_t) pending = VEC_EMPTY;
  for (uint32_t i = 0; i < count + 2; i++)
    {
      pasts[i].may = arena_calloc (arena, events, sizeof *pasts[i].may);
      pasts[i].must = arena_calloc (arena, events, sizeof *pasts[i].must);
    }
  assert (count > 0); /* the entry of the process is a place */
  struct past *now = &pasts[count + 1];
  pasts[0].known = true;
  *vec_push (arena, &pending) = 0;
  while (pending.count > 0)
    {
      uint32_t at = pending.at[--pending.count];
      const struct place *place = &places->list.at[at];
      quota_work (arena->quota, 1);
      memcpy (now->may, pasts[at].may, events * sizeof *now->may);
      memcpy (now->must, pasts[at].must, events * sizeof *now->must);
      add_events (s, p, &place->effect, now);
      for (uint32_t i = 0; i < place->next_count; i++)
        {
          uint32_t to = places->next.at[place->first_next + i];
          assert (to == PLACE_GONE || to < count);
          if (merge (&pasts[to == PLACE_GONE ? count : to], now, events)
              && to != PLACE_GONE)
            *vec_push (arena, &pending) = to;
        }
    }
  return pasts;
}

/* Add facts: who was started and who has finished where process P rests at the place with
   NUMBER, given the PAST there. */
static void
relate_lives (struct search *s, uint32_t p, uint32_t number, const struct past *past)
{
  const struct layout *layout = &s->r->all.layout;
  const struct pds *pds = &s->r->question->lowering->pds;
  struct fact at = rests (s, p, number);
  assert (pds->life_cycles && layout->first_started != LAYOUT_NONE);
  for (uint32_t q = 0; q < s->r->all.processes.count; q++)
    {
      struct bits started = s->r->shared[layout->first_started + q];
      struct bits finished = s->r->shared[layout->first_finished + q];
      const bool *may = &past->may[EVENTS * q], *must = &past->must[EVENTS * q];
      if (must[STARTED])
        keep_equals (s, &at, started, 1);
      else if (!may[STARTED] && s->r->movers->starter[q] == p)
        keep_equals (s, &at, started, 0);
      if (must[JOINED] || must[FINISHED])
        keep_equals (s, &at, finished, 1);
      if (q == p && !may[FINISHED])
        keep_equals (s, &at, finished, 0);
    }
  if (pds->processes.at[p].started
      && number != s->r->processes[p].places.list.at[0].number)
    keep_equals (s, &at, s->r->shared[layout->first_started + p], 1);
}

/* ---- Values. ---- */

/* The most steps of all walks back through one process together. */
#define WALKS_MOST 100000u

/* Arrays with more cells than this are left out. */
#define CELLS_MOST 16u

/* Add facts: in the states of AT, VALUE has the bits, or is the copy, of ORIGIN. */
static void
keep_origin (struct search *s, const struct fact *at, struct bits value,
             const struct origin *origin)
{
  if (origin->kind == ORIGIN_BITS)
    for (uint32_t b = 0; b < value.width; b++)
      if (origin->mask >> b & 1)
        {
          struct fact fact = fact_copy (s, at);
          add_bit (s, &fact, value, b, origin->value, false);
          keep (s, &fact);
        }
  if (origin->kind != ORIGIN_CELL)
    return;
  struct bits cell
    = s->r->shared[s->r->all.layout.first_cell[origin->field] + origin->cell];
  for (uint32_t b = 0; b < value.width && b < cell.width && b < origin->width; b++)
    for (uint32_t one = 0; one < 2; one++)
      {
        struct fact fact = fact_copy (s, at);
        add_literal (s, &fact, one ? value.at[b] : aig_not (value.at[b]));
        add_literal (s, &fact, one ? aig_not (cell.at[b]) : cell.at[b]);
        keep (s, &fact);
      }
}

/* Add facts on the slots of process P where it rests at the place with NUMBER. */
static void
relate_slots (struct search *s, uint32_t p, uint32_t number, struct place_values *values)
{
  const struct relation_process *process = &s->r->processes[p];
  struct fact at = rests (s, p, number);
  assert (number >= NUMBER_FIRST && number < process->places.resting.count);
  for (uint32_t i = 0; i < process->slots.count; i++)
    {
      const struct relation_slot *slot = &process->slots.at[i];
      if (!slot->kept[number])
        continue;
      struct origin origin = place_values_slot (
        values, process->places.resting.at[number], slot->below, slot->slot);
      keep_origin (s, &at, slot->value, &origin);
    }
}

/* The initial values of the bits of VALUE, which is part of the state. */
static struct origin
first_of (const struct search *s, struct bits value)
{
  struct origin first = { .kind = ORIGIN_BITS };
  assert (value.width <= 64);
  for (uint32_t b = 0; b < value.width; b++)
    {
      aig_lit lit = value.at[b];
      if (!aig_is_constant (lit))
        lit = s->r->system.initial.at[s->bit[aig_node_of (lit)]];
      first.mask |= (uint64_t) aig_is_constant (lit) << b;
      first.value |= (uint64_t) aig_equal (lit, AIG_TRUE) << b;
    }
  return first;
}

/* Does process P write FIELD? */
static bool
writes (const struct search *s, uint32_t p, uint32_t field)
{
  const struct places *places = &s->r->processes[p].places;
  assert (field < s->r->question->lowering->flow->model->fields.count);
  for (uint32_t i = 0; i < places->list.count; i++)
    {
      const struct effect *e = &places->list.at[i].effect;
      if (e->node->op == IR_WRITE && e->node->expr != IR_NO_EXPR
          && ir_step_field (e->node).index == field)
        return true;
    }
  return false;
}

/* Add facts on the cells of FIELD, which process P writes, where it rests. */
static void
relate_field (struct search *s, uint32_t p, uint32_t field, struct place_values *values)
{
  const struct block_relation *r = s->r;
  const struct places *places = &r->processes[p].places;
  uint32_t cells = r->question->lowering->flow->model->fields.at[field].cells;
  assert (r->all.layout.first_cell[field] != LAYOUT_NONE);
  for (uint32_t c = 0; c < cells && cells <= CELLS_MOST; c++)
    for (uint32_t n = NUMBER_FIRST; n < places->resting.count; n++)
      {
        struct bits value = r->shared[r->all.layout.first_cell[field] + c];
        struct fact at = rests (s, p, n);
        struct origin origin = place_values_cell (values, places->resting.at[n], field, c,
                                                  first_of (s, value));
        keep_origin (s, &at, value, &origin);
      }
}

static void
relate_values (struct search *s, uint32_t p)
{
  const struct block_relation *r = s->r;
  struct place_values values = { &r->all.processes.at[p], &r->processes[p].places,
                                 &r->movers->dangers[p].backward, WALKS_MOST };
  for (uint32_t n = NUMBER_FIRST; n < r->processes[p].places.resting.count; n++)
    relate_slots (s, p, n, &values);
  const struct ir_model *model = r->question->lowering->flow->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (r->all.layout.first_cell[f] != LAYOUT_NONE && writes (s, p, f))
      relate_field (s, p, f, &values);
}

/* ---- All of them. ---- */

/* Add facts on locks, atomic blocks and life cycles where process P rests. */
static void
relate_places (struct search *s, uint32_t p)
{
  const struct places *places = &s->r->processes[p].places;
  bool lives = s->r->all.layout.first_started != LAYOUT_NONE;
  const struct past *pasts = lives ? find_pasts (s, p) : NULL;
  for (uint32_t n = 0; n < places->resting.count; n++)
    {
      uint32_t place = places->resting.at[n];
      if (n == NUMBER_WRONG)
        continue;
      relate_locks (s, p, n);
      relate_midst (s, p, n);
      if (lives)
        relate_lives (s, p, n, &pasts[place == PLACE_GONE ? places->list.count : place]);
    }
}

struct pdr_facts
block_facts_find (const struct block_relation *r)
{
  uint32_t nodes = r->all.aig.nodes.count, processes = r->all.processes.count;
  struct search s = { .r = r };
  assert (r->movers && r->bits.count == r->system.state.count);
  s.bit = arena_alloc (r->arena, nodes * sizeof *s.bit);
  for (uint32_t n = 0; n < nodes; n++)
    s.bit[n] = NO_BIT;
  for (uint32_t b = 0; b < r->system.state.count; b++)
    s.bit[aig_node_of (r->system.state.at[b])] = b;
  for (uint32_t p = 0; p < processes; p++)
    relate_places (&s, p);
  uint32_t sure = s.facts.count;
  for (uint32_t p = 0; p < processes && !r->question->without_data; p++)
    relate_values (&s, p);
  return (struct pdr_facts){ s.facts.at, s.facts.count, sure };
}
