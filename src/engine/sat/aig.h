/* aig.h -- and-inverter graphs: Boolean functions built from AND gates and negation.
 *
 * A literal is a node or its negation.  Node 0 is the constant false, so AIG_TRUE is its
 * negation; other nodes are inputs, whose value is open, and gates, the conjunction of
 * two literals.  Gates are hashed: two equal conjunctions are one node, and constants and
 * simple contradictions never become gates.  So functions that are built alike are one
 * literal, and constants cost nothing.
 *
 * Nodes come after their operands, and are never removed.  Everything lives in the arena
 * given to aig_init.
 */
#ifndef ENGINE_SAT_AIG_H
#define ENGINE_SAT_AIG_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  uint32_t code; /* 2 * node, plus 1 if it is negated */
} aig_lit;

#define AIG_FALSE ((aig_lit){ 0 })
#define AIG_TRUE ((aig_lit){ 1 })

/* A gate; of an input both operands are AIG_FALSE. */
struct aig_node
{
  aig_lit left, right;
};

struct aig
{
  struct arena *arena;
  VEC (struct aig_node) nodes;
  struct pairmap gates; /* (left, right) -> node */
  uint32_t inputs;
};

void aig_init (struct aig *aig, struct arena *arena);

aig_lit aig_input (struct aig *aig);
aig_lit aig_and (struct aig *aig, aig_lit a, aig_lit b);
aig_lit aig_or (struct aig *aig, aig_lit a, aig_lit b);
aig_lit aig_xor (struct aig *aig, aig_lit a, aig_lit b);
/* CONDITION ?  YES : NO */
aig_lit aig_choose (struct aig *aig, aig_lit condition, aig_lit yes, aig_lit no);

static inline uint32_t
aig_node_of (aig_lit lit)
{
  return lit.code >> 1;
}

static inline bool
aig_is_negated (aig_lit lit)
{
  return lit.code & 1;
}

static inline aig_lit
aig_not (aig_lit lit)
{
  return (aig_lit){ lit.code ^ 1 };
}

static inline bool
aig_equal (aig_lit a, aig_lit b)
{
  return a.code == b.code;
}

static inline bool
aig_is_constant (aig_lit lit)
{
  return lit.code <= 1;
}

static inline aig_lit
aig_constant (bool value)
{
  return value ? AIG_TRUE : AIG_FALSE;
}

static inline bool
aig_is_gate (const struct aig *aig, uint32_t node)
{
  assert (node < aig->nodes.count);
  return aig->nodes.at[node].right.code != 0;
}

/* Values of nodes from values of inputs, computed when they are asked for. */
struct aig_values
{
  const struct aig *aig;
  struct arena *arena;
  bool (*input) (void *context, uint32_t node); /* the value of an input */
  void *context;
  VEC (uint8_t) known; /* by node: 0 not yet, else 1 + value */
  VEC (uint32_t) pending;
};

void aig_values_init (struct aig_values *values, const struct aig *aig,
                      bool (*input) (void *context, uint32_t node), void *context,
                      struct arena *arena);
bool aig_value (struct aig_values *values, aig_lit lit);

#endif
