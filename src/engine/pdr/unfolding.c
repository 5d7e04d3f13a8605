/* unfolding.c -- see unfolding.h.
 *
 * Invariant: the clauses say that the copies are a path from an initial state, on which
 * no state before the last is bad.  Cost: a copy of the gates that matter, and two calls
 * of the solver, for each step.
 */
#include <config.h>

#include "engine/pdr/unfolding.h"

#include "base/log.h"
#include "engine/sat/clauses.h"

struct unfolded
{
  struct unfolding *unfolding;
  const struct transition_system *system;
  struct arena *arena;
  struct aig aig; /* all copies */
  struct clauses clauses;
  VEC (uint32_t) cone;   /* the nodes that matter, inputs included, in their order */
  bool *is_state;        /* by node: a bit of the state */
  aig_lit *state;        /* by bit: its literal before the step of the newest copy */
  aig_lit *copy;         /* by node: its literal in the newest copy */
  VEC (aig_lit) choices; /* the inputs in the cone that are choices, of all copies */
};

/* The nodes on which `step', `bad' and the next state depend. */
static void
find_cone (struct unfolded *unfolded)
{
  const struct transition_system *system = unfolded->system;
  const struct aig *aig = system->aig;
  bool *needed = arena_calloc (unfolded->arena, aig->nodes.count, sizeof *needed);
  needed[aig_node_of (system->step)] = needed[aig_node_of (system->bad)] = true;
  for (uint32_t b = 0; b < system->next.count; b++)
    needed[aig_node_of (system->next.at[b])] = true;
  for (uint32_t n = aig->nodes.count; n-- > 1;)
    if (needed[n] && aig_is_gate (aig, n))
      {
        needed[aig_node_of (aig->nodes.at[n].left)] = true;
        needed[aig_node_of (aig->nodes.at[n].right)] = true;
      }
  for (uint32_t n = 1; n < aig->nodes.count; n++)
    if (needed[n])
      *vec_push (unfolded->arena, &unfolded->cone) = n;
}

/* LIT of the system in the newest copy. */
static aig_lit
copy_of (const struct unfolded *unfolded, aig_lit lit)
{
  aig_lit copy = unfolded->copy[aig_node_of (lit)];
  return aig_is_negated (lit) ? aig_not (copy) : copy;
}

/* Add a copy that begins in unfolded->state. */
static void
add_copy (struct unfolded *unfolded)
{
  const struct transition_system *system = unfolded->system;
  const struct aig *aig = system->aig;
  for (uint32_t i = 0; i < unfolded->cone.count; i++)
    unfolded->copy[unfolded->cone.at[i]] = AIG_FALSE;
  for (uint32_t b = 0; b < system->state.count; b++)
    unfolded->copy[aig_node_of (system->state.at[b])] = unfolded->state[b];
  for (uint32_t i = 0; i < unfolded->cone.count; i++)
    {
      uint32_t n = unfolded->cone.at[i];
      if (aig_is_gate (aig, n))
        unfolded->copy[n]
          = aig_and (&unfolded->aig, copy_of (unfolded, aig->nodes.at[n].left),
                     copy_of (unfolded, aig->nodes.at[n].right));
      else if (!unfolded->is_state[n])
        *vec_push (unfolded->arena, &unfolded->choices) = unfolded->copy[n]
          = aig_input (&unfolded->aig);
    }
}

/* Set unfolded->state to the state after the step of the newest copy. */
static void
advance (struct unfolded *unfolded)
{
  const struct transition_system *system = unfolded->system;
  assert (system->next.count == system->state.count);
  for (uint32_t b = 0; b < system->state.count; b++)
    unfolded->state[b] = copy_of (unfolded, system->next.at[b]);
}

static void
init (struct unfolded *unfolded, struct unfolding *unfolding)
{
  const struct transition_system *system = unfolding->system;
  uint32_t nodes = system->aig->nodes.count;
  assert (system->initial.count == system->state.count);
  *unfolded = (struct unfolded){ .unfolding = unfolding,
                                 .system = system,
                                 .arena = unfolding->arena };
  aig_init (&unfolded->aig, unfolded->arena);
  clauses_init (&unfolded->clauses, &unfolded->aig, *unfolding->solver, unfolded->arena);
  unfolded->copy = arena_calloc (unfolded->arena, nodes, sizeof *unfolded->copy);
  unfolded->is_state = arena_calloc (unfolded->arena, nodes, sizeof *unfolded->is_state);
  unfolded->state
    = arena_calloc (unfolded->arena, (size_t) system->state.count + 1, sizeof (aig_lit));
  for (uint32_t b = 0; b < system->state.count; b++)
    {
      unfolded->is_state[aig_node_of (system->state.at[b])] = true;
      unfolded->state[b] = aig_is_constant (system->initial.at[b])
                             ? system->initial.at[b]
                             : aig_input (&unfolded->aig);
    }
  find_cone (unfolded);
}

