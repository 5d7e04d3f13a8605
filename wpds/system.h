/* system.h -- weighted pushdown systems.
 *
 * A rule <p, y> -> <p', w> with |w| <= 2 and a weight [Reps2005] is a pop (w empty),
 * a step (one symbol) or a push (the symbol TOP above the symbol UNDER).
 *
 *     wpds_system_init (&system, arena, &domain, states, symbols);
 *     wpds_system_add_rule (&system, (struct wpds_rule){ ... }), ...
 *     wpds_system_finish (&system, scratch);
 *
 * Rules name their weights by index, since few actions label many rules; index 0 is the
 * weight 1, for which the solvers call no extend.  Finishing sorts the rules by (symbol,
 * state) read, so places change, and who adds a rule recognises it by its label.  Rules
 * that were added in this order keep their places.
 *
 * The numbers of states are a hint: states that are left for good (the phases of a
 * chain) should have smaller numbers than those that follow.  No result depends on
 * them.
 *
 * Everything belongs to the arena given; the system owns references to its weights.
 */
#ifndef WPDS_SYSTEM_H
#define WPDS_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "wpds/domain.h"

/* A control state, or another state of an automaton. */
typedef struct
{
  uint32_t index;
} wpds_state;

typedef struct
{
  uint32_t index;
} wpds_symbol;

/* No symbol; on a transition of an automaton, epsilon. */
#define WPDS_NO_SYMBOL ((wpds_symbol){ UINT32_MAX })

#define WPDS_WEIGHT_ONE 0

struct wpds_rule
{
  wpds_state from;
  wpds_symbol read;
  wpds_state to;
  wpds_symbol top;   /* WPDS_NO_SYMBOL: a pop */
  wpds_symbol under; /* WPDS_NO_SYMBOL: not a push */
  uint32_t weight;   /* index, see above */
  uint32_t label;    /* chosen by who adds the rule */
  uint32_t entry;    /* of a push: its entry (to, top), found by wpds_system_finish */
};

/* A pair (p', y') that some push enters: a procedure entered in a state.
   Entries of callees have smaller numbers, as far as recursion permits. */
struct wpds_entry
{
  wpds_state state;
  wpds_symbol symbol;
  uint32_t exit_rank; /* of the transitions by which runs leave it, see order.h */
};

struct wpds_system
{
  struct arena *arena;
  const struct wpds_domain *domain;
  uint32_t states, symbols;
  VEC (wpds_weight) weights;
  VEC (struct wpds_rule) rules; /* by (read, from) */
  VEC (struct wpds_entry) entries;
  uint32_t *first_rule; /* by symbol read; then the end; null: not finished */
  uint32_t *rank;       /* by symbol, see order.h */
  uint32_t ranks;       /* a number above all ranks */
};

/* DOMAIN is borrowed. */
void wpds_system_init (struct wpds_system *system, struct arena *arena,
                       const struct wpds_domain *domain, uint32_t states,
                       uint32_t symbols);
/* Add a weight, whose reference is taken over; returns its index. */
uint32_t wpds_system_add_weight (struct wpds_system *system, wpds_weight weight);
void wpds_system_add_rule (struct wpds_system *system, struct wpds_rule rule);
/* To be called after the last rule.  SCRATCH may be cleared afterwards. */
void wpds_system_finish (struct wpds_system *system, struct arena *scratch);
/* Release the references to the weights. */
void wpds_system_release (struct wpds_system *system);

/* The place of the first rule that reads <state, symbol>; the others follow.  If there
   is none, the place of some other rule or the end. */
uint32_t wpds_first_rule (const struct wpds_system *system, wpds_state state,
                          wpds_symbol symbol);

static inline bool
wpds_rule_reads (const struct wpds_rule *rule, wpds_state state, wpds_symbol symbol)
{
  return rule->read.index == symbol.index && rule->from.index == state.index;
}

static inline bool
wpds_rule_is_pop (const struct wpds_rule *rule)
{
  return rule->top.index == WPDS_NO_SYMBOL.index;
}

static inline bool
wpds_rule_is_push (const struct wpds_rule *rule)
{
  return rule->under.index != WPDS_NO_SYMBOL.index;
}

void wpds_system_check (const struct wpds_system *system);

#endif
