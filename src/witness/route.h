/* route.h -- from an engine's trail to local paths.
 *
 * An engine that found a violation says which locks each participant touches in each
 * phase.  The roles are solved once more, without slicing (so that each rule is one of
 * the multi-PDS), restricted to these locks (so that sets of tuples stay small even where
 * the antichain engine gave up), and with a record of how weights were combined.  A
 * compatible choice of tuples is then unwound into one path for each participant.
 *
 * Locks that the engine dropped, and the calls around them, are on the paths again; so
 * are operations done ahead.  The reductions promise that an interleaving of just
 * these paths exists (doc/theory.md); schedule.h finds one.
 *
 * A scripted question (engine.h) has steps that the plain one does not have.  They are
 * on the paths, but no path says that they move the automaton.
 */
#ifndef WITNESS_ROUTE_H
#define WITNESS_ROUTE_H

#include "engine/engine.h"
#include "engine/run.h"

/* The most rules of a path. */
#define ROUTE_LIMIT ((uint32_t) 1 << 22)

enum witness_outcome
{
  WITNESS_FOUND,
  WITNESS_TOO_LONG, /* runs can be exponentially longer than the program */
  WITNESS_NONE,     /* a bug of the engine, or in the theory of its reductions */
};

/* PATHS, one for each participant of QUESTION, live in ARENA. */
enum witness_outcome route_find (struct local_path *paths,
                                 const struct question *question,
                                 const struct engine_trail *trail, struct quota *quota,
                                 struct arena *arena);

#endif
