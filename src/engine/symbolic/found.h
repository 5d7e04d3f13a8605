/* found.h -- from circuits to an engine's answer: the run that was found. */
#ifndef ENGINE_SYMBOLIC_FOUND_H
#define ENGINE_SYMBOLIC_FOUND_H

#include "engine/symbolic/unrolling.h"

/* A step of the run that was found. */
struct found_step
{
  process_id process;
  uint32_t rule;
  bool moves;
  int64_t value; /* the value that it chose, if any */
};

struct found
{
  const struct found_step *steps;
  uint32_t step_count;
  const int64_t *initial; /* the initial value of each cell, those of field 0 first */
  const struct unrolled_hit_place *places; /* the violation: a step, two of a race (the
                                              first writes), or those of a circle */
  uint32_t place_count;
  const lock_id *locks; /* of a circle: the lock that each waits for */
};

/* STEP, which is made, as a step of the run. */
struct found_step found_step_of (struct aig_values *values, uint32_t process,
                                 const struct unrolled_step *step);

/* The initial values of all cells; SHARED is the initial shared state. */
const int64_t *found_initial (const struct unrolling *all, struct aig_values *values,
                              const struct bits *shared);

/* Set ANSWER to FOUND.  A circle that -P does not mean is no violation: the answer is
   "unknown" then. */
void found_answer (const struct found *found, const struct question *question,
                   struct arena *arena, struct answer *answer);

#endif
