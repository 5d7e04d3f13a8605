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
  int64_t value; /* that it chose, if it chose one */
};

struct found
{
  const struct found_step *steps;
  uint32_t step_count;
  const int64_t *initial; /* the first value of each cell, those of field 0 first */
  const struct unrolled_hit_place *places; /* what was found: the step, or those of a race
                                              (the first one writes) or of a circle, */
  uint32_t place_count;
  const lock_id *locks; /* ... of a circle: what each waits for */
};

/* The step STEP, which is made, in the run. */
struct found_step found_step_of (struct aig_values *values, uint32_t process,
                                 const struct unrolled_step *step);

/* The first values of all cells, if the shared state is SHARED then. */
const int64_t *found_initial (const struct unrolling *all, struct aig_values *values,
                              const struct bits *shared);

/* The ANSWER to QUESTION is FOUND.  Circles that -P does not mean are none: then it is
   unknown. */
void found_answer (const struct found *found, const struct question *question,
                   struct arena *arena, struct answer *answer);

#endif