/* ---- The search. ---- */

/* Is there a path, with all steps so far, on which LIT is true in the newest copy? */
static enum solver_answer
ask (struct unfolded *unfolded, aig_lit lit)
{
  struct unfolding *unfolding = unfolded->unfolding;
  aig_lit asked = copy_of (unfolded, lit);
  if (aig_equal (asked, AIG_FALSE))
    return SOLVER_UNSAT;
  uint64_t used = unfolding->calls + solver_conflicts (*unfolding->solver);
  if (unfolding->budget && used >= unfolding->budget)
    return SOLVER_UNDECIDED;
  clauses_assume (&unfolded->clauses, asked);
  unfolding->calls++;
  return solver_solve (*unfolding->solver,
                       unfolding->budget ? unfolding->budget - used : 0);
}

/* The solver has found a path: replay it, step by step, into the counterexample. */
static void
tell (struct unfolded *unfolded, const aig_lit *start)
{
  const struct transition_system *system = unfolded->system;
  struct counterexample *example = &unfolded->unfolding->counterexample;
  struct aig_values values;
  clauses_values (&unfolded->clauses, &values, unfolded->arena);
  example->system = system;
  uint8_t *inputs = counterexample_add (example, unfolded->arena);
  for (uint32_t b = 0; b < system->state.count; b++)
    inputs[aig_node_of (system->state.at[b])] = aig_value (&values, start[b]);
  uint32_t choice = 0;
  for (uint32_t moment = 0;; moment++)
    {
      for (uint32_t i = 0; i < unfolded->cone.count; i++)
        {
          uint32_t n = unfolded->cone.at[i];
          if (!aig_is_gate (system->aig, n) && !unfolded->is_state[n])
            inputs[n] = aig_value (&values, unfolded->choices.at[choice++]);
        }
      if (moment == unfolded->unfolding->depth)
        break;
      inputs = counterexample_step (example, unfolded->arena);
    }
  assert (choice == unfolded->choices.count);
  assert (counterexample_holds (example, unfolded->arena));
}

static enum unfolding_outcome
search (struct unfolded *unfolded)
{
  struct unfolding *unfolding = unfolded->unfolding;
  const struct transition_system *system = unfolded->system;
  aig_lit *start
    = arena_alloc (unfolded->arena, (system->state.count + 1) * sizeof *start);
  for (uint32_t b = 0; b < system->state.count; b++)
    start[b] = unfolded->state[b];
  for (unfolding->depth = 0;; unfolding->depth++)
    {
      add_copy (unfolded);
      enum solver_answer bad = ask (unfolded, system->bad), more = SOLVER_SAT;
      LOG (1, "depth %u: %u gates, %llu clauses", (unsigned) unfolding->depth,
           (unsigned) unfolded->aig.nodes.count,
           (unsigned long long) unfolded->clauses.count);
      if (bad == SOLVER_SAT)
        {
          tell (unfolded, start);
          return UNFOLDING_FOUND;
        }
      if (bad == SOLVER_UNSAT)
        more = ask (unfolded, system->step);
      if (more == SOLVER_UNSAT)
        return UNFOLDING_ENDED;
      if (bad == SOLVER_UNDECIDED || more == SOLVER_UNDECIDED)
        return UNFOLDING_SPENT;
      if (unfolding->most && unfolding->depth == unfolding->most)
        return UNFOLDING_BOUND;
      clauses_require (&unfolded->clauses, aig_not (copy_of (unfolded, system->bad)));
      clauses_require (&unfolded->clauses, copy_of (unfolded, system->step));
      advance (unfolded);
    }
}

enum unfolding_outcome
unfolding_search (struct unfolding *unfolding)
{
  struct unfolded unfolded;
  assert (!*unfolding->solver && unfolding->counterexample.inputs.count == 0);
  *unfolding->solver = solver_new (unfolding->arena->quota);
  solver_count_conflicts (*unfolding->solver);
  init (&unfolded, unfolding);
  enum unfolding_outcome outcome = search (&unfolded);
  unfolding->clauses = unfolded.clauses.count;
  unfolding->conflicts = solver_conflicts (*unfolding->solver);
  solver_free (*unfolding->solver);
  *unfolding->solver = NULL;
  return outcome;
}
