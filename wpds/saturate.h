/* saturate.h -- the worklist of post*. (Internal.)
 *
 * A transition out of a control state is in the worklist while part of its
 * weight, its delta, has not been propagated.  Work goes state by state, and
 * inside a state by the ranks of the symbols (order.h): in the product with a
 * chain of phases, a phase is settled for good before the next one begins.
 */
#ifndef WPDS_SATURATE_H
#define WPDS_SATURATE_H

#include "wpds/queue.h"
#include "wpds/solve.h"

struct saturation_pending
{
  wpds_weight delta; /* while queued */
  bool queued;
  bool seen; /* it left the worklist before */
};

struct saturation
{
  const struct wpds_system *system;
  struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  const struct wpds_options *options;
  const uint32_t *rank; /* of symbols */
  uint32_t current;         /* the state that is being worked on */
  struct wpds_queue symbols; /* transitions out of it, by rank */
  struct wpds_queue states;  /* other states that have some in the worklist */
  uint32_t *waiting;         /* for each state, a list of them through NEXT */
  VEC (struct saturation_pending) pending; /* for each transition */
};

void saturation_init (struct saturation *saturation,
                      const struct wpds_system *system,
                      struct wpds_automaton *automaton,
                      const struct wpds_options *options, const uint32_t *rank,
                      uint32_t ranks);

/* The weight given to the transition so far is all new. */
void saturation_start (struct saturation *saturation,
                       wpds_transition transition);

/* Combine WEIGHT into (from, symbol, to), and queue what is new.  The reference
   is taken over.  HOW says where it came from. */
void saturation_update (struct saturation *saturation, wpds_state from,
                        wpds_symbol symbol, wpds_state to, wpds_weight weight,
                        struct wpds_derivation how);

/* The next transition and its delta, which is now the caller's; or false. */
bool saturation_take (struct saturation *saturation,
                      wpds_transition *transition, wpds_weight *delta,
                      bool *is_first);

/* a (x) f(rule). */
wpds_weight saturation_extend_rule (const struct saturation *saturation,
                                    wpds_weight a, const struct wpds_rule *rule);

void saturation_tick (const struct saturation *saturation);

#endif
