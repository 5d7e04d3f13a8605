/* reduction.h -- the exact reductions that belong to no single engine, each with a switch
 * (theory.md, section 5).
 *
 * A set of reductions is a mask of bits.  An engine ignores the reductions that it
 * does not have.
 */
#ifndef PHASEAUTO_REDUCTION_H
#define PHASEAUTO_REDUCTION_H

#include <stdint.h>

/* name on the command line, identifier, what it does */
#define REDUCTIONS(R)                                                                    \
  R ("active", ACTIVE, "only the processes that play a thread")                          \
  R ("units", UNITS, "no process whose accesses do not meet in a unit")                  \
  R ("common-locks", COMMON_LOCKS, "no question where two threads need one lock")        \
  R ("held-locks", HELD_LOCKS, "no meeting of places where one lock is held")            \
  R ("free-places", FREE_PLACES, "no search where threads can wait without locks")       \
  R ("roles", ROLES, "share what a process contributes between queries")                 \
  R ("movers", MOVERS, "no guess after an acquire or before a release")                  \
  R ("run-ahead", RUN_AHEAD, "do what comes before the first own step first")            \
  R ("private-locks", PRIVATE_LOCKS, "drop locks that one process uses")                 \
  R ("idle-locks", IDLE_LOCKS, "drop locks that guard nothing watched")                  \
  R ("guarded-locks", GUARDED_LOCKS, "drop locks taken only inside another")             \
  R ("slicing", SLICING, "skip what the automaton cannot notice")                        \
  R ("transactions", TRANSACTIONS, "explore a thread's transactions whole")

enum reduction_number
{
#define REDUCTION_NUMBER(name, id, text) REDUCTION_NUMBER_##id,
  REDUCTIONS (REDUCTION_NUMBER)
#undef REDUCTION_NUMBER
    REDUCTION_COUNT,
};

enum reduction
{
#define REDUCTION_BIT(name, id, text) REDUCTION_##id = 1 << REDUCTION_NUMBER_##id,
  REDUCTIONS (REDUCTION_BIT)
#undef REDUCTION_BIT
};

/* All reductions, those of engines (engine/reductions.h), with the next bits,
   included. */
#define REDUCTION_ALL UINT32_MAX

/* The name of reduction NUMBER, whose bit is 1 << NUMBER. */
const char *reduction_name (uint32_t number);

#endif
