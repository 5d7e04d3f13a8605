/* induction.c -- see induction.h. */
#include <config.h>

#include "certificate/checker/induction.h"

#include <stdio.h>

#include "base/log.h"
#include "certificate/checker/atomic_places.h"

/* A state, and which clauses are false in it. */
struct assessed
{
  const struct system_state *state;
  struct pairmap sets; /* (process, set) -> literal: the process is in the set */
  gate *broken;        /* by clause; the last one: what is known of all states */
  gate some;           /* some of these are true */
};

struct proof
{
  const struct induction *induction;
  struct gates gates;
  struct atomic_places *amidst; /* by process */
  char *problem;
  uint32_t *line;
};

/* ---- Clauses. ---- */

static gate
is_in_set (struct proof *p, struct assessed *a, uint32_t process, uint32_t set)
{
  const struct induction *in = p->induction;
  assert (set < in->sets.count && process < system_processes (in->system));
  const struct induction_set *members = &in->sets.at[set];
  uint32_t known = pairmap_get (&a->sets, process, set);
  if (known != PAIRMAP_FREE)
    return (gate){ (int) known };
  VEC (gate) here = VEC_EMPTY;
  for (uint32_t i = 0; i < members->places.count; i++)
    {
      uint32_t index = place_index (&in->system->places, process, members->places.at[i]);
      if (index != PLACE_NONE)
        *vec_push (p->gates.arena, &here) = a->state->at[process][index];
    }
  gate some = gate_some (&p->gates, here.at, here.count);
  *pairmap_at (&a->sets, process, set) = (uint32_t) some.literal;
  return some;
}

static gate
is_true (struct proof *p, struct assessed *a, const struct induction_literal *literal)
{
  if (literal->is_place)
    return is_in_set (p, a, literal->process, literal->set);
  gate bit = GATE_FALSE;
  if (literal->value != UINT32_MAX)
    {
      assert (literal->bit < a->state->values[literal->value].width);
      bit = a->state->values[literal->value].at[literal->bit];
    }
  return literal->positive ? bit : gate_not (bit);
}

/* The gate: process number Q is in the midst of an atomic block, and outside, only where
   atomic_places says that it can be. */
static gate
is_amidst_rightly (struct proof *p, const struct system_state *state, uint32_t q)
{
  const struct system *system = p->induction->system;
  struct gates *g = &p->gates;
  VEC (gate) inside = VEC_EMPTY, outside = VEC_EMPTY;
  for (uint32_t i = 0; i < place_count (&system->places, q); i++)
    {
      if (!p->amidst[q].outside[i])
        *vec_push (g->arena, &inside) = state->at[q][i];
      if (!p->amidst[q].inside[i])
        *vec_push (g->arena, &outside) = state->at[q][i];
    }
  gate amidst = system_is (system, g, state, system->midst, system_as_owner (q));
  return gate_choose (g, amidst, gate_not (gate_some (g, outside.at, outside.count)),
                      gate_not (gate_some (g, inside.at, inside.count)));
}

/* The gate of what the checker knows of all states, and proves with the rest: numbers of
   processes and steps are in range, a frame that is not open is 0, and the process in the
   midst of an atomic block can be there. */
static gate
is_sensible (struct proof *p, const struct system_state *state)
{
  const struct system *system = p->induction->system;
  struct gates *g = &p->gates;
  uint32_t processes = system_processes (system);
  gate fine = GATE_TRUE;
  assert (system->first_owner <= system->first_started && system->done < system->midst);
  for (uint32_t v = system->first_owner; v <= system->midst; v++)
    {
      struct word number = state->values[v], wide;
      uint32_t most = v < system->first_started || v == system->midst ? processes
                      : v == system->done                             ? system->steps
                                                                      : 1;
      gate *at = arena_alloc (g->arena, (number.width + (size_t) 1) * sizeof *at);
      for (uint32_t i = 0; i < number.width; i++)
        at[i] = number.at[i];
      at[number.width] = GATE_FALSE; /* it has no sign */
      wide = (struct word){ at, number.width + 1 };
      fine
        = gate_and (g, fine, gate_not (word_is_outside (g, wide, (uint64_t) most + 1)));
    }
  for (uint32_t q = 0; q < processes; q++)
    fine = gate_and (g, fine, is_amidst_rightly (p, state, q));
  for (uint32_t f = 0; f < system->frames.count; f++)
    {
      const struct frame_slots *frame = &system->frames.at[f];
      VEC (gate) open = VEC_EMPTY;
      for (uint32_t i = PLACE_FIRST; i < place_count (&system->places, frame->process);
           i++)
        if (system_is_open (system, place_at (&system->places, frame->process, i),
                            frame->below))
          *vec_push (g->arena, &open) = state->at[frame->process][i];
      gate closed = gate_not (gate_some (g, open.at, open.count));
      for (uint32_t s = 0; s < frame->body->slot_count; s++)
        for (uint32_t b = 0; b < state->values[frame->first + s].width; b++)
          fine = gate_and (
            g, fine,
            gate_not (gate_and (g, closed, state->values[frame->first + s].at[b])));
    }
  return fine;
}

static struct assessed
assess (struct proof *p, const struct system_state *state)
{
  struct gates *g = &p->gates;
  uint32_t count = p->induction->clauses.count;
  struct assessed a = { .state = state };
  pairmap_init (&a.sets, g->arena);
  a.broken = arena_alloc (g->arena, (count + (size_t) 1) * sizeof *a.broken);
  for (uint32_t c = 0; c < count; c++)
    {
      const struct induction_clause *clause = &p->induction->clauses.at[c];
      VEC (gate) literals = VEC_EMPTY;
      for (uint32_t i = 0; i < clause->literals.count; i++)
        *vec_push (g->arena, &literals) = is_true (p, &a, &clause->literals.at[i]);
      a.broken[c] = gate_not (gate_some (g, literals.at, literals.count));
    }
  a.broken[count] = gate_not (is_sensible (p, state));
  a.some = gate_some (g, a.broken, count + 1);
  return a;
}

