/* automaton.h -- weighted automata that accept configurations [Reps2005].
 *
 * States 0 .. control_states - 1 are the control states of a pushdown system;
 * <p, y1 ... yn> is accepted along a path of transitions that starts in p, reads
 * the stack from its top, and ends in a final state.  A path has a weight:
 *
 *     as given    f(t1) (x) f(t2) (x) ... (x) f(tn)
 *     of post*    f(tn) (x) ... (x) f(t2) (x) f(t1)
 *
 * because post* runs forwards: what lies at the bottom of the stack was done
 * first, and the transition of the top symbol tells what came last.  The value of
 * a configuration is the sum over its paths (value.h).
 *
 * Transitions are never removed, are numbered in the order in which they were made,
 * and their weights only grow.  An automaton that records keeps for each transition
 * how each part of its weight came about; paths (path.h) need that.
 *
 * Everything belongs to the arena given; the automaton owns references to its
 * weights, and weights given to it are borrowed unless the comment says otherwise.
 */
#ifndef WPDS_AUTOMATON_H
#define WPDS_AUTOMATON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "wpds/domain.h"
#include "wpds/system.h"

typedef struct
{
  uint32_t index;
} wpds_transition;

#define WPDS_NO_TRANSITION ((wpds_transition){ UINT32_MAX })

struct wpds_transition_info
{
  wpds_state from;
  wpds_symbol symbol; /* WPDS_NO_SYMBOL: epsilon, made by post* only */
  wpds_state to;
  uint32_t next; /* the next transition out of FROM, or UINT32_MAX */
  wpds_weight weight;
};

struct wpds_state_info
{
  uint32_t first, last; /* transitions out of the state, in the order of their numbers */
  bool final;
};

/* One contribution to the weight of a transition:
     given     no rule, no transition:            a
     post*     rule, first:                       a (x) f(rule)
     post*     no rule, first and second:         a (x) b
   where a and b were (parts of) the weights of first and second at that time. */
struct wpds_derivation
{
  uint32_t previous; /* contribution to the same transition, or UINT32_MAX */
  uint32_t rule;     /* its place in the system, or UINT32_MAX */
  wpds_transition first, second;
  wpds_weight a, b; /* a is owned; b only if there is a second transition */
};

struct wpds_automaton
{
  struct arena *arena;
  const struct wpds_domain *domain;
  uint32_t control_states;
  bool saturated;     /* by post* */
  uint32_t first_mid; /* if so, the state of entry e is first_mid + e */
  bool recording;
  VEC (struct wpds_state_info) states;
  VEC (struct wpds_transition_info) transitions;
  struct hash_table table; /* of the transitions, by (from, symbol, to) */
  VEC (struct wpds_derivation) derivations; /* in the order of time */
  VEC (uint32_t) last_derivation;           /* of each transition */
};

void wpds_automaton_init (struct wpds_automaton *automaton, struct arena *arena,
                          const struct wpds_domain *domain, uint32_t control_states,
                          bool recording);
wpds_state wpds_automaton_add_state (struct wpds_automaton *automaton, bool final);
void wpds_automaton_set_final (struct wpds_automaton *automaton, wpds_state state);
/* A transition of the given automaton, before any saturation: it reads a symbol and
   does not lead into a control state.  Adding one twice combines the weights. */
void wpds_automaton_add (struct wpds_automaton *automaton, wpds_state from,
                         wpds_symbol symbol, wpds_state to, wpds_weight weight);
/* Accept <state, stack> with weight one; STACK begins with the top. */
void wpds_automaton_add_configuration (struct wpds_automaton *automaton, wpds_state state,
                                       const wpds_symbol *stack, uint32_t height);

/* Release the references to the weights. */
void wpds_automaton_release (struct wpds_automaton *automaton);
void wpds_automaton_check (const struct wpds_automaton *automaton);

/* For the solvers.  Combine WEIGHT, whose reference is taken over, into the
   transition, which is made if there is none.  WPDS_NO_TRANSITION: nothing changed.
   Otherwise *NEWS is the new part, as in domain.h. */
wpds_transition wpds_automaton_merge (struct wpds_automaton *automaton, wpds_state from,
                                      wpds_symbol symbol, wpds_state to,
                                      wpds_weight weight, wpds_weight *news);
/* Record how a change of TRANSITION came about, if the automaton records. */
void wpds_automaton_record (struct wpds_automaton *automaton, wpds_transition transition,
                            struct wpds_derivation derivation);

#endif
