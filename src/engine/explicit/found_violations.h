/* found_violations.h -- what a search has found: the goal of the automaton, races, a
 * deadlock, claims that are false, accesses without permission.  Of each the first.
 */
#ifndef ENGINE_FOUND_VIOLATIONS_H
#define ENGINE_FOUND_VIOLATIONS_H

#include "engine/steps/next_step.h"
#include "query/process_filter.h"

/* In `state' these processes are about to do it. */
struct violation
{
  bool found;
  state_id state;
  uint32_t count;
  process_id *processes;
  lock_id *locks; /* of a deadlock: what each of them awaits */
};

struct violations
{
  const struct program *program;
  const struct process_filter *only; /* or null: races and circles of which processes */
  struct arena *arena;
  struct violation pattern; /* of an automaton */
  /* Without an automaton. */
  struct violation deadlock;
  struct violation *races;      /* by field */
  struct violation *exclusives; /* by field */
  struct violation *claims;
  VEC (uint32_t) poised; /* processes, for a moment */
};

void violations_init (struct violations *violations, const struct program *program,
                      const struct process_filter *only, struct arena *arena);

/* PROCESS alone, in the state ID. */
void violations_add (struct violations *violations, struct violation *violation,
                     state_id id, uint32_t process);

/* NEXT, by process, in STATE, in which all of them may run: is it a race, is it a
   deadlock? */
void violations_check (struct violations *violations, const struct state *state,
                       state_id id, const struct next_step *next);

#endif
