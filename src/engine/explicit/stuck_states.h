/* stuck_states.h -- who waits for ever: the search that answers `stuck'.
 *
 * A process is stuck in a state if it waits there (for a lock, a notify, a join, a start,
 * or until an assume over fields holds), and in every state that can be reached from
 * there.  From every state a component of the state graph can be reached that nothing
 * leaves.  In such a component a process is stuck in one state iff it is blocked in all.
 * So the search lists all states with their edges, and checks the components that nothing
 * leaves.  A state without successors is one of them, and is checked as soon as it is
 * met: most violations end there.  Cost: all states without transactions, and one pass
 * over their edges.
 *
 * Transactions (search.h) preserve what can happen, but not what must; so they are not
 * used here.  Steps that no other process could notice are made first, by one process at
 * a time (doc/theory-stuck.md has the proof), but not at break points (control.h): no
 * process runs for ever before others have a turn.
 *
 * A state in which recursion was cut off, or not all values of a wide type were tried,
 * has unknown successors.  A component with such a state proves nothing.
 */
#ifndef ENGINE_STUCK_STATES_H
#define ENGINE_STUCK_STATES_H

#include "engine/explicit/search.h"

/* Find out who waits for ever in S, which was just created with `waits'.  The search ends
   when that is found, all states are visited, or BUDGET states were visited and stored;
   0: no limit.  A violation is in *FOUND, with the processes that are stuck in its state:
   all of them, or as many as an automaton has threads. */
enum verdict_kind stuck_decide (struct search *s, uint64_t budget,
                                struct violation *found);

#endif
