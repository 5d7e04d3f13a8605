/* stuck_states.h -- who waits for ever: the search that answers `stuck'.
 *
 * A process is stuck in a state if it waits there (for a lock, a notify, a join, a start,
 * or until an assume over fields holds), and in every state that can be reached from
 * there.  The states that a state leads to include a component of the state graph that
 * nothing leaves; in it whoever is stuck is blocked in every state, and whoever is
 * blocked in all its states is stuck.  So the search lists all states with their edges,
 * and looks at the components that nothing leaves.  A state without successors is one of
 * them, and is looked at as soon as it is met: most violations end there.
 *
 * Transactions (search.h) keep what can be reached, but not what has to be; so there are
 * none here.  Steps that touch nothing which another process could notice are made first,
 * by one process at a time (doc/theory-stuck.md has the proof), but not at break points
 * (control.h): no process goes on for ever before others have a turn.
 *
 * A state in which recursion was cut off, or not all values of a wide type were tried,
 * leads to states that nobody has seen.  A component with such a state proves nothing.
 */
#ifndef ENGINE_STUCK_STATES_H
#define ENGINE_STUCK_STATES_H

#include "engine/explicit/search.h"

/* Who waits for ever in S, which was just made with `waits'?  The search goes on until it
   is found, everything is visited, or BUDGET states are visited and stored; 0: no limit.
   A violation is in *FOUND, with the processes that are stuck in its state: all of them,
   or as many as an automaton has threads. */
enum verdict_kind stuck_decide (struct search *s, uint64_t budget,
                                struct violation *found);

#endif
