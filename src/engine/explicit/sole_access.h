/* sole_access.h -- when a process is alone with a field because of life cycles: all
 * others that access the field have not started yet, or it has joined them.
 *
 *     process Main { x = 1; start Worker; ... join Worker; assert (x == 7); }
 *
 * Main needs no lock here, and x can still count as protected by the lock that the
 * workers take.  So this is one more exclusive access predicate (protection.h), besides
 * the one that is inferred for a cell.  It is true of process p and field f iff each
 * other process q whose code accesses f
 *
 *   - was joined by p, and nobody else ever joins q (the state remembers that); or
 *   - was not started yet, nor was any process but p that might start q, directly or
 *     through others.
 *
 * No process but p can make it false: only p can start the first one of them, and only
 * p's joins count.  And while it holds, no other process touches f.
 */
#ifndef ENGINE_SOLE_ACCESS_H
#define ENGINE_SOLE_ACCESS_H

#include "engine/steps/state.h"

/* Larger models do without it. */
#define SOLE_ACCESS_PROCESSES 1024

struct sole_access
{
  const struct program *program;
  struct arena *arena;
  bool on; /* some process starts or joins another */
  uint32_t processes;
  uint32_t words, field_words; /* words of a set of processes, and of a set of fields */
  bool *keeps;                 /* by process: it starts or joins others */
  uint64_t *accesses;          /* by process: the fields that its code accesses */
  uint64_t *starters;          /* by process: who may start it, directly or not */
  uint32_t *joiner; /* by process: the one that joins it, from 1; 0: nobody, or several */
};

/* PROGRAM must have values. */
void sole_access_init (struct sole_access *solitude, const struct program *program,
                       struct arena *arena);

/* Is PROCESS alone with FIELD? */
bool sole_access_is_alone (const struct sole_access *solitude, const struct state *state,
                           uint32_t process, uint32_t field);

#endif
