/* effect.h -- what a process can do at the places where it may be: the steps of one
 * depth.
 *
 * effects_find looks at the places and says what is known without values; effects_make
 * builds the steps themselves, from the copy of the shared state that the process has
 * then.  At most one of the steps is made, since a process is at one place.
 */
#ifndef ENGINE_SYMBOLIC_EFFECT_H
#define ENGINE_SYMBOLIC_EFFECT_H

#include "engine/symbolic/unrolling.h"

/* The step from one place. */
struct effect
{
  struct unrolled_place place;
  pds_symbol symbol;
  const struct ir_step *node;
  bool visible;
  bool blocks; /* it may have to wait */
  bool atomic;
  /* Of a visible step, set by bmc/movers.h: */
  bool left_mover;  /* the token need not arrive before the step */
  bool right_mover; /* the token need not leave after the step */
  bool exposed;     /* what is asked for may happen here, so the token may arrive and
                       leave before it */
  idset held_before, held_after; /* locks held in any case */
};

/* One way that the process goes on, if WHEN. */
struct effect_exit
{
  aig_lit when;
  pds_stack to;
  bool begins;   /* by a visible step inside of a block */
  bool ends;     /* by a local step that leaves a block */
  bool first;    /* perhaps the process has made no visible step yet */
  uint32_t rule; /* the rule it goes along; or EFFECT_STAYS */
  bool visible;
  bool before_commit;       /* see movers.h */
  struct known_slots known; /* at the next place */
};

#define EFFECT_STAYS UINT32_MAX

struct effects
{
  VEC (struct effect) list;
  VEC (struct effect_exit) exits;
  struct unrolled_accesses accesses; /* of the step that is made */
  struct unrolled_accesses poised;   /* about to be made, by a process with the token */
  aig_lit made;                      /* a visible step is made */
  aig_lit failed;                    /* the process goes wrong, or its assertion fails:
                                        it stays there for ever */
};

void effects_find (struct unrolled *u, struct effects *effects);

/* What U does at SYMBOL, in any stack; `place' is not set. */
struct effect effect_of_symbol (const struct unrolled *u, pds_symbol symbol);

/* Is a process inside of an atomic block after this step, if its next one is atomic? */
bool effect_begins (const struct effect *effect);

/* May the process have to wait, because of others or because of a condition over its own
   slots?  The latter never comes true. */
bool effect_waits (const struct effect *effect);

/* May what is asked for happen while a process is about to make this step?  For a race:
   accesses to the field; for a deadlock: acquires; for who waits for ever: all visible
   steps, and where a process may stop short of its end. */
bool effect_is_exposed (const struct unrolling *all, const struct effect *effect);

/* The literal: in U's state, the step of EFFECT, which may have to wait, has to. */
aig_lit effect_is_blocked (struct unrolled *u, const struct effect *effect);

/* Build the steps from the state of U; AFTER, a copy of it, becomes the next state. */
void effects_make (struct unrolled *u, struct effects *effects, struct bits *after);

/* The action of RULE; and does the automaton notice it, in any state, if U does it? */
const struct pds_action_info *effect_action (const struct unrolled *u, uint32_t rule);
bool effect_is_watched (const struct unrolled *u, const struct pds_action_info *action);

#endif
