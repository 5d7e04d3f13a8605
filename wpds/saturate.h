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
  bool seen; /* the transition left the worklist before */
};

struct saturation
{
  const struct wpds_system *system;
  struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  const struct wpds_options *options;
  uint32_t current;          /* the state whose transitions are taken */
  struct wpds_queue symbols; /* transitions out of it, by rank */
  struct wpds_queue states;  /* other states with transitions in the worklist */
  uint32_t *waiting;         /* by state: a list of these through symbols.next */
  VEC (struct saturation_pending) pending; /* by transition */
};

/* The automaton has not been saturated; its domain and control states are those of
   the system. */
void saturation_init (struct saturation *saturation, const struct wpds_system *system,
                      struct wpds_automaton *automaton,
                      const struct wpds_options *options);

/* Queue a given transition: all of its weight is new. */
void saturation_start (struct saturation *saturation, wpds_transition transition);

/* Combine WEIGHT, whose reference is taken over, into (from, symbol, to), and queue
   what is new.  HOW says where the weight came from. */
void saturation_update (struct saturation *saturation, wpds_state from,
                        wpds_symbol symbol, wpds_state to, wpds_weight weight,
                        struct wpds_derivation how);

/* The next transition and its delta, which is now the caller's; false: the worklist
   is empty.  IS_FIRST: the transition was never taken before. */
bool saturation_take (struct saturation *saturation, wpds_transition *transition,
                      wpds_weight *delta, bool *is_first);

/* a (x) f(rule). */
wpds_weight saturation_extend_rule (const struct saturation *saturation,
                                    wpds_weight a, const struct wpds_rule *rule);

void saturation_tick (const struct saturation *saturation);

#ifdef EXPENSIVE_CHECKS
/* Nothing waits, and every transition out of a control state was taken. */
void saturation_check_done (const struct saturation *saturation);
#endif

#endif
