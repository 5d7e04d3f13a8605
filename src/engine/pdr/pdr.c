/* pdr.c -- see pdr.h.
 *
 * Frames F_0, F_1, ... F_top are sets of states:
 *
 *   - F_0 has the initial states; each frame is part of the next;
 *   - a step from a state of F_i leads to a state of F_i+1;
 *   - F_i has no bad state for i < top.
 *
 * So F_i has all states that are reached by at most i steps, and if two neighbours are
 * equal, they are an invariant.  The frames are clauses (clause_frames.h).  While F_top
 * has a bad state, that state, lifted to a cube, is to be excluded, and so are the states
 * that lead there, one frame earlier each (obligations.h): until a cube has an initial
 * state, and the choices of the obligations are a counterexample, or until a cube has no
 * predecessor in the frame before it, so that a clause is learned (generalise.h).  When
 * F_top has no bad state, a frame is added, and clauses are moved up as far as they hold.
 * Each clause excludes at least one state from a frame, so the search ends.
 *
 * The caller may suggest facts.  They are asked about once, all together, and those that
 * are inductive are clauses of all frames from then on.  That costs a few conflicts for
 * each fact.  So facts that are nearly always inductive are asked about when the proof
 * has made one call or conflict for each of them, the others, whose failures cost more
 * calls, when it has made two for each.
 */
#include <config.h>

#include "engine/pdr/pdr.h"

#include "base/log.h"
#include "engine/pdr/generalise.h"
#include "engine/pdr/inductive.h"
#include "engine/pdr/obligations.h"

struct proof
{
  struct pdr *pdr;
  const struct transition_system *system;
  struct frame_solver solver;
  struct clause_frames frames;
  struct lifting lifting;
  struct generaliser generaliser;
  struct obligations obligations;
  struct cube state, core;
  uint32_t top;
  uint32_t asked; /* facts that were asked about so far */
};

/* ---- Counterexamples. ---- */

/* The cube of obligation FIRST has an initial state: write the path from there to the
   counterexample. */
static void
tell (struct proof *proof, uint32_t first)
{
  const struct transition_system *system = proof->system;
  struct counterexample *example = &proof->pdr->counterexample;
  const struct obligation *all = proof->obligations.all.at;
  example->system = system;
  uint8_t *inputs = counterexample_add (example, proof->pdr->arena);
  for (uint32_t b = 0; b < system->state.count; b++)
    inputs[aig_node_of (system->state.at[b])]
      = aig_equal (system->initial.at[b], AIG_TRUE);
  for (uint32_t i = 0; i < all[first].cube.count; i++)
    {
      state_lit lit = all[first].cube.at[i];
      inputs[aig_node_of (system->state.at[state_lit_bit (lit)])] = state_lit_value (lit);
    }
  for (uint32_t o = first;; o = all[o].parent)
    {
      obligations_choices (&proof->obligations, o, inputs);
      if (all[o].parent == OBLIGATION_NONE)
        break;
      inputs = counterexample_step (example, proof->pdr->arena);
    }
  assert (counterexample_holds (example, proof->pdr->arena));
}

/* ---- Facts. ---- */

/* Calls and conflicts, for each fact, before it is asked about. */
#define WORK_IF_SURE 1
#define WORK_IF_LIKELY 2

/* Ask which of the next facts, up to number END, are inductive. */
static void
ask_facts (struct proof *proof, uint32_t end)
{
  struct pdr *pdr = proof->pdr;
  const struct cube *cubes = pdr->facts->cubes + proof->asked;
  uint32_t count = end - proof->asked;
  assert (end <= pdr->facts->count);
  bool *kept = arena_calloc (pdr->arena, count + (size_t) 1, sizeof *kept);
  uint32_t right = frame_solver_keep_inductive (&proof->solver, cubes, count, kept);
  LOG (1, "%u of %u facts are inductive", (unsigned) right, (unsigned) count);
  for (uint32_t i = 0; i < count; i++)
    if (kept[i])
      clause_frames_add (&proof->frames, &cubes[i], FRAME_ALWAYS);
  (void) right; /* without a log */
  proof->asked = end;
}

/* Ask about facts, once it is worth it. */
static void
learn_facts (struct proof *proof)
{
  const struct pdr_facts *facts = proof->pdr->facts;
  if (!facts || proof->asked == facts->count)
    return;
  uint64_t used = frame_solver_work (&proof->solver);
  assert (facts->sure <= facts->count);
  if (proof->asked < facts->sure && used >= (uint64_t) WORK_IF_SURE * facts->sure)
    ask_facts (proof, facts->sure);
  if (proof->asked >= facts->sure && used >= (uint64_t) WORK_IF_LIKELY * facts->count)
    ask_facts (proof, facts->count);
}

/* ---- Blocking. ---- */

/* Add an obligation for the state that the solver has found, from which a step leads to
   the obligation PARENT, or which is bad.  False if it is an initial state: there is a
   counterexample. */
