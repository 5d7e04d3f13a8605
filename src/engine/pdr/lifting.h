/* lifting.h -- from one state to a cube of states in which the same choices do the same.
 *
 * The solver finds a state, with choices, from which a step leads to a cube, or which is
 * bad.  Which bits of the state matter?  With all inputs given each gate has a value, and
 * a reason for it: a true gate needs both its operands, a false one needs one operand
 * that is false.  So a walk from the literals that are wanted down to the inputs collects
 * enough bits: every state that agrees on them does the same with the same choices.
 * Choices cost nothing, so a false gate is explained by the operand that needs fewer
 * bits, as estimated bottom-up.  Cost: two passes over the gates.
 */
#ifndef ENGINE_PDR_LIFTING_H
#define ENGINE_PDR_LIFTING_H

#include "engine/pdr/frame_solver.h"

struct lifting
{
  struct arena *arena;
  const struct transition_system *system;
  uint32_t *bit;  /* by node: its bit of the state, or LIFTING_NO_BIT */
  uint8_t *value; /* by node: given for inputs, computed for gates */
  uint32_t *cost; /* by node: about how many bits explain its value */
  bool *needed;   /* by node */
  VEC (uint32_t) inputs;
  VEC (aig_lit) wanted;
};

#define LIFTING_NO_BIT UINT32_MAX

void lifting_init (struct lifting *lifting, const struct transition_system *system,
                   struct arena *arena);

/* The solver has just found a step into CUBE (null: a bad state).  Sets lifting->value to
   the values of all inputs, and STATE to the bits of the state that matter. */
void lifting_predecessor (struct lifting *lifting, struct frame_solver *solver,
                          const struct cube *cube, struct cube *state);

#endif
