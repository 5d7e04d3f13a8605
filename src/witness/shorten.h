/* shorten.h -- the shortest local path with the same effect.
 *
 * The events of a path are what other processes can notice: its operations on the locks
 * that matter, its steps of the automaton, actions that the automaton forbids in some
 * state, and actions of life cycles: starts and so on.  A shortest path with the same
 * events in the same order is found by one post* of the process beside the chain of its
 * events, with lengths for weights.
 *
 * What comes before the first lock that is still held at the first step of its own, or
 * before the first action of life cycles, is done ahead, before any other process moves
 * (5f), and is no event.
 */
#ifndef WITNESS_SHORTEN_H
#define WITNESS_SHORTEN_H

#include "engine/engine.h"
#include "engine/run.h"

/* Replace PATH of PARTICIPANT by a shortest one.  KEPT: the locks that matter (5g, 5i).
   PATH stays as it is if that would be too expensive. */
void local_path_shorten (struct local_path *path, struct survey *survey,
                         const struct participant *participant, idset kept,
                         struct quota *quota, struct arena *arena);

#endif