static bool
oblige (struct proof *proof, uint32_t parent, uint32_t level)
{
  const struct obligation *all = proof->obligations.all.at;
  lifting_predecessor (&proof->lifting, &proof->solver,
                       parent == OBLIGATION_NONE ? NULL : &all[parent].cube,
                       &proof->state);
  uint32_t number = obligations_add (&proof->obligations, &proof->state, level, parent,
                                     proof->lifting.value);
  proof->pdr->obligations++;
  if (!cube_has_initial (proof->system, &proof->state))
    return true;
  tell (proof, number);
  return false;
}

/* Handle obligation NUMBER, the most urgent one.  False: there is a counterexample. */
static bool
handle (struct proof *proof, uint32_t number)
{
  const struct obligation *it = &proof->obligations.all.at[number];
  uint32_t level = it->level;
  assert (level > 0 && level <= proof->top);
  if (!clause_frames_exclude (&proof->frames, &it->cube, level))
    {
      enum solver_answer answer
        = frame_solver_ask_step (&proof->solver, level - 1, &it->cube, true);
      if (answer == SOLVER_SAT)
        return oblige (proof, number, level - 1);
      if (answer == SOLVER_UNDECIDED)
        return true;
      frame_solver_core (&proof->solver, &it->cube, &proof->core);
      level = generaliser_exclude (&proof->generaliser, &proof->core, level);
    }
  if (proof->solver.spent)
    return true;
  /* The cube leads to a bad state: later frames have to exclude it, too. */
  if (level < proof->top)
    obligations_move_first (&proof->obligations, level + 1);
  else
    obligations_remove_first (&proof->obligations);
  return true;
}

/* Exclude all bad states from F_top.  False: there is a counterexample. */
static bool
strengthen (struct proof *proof)
{
  uint32_t number;
  while (!proof->solver.spent)
    {
      learn_facts (proof);
      if (obligations_first (&proof->obligations, &number))
        {
          if (!handle (proof, number))
            return false;
          continue;
        }
      obligations_forget (&proof->obligations);
      if (frame_solver_ask_bad (&proof->solver, proof->top) != SOLVER_SAT)
        break;
      if (!oblige (proof, OBLIGATION_NONE, proof->top))
        return false;
    }
  return true;
}

/* ---- The invariant. ---- */

/* Frame LEVEL + 1 is an invariant: keep its clauses. */
static void
keep_invariant (struct proof *proof, uint32_t level)
{
  for (uint32_t i = 0; i < proof->frames.clauses.count; i++)
    if (proof->frames.clauses.at[i].level > level)
      *vec_push (proof->pdr->arena, &proof->pdr->invariant)
        = proof->frames.clauses.at[i].cube;
}

static enum pdr_outcome
search (struct proof *proof)
{
  for (;; proof->top++)
    {
      proof->generaliser.top = proof->top;
      if (!strengthen (proof))
        return PDR_FOUND;
      uint32_t level = clause_frames_propagate (&proof->frames, proof->top);
      LOG (1, "frame %u: %u clauses, %llu obligations, %llu calls of the solver",
           (unsigned) proof->top, (unsigned) proof->frames.clauses.count,
           (unsigned long long) proof->pdr->obligations,
           (unsigned long long) proof->solver.calls);
      if (proof->solver.spent)
        return PDR_SPENT;
      if (level > 0)
        {
          keep_invariant (proof, level);
          return PDR_PROVED;
        }
    }
}

enum pdr_outcome
pdr_prove (struct pdr *pdr)
{
  const struct transition_system *system = pdr->system;
  struct proof *proof = arena_calloc (pdr->arena, 1, sizeof *proof);
  assert (!*pdr->solver && pdr->invariant.count == 0);
  assert (system->next.count == system->state.count
          && system->initial.count == system->state.count);
  proof->pdr = pdr;
  proof->system = system;
  frame_solver_init (&proof->solver, pdr->arena, system, pdr->solver, pdr->budget);
  clause_frames_init (&proof->frames, &proof->solver, pdr->arena);
  lifting_init (&proof->lifting, system, pdr->arena);
  generaliser_init (&proof->generaliser, &proof->frames, &proof->lifting, pdr->arena);
  obligations_init (&proof->obligations, system, pdr->arena);
  enum pdr_outcome outcome = search (proof);
  frame_solver_end (&proof->solver);
#ifdef EXPENSIVE_CHECKS
  assert (outcome != PDR_PROVED
          || inductive_holds (system, pdr->invariant.at, pdr->invariant.count,
                              pdr->solver, pdr->arena));
#endif
  pdr->frames = proof->top;
  pdr->clauses = proof->frames.learned;
  pdr->calls = proof->solver.calls;
  pdr->conflicts = proof->solver.conflicts;
  pdr->restarts = proof->frames.restarts;
  return outcome;
}
