/* shorten.h -- the shortest local path with the same effect.
 *
 * What others notice of a path are its operations on the locks that matter, its
 * steps of the automaton, and what the automaton forbids somewhere.  Among all
 * paths that do the same of these in the same order, a shortest is found: one
 * unweighted post* of the process beside the chain of these events, with
 * lengths for weights.
 *
 * What comes before the first lock that is still held at the first own step is
 * done ahead, before anyone moves (5f): it is no event but that it leads there.
 */
#ifndef WITNESS_SHORTEN_H
#define WITNESS_SHORTEN_H

#include "engine/engine.h"
#include "engine/run.h"

/* Replace PATH of PARTICIPANT.  KEPT: the locks that matter (5g, 5i).  Leaves
   it as it is where finding a shorter one would be too much work. */
void local_path_shorten (struct local_path *path, struct survey *survey,
                         const struct participant *participant, idset kept,
                         struct quota *quota, struct arena *arena);

#endif