/* Can some clause be false?  Then find_broken says which. */
static bool
can_be_broken (struct proof *p, const struct assessed *a)
{
  assert (a->broken);
  if (gate_equal (a->some, GATE_TRUE)) /* then it does not depend on them */
    for (uint32_t c = 0; c <= p->induction->clauses.count; c++)
      gates_tell (&p->gates, a->broken[c]);
  return gates_satisfy (&p->gates, a->some);
}

/* ---- Telling. ---- */

/* The number, from 1, and the line of the first clause false in the solver's model. */
static uint32_t
find_broken (struct proof *p, const struct assessed *a)
{
  uint32_t count = p->induction->clauses.count;
  assert (gates_value (&p->gates, a->some));
  for (uint32_t c = 0; c < count; c++)
    if (gates_value (&p->gates, a->broken[c]))
      {
        *p->line = p->induction->clauses.at[c].line;
        return c + 1;
      }
  *p->line = 0;
  return 0;
}

/* The line of the model that place number INDEX of the list of PROCESS stands for. */
static unsigned
line_of (const struct proof *p, uint32_t process, uint32_t index)
{
  const struct system *system = p->induction->system;
  assert (index >= PLACE_FIRST);
  const struct ir_projection *lowering = system->lowering;
  pds_symbol symbol
    = place_symbol (&system->places, place_at (&system->places, process, index));
  return source_place (lowering->flow->model->source,
                       ir_step_of (lowering, symbol)->offset)
    .line;
}

static const char *
name_of (const struct proof *p, uint32_t process)
{
  assert (process < system_processes (p->induction->system));
  return p->induction->system->lowering->pds.processes.at[process].name;
}

static bool
tell_step (struct proof *p, const struct assessed *after, uint32_t process,
           const struct moves *moves)
{
  uint32_t index = PLACE_FIRST;
  assert (moves->list.count > 0);
  for (uint32_t i = 0; i < moves->list.count; i++)
    if (gates_value (&p->gates, moves->list.at[i].when))
      index = moves->list.at[i].index;
  uint32_t clause = find_broken (p, after);
  snprintf (
    p->problem, INDUCTION_PROBLEM,
    "clause %u is not inductive: all clauses hold, %s makes the step in line %u of "
    "the model, and it is false",
    (unsigned) clause, name_of (p, process), line_of (p, process, index));
  return false;
}

static bool
tell_bad (struct proof *p)
{
  *p->line = 0;
  snprintf (p->problem, INDUCTION_PROBLEM,
            "not safe: the clauses do not exclude what must not happen");
  return false;
}

/* ---- The three questions. ---- */

/* Asked before clauses are required of any state: if they contradicted each other,
   nothing would be false. */
static bool
holds_at_first (struct proof *p)
{
  const struct system *system = p->induction->system;
  uint32_t processes = system_processes (system);
  struct system_state first = system_first_state (system, &p->gates);
  p->amidst = arena_alloc (p->gates.arena, (processes + (size_t) 1) * sizeof *p->amidst);
  for (uint32_t q = 0; q < processes; q++)
    p->amidst[q] = atomic_places_find (system, &p->gates, &first, q);
  struct assessed a = assess (p, &first);
  if (!can_be_broken (p, &a))
    return true;
  uint32_t clause = find_broken (p, &a);
  snprintf (p->problem, INDUCTION_PROBLEM, "clause %u is false at the beginning",
            (unsigned) clause);
  return false;
}

/* All clauses hold in STATE. */
static void
require_all (struct proof *p, const struct system_state *state)
{
  struct assessed a = assess (p, state);
  assert (a.state == state);
  for (uint32_t c = 0; c <= p->induction->clauses.count; c++)
    gates_require (&p->gates, (gate[]){ gate_not (a.broken[c]) }, 1);
}

bool
induction_holds (const struct induction *induction, struct gates_solver **solver,
                 char problem[INDUCTION_PROBLEM], uint32_t *line, struct arena *scratch)
{
  const struct system *system = induction->system;
  assert ((induction->fault != NULL) != (induction->parts != NULL));
  struct proof p = { .induction = induction, .problem = problem, .line = line };
  gates_init (&p.gates, solver, scratch);
  if (!holds_at_first (&p))
    return false;
  struct system_state state = system_any_state (system, &p.gates);
  require_all (&p, &state);
  gate bad = GATE_FALSE;
  for (uint32_t q = 0; q < system_processes (system); q++)
    {
      struct moves moves = moves_of (system, &p.gates, &state, q,
                                     induction->parts ? induction->parts[q] : NULL);
      struct assessed after = assess (&p, &moves.after);
      for (uint32_t i = 0; i < moves.list.count; i++)
        gates_tell (&p.gates, moves.list.at[i].when); /* for tell_step */
      LOG (2, "process %u: %d variables", (unsigned) q, p.gates.variables);
      if (can_be_broken (&p, &after))
        return tell_step (&p, &after, q, &moves);
      bad = gate_or (&p.gates, bad, moves.last);
    }
  if (induction->fault)
    bad = fault_in (induction->fault, system, &p.gates, &state);
  return gates_satisfy (&p.gates, bad) ? tell_bad (&p) : true;
}
