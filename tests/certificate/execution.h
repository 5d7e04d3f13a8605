/* execution.h -- all states of the system that the checker builds for invariants, found
 * by executing its relation (concrete.h). */
#ifndef TESTS_CERTIFICATE_EXECUTION_H
#define TESTS_CERTIFICATE_EXECUTION_H

#include "base/hash.h"
#include "certificate/checker/faults.h"
#include "certificate/checker/moves.h"

struct execution
{
  struct arena *arena, *scratch;
  struct system system;
  const struct part *const *parts; /* by process, or null */
  uint32_t width; /* of a state: the number of its place for each process,
                     then the bits of each value */
  VEC (uint64_t) rows;
  uint32_t count; /* states */
  struct hash_table table;
  bool last; /* the last step of the automaton was made */
};

/* Find all states of LOWERING; of an automaton with STEPS steps, of which PARTS says what
   each process plays; or 0 and null.  False if they are more than MOST. */
bool execution_run (struct execution *e, const struct ir_projection *lowering,
                    uint32_t steps, const struct part *const *parts, uint32_t most,
                    struct arena *arena, struct arena *scratch);

/* Can FAULT happen in some state? */
bool execution_finds (struct execution *e, const struct fault *fault);

static inline const uint64_t *
execution_state (const struct execution *e, uint32_t state)
{
  return &e->rows.at[(size_t) state * e->width];
}

#endif
