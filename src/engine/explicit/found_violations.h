/* found_violations.h -- what a search has found, the first of each kind: the goal of the
   automaton, races, a deadlock, false claims, accesses without permission. */
#ifndef ENGINE_FOUND_VIOLATIONS_H
#define ENGINE_FOUND_VIOLATIONS_H

#include "engine/steps/next_step.h"
#include "query/process_filter.h"

/* A violation: PROCESSES are about to commit it in STATE. */
struct violation
{
  bool found;
  state_id state;
  uint32_t count;
  process_id *processes;
  lock_id *locks; /* of a deadlock: the lock that each awaits */
};

struct violations
{
  const struct program *program;
  const struct process_filter *only; /* whose races and circles count; or null */
  struct arena *arena;
  struct violation pattern; /* of an automaton */
  /* If there is no automaton: */
  struct violation deadlock;
  struct violation *races;      /* by field */
  struct violation *exclusives; /* by field */
  struct violation *claims;
  VEC (uint32_t) poised; /* buffer: processes */
};

void violations_init (struct violations *violations, const struct program *program,
                      const struct process_filter *only, struct arena *arena);

/* Record VIOLATION, of PROCESS alone, in the state ID. */
void violations_add (struct violations *violations, struct violation *violation,
                     state_id id, uint32_t process);

/* Record the races and the deadlock in STATE, in which all processes may run; NEXT, by
   process, is what they do next. */
void violations_check (struct violations *violations, const struct state *state,
                       state_id id, const struct next_step *next);

#endif
