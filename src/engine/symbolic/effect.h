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

/* At one place. */
struct effect
{
  struct unrolled_place place;
  pds_symbol symbol;
  const struct ir_step *node;
  bool visible;
  bool blocks; /* it may have to wait */
  bool atomic;
  /* Of a visible one, filled in by bmc/movers.h: */
  bool left_mover;  /* the token need not come before it, */
  bool right_mover; /* ... nor go after it */
  bool exposed;     /* what is asked for may happen here: it may come, and go before */
  idset held_before, held_after; /* locks held in any case */
};

/* Where it goes on if WHEN. */
struct effect_exit
{
  aig_lit when;
  pds_stack to;
  bool begins;   /* by a visible step inside a block */
  bool ends;     /* by a local one that leaves a block */
  bool first;    /* maybe no visible step has been made yet */
  uint32_t rule; /* that it goes along; or EFFECT_STAYS */
  bool visible;
  bool before_commit;       /* see movers.h */
  struct known_slots known; /* there */
};

#define EFFECT_STAYS UINT32_MAX

struct effects
{
  VEC (struct effect) list;
  VEC (struct effect_exit) exits;
  struct unrolled_accesses accesses; /* of the step that is made, */
  struct unrolled_accesses poised;   /* ... or about to be made, with the token */
  aig_lit made;                      /* a visible step is made */
  aig_lit failed;                    /* the process goes wrong, or its assertion fails:
                                        it stays there for ever */
};

void effects_find (struct unrolled *u, struct effects *effects);

/* What U does at SYMBOL, wherever that is; the place is left open. */
struct effect effect_of_symbol (const struct unrolled *u, pds_symbol symbol);

/* Is a process in the midst of an atomic block after this step, if its next one is
   atomic? */
bool effect_begins (const struct effect *effect);

/* May the process have to stay, because of others or because of a condition over its own
   slots, which then never holds? */
bool effect_waits (const struct effect *effect);

/* May what is asked for happen while a process is about to make this step?  In a race
   these are the accesses to the field, in a deadlock the acquires; of who waits for ever,
   all visible steps, and where a process may end before its time. */
bool effect_is_exposed (const struct unrolling *all, const struct effect *effect);

/* Is the step of EFFECT, which may have to wait, to wait in the state that U has? */
aig_lit effect_is_blocked (struct unrolled *u, const struct effect *effect);

/* Make the steps from the state that U has; AFTER, a copy of it, is the state after
   them. */
void effects_make (struct unrolled *u, struct effects *effects, struct bits *after);

/* The action of RULE, and whether the automaton notices it, in any of its states, if U
   does it. */
const struct pds_action_info *effect_action (const struct unrolled *u, uint32_t rule);
bool effect_is_watched (const struct unrolled *u, const struct pds_action_info *action);

#endif
