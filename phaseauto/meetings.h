/* meetings.h -- automata for questions about one global state: races, deadlocks, and
 * questions about models with data.
 *
 * All their steps happen together (phase_automaton.h): is there a global state in which
 * each thread can make its step next?  So an automaton here has one phase, and a thread
 * for each process that takes part.
 *
 *     race (x)      u is about to write x, v is about to access x
 *     deadlock      thread i is about to acquire l_i and holds l_i-1; the first one
 *                   holds the lock that the last one awaits
 *     stuck         each thread waits, and will in all states that can follow
 *
 * A race is asked as it is for each field.  A circle of waiting processes can have any
 * length, so there is an automaton for each length and choice of locks.
 */
#ifndef PHASEAUTO_MEETINGS_H
#define PHASEAUTO_MEETINGS_H

#include "phaseauto/phase_automaton.h"

/* The automaton of a race, with one parameter; it is never freed. */
const struct pa_automaton *pa_race (void);

/* The automaton of a deadlock as users name it: no parameter, no thread, no step.  The
   circles are its cases. */
const struct pa_automaton *pa_deadlock (void);

/* Questions about one process of a model with data: whether an assert of it is false, or
   a statement goes wrong; and whether it accesses a field while the field's access
   predicate is false.  Only engines that know data are asked. */
const struct pa_automaton *pa_assert (void);
const struct pa_automaton *pa_exclusive (void);

/* The automaton of `stuck' as users name it, like that of a deadlock; and the case in
   which COUNT processes wait for ever, in ARENA. */
const struct pa_automaton *pa_stuck (void);
struct pa_automaton *pa_stuck_threads (uint32_t count, struct arena *arena);

/* A circle of COUNT threads, where thread i awaits LOCKS[i] and holds the lock that
   thread i - 1 awaits.  At least two; everything lives in ARENA. */
struct pa_automaton *pa_circle (const lock_id *locks, uint32_t count,
                                struct arena *arena);

#endif
