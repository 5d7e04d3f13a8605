/* reduction.h -- the exact reductions, each with a switch (theory.md, section 5).
 *
 * A set of reductions is a mask of bits.  An engine ignores the reductions that it
 * does not have.
 */
#ifndef PHASEAUTO_REDUCTION_H
#define PHASEAUTO_REDUCTION_H

#include <stdint.h>

/* name on the command line, identifier, what it does */
#define REDUCTIONS(R)                                                        \
  R ("active", ACTIVE, "only the processes that play a thread")              \
  R ("units", UNITS, "no process whose accesses do not meet in a unit")      \
  R ("common-locks", COMMON_LOCKS, "no question where two threads need one lock") \
  R ("held-locks", HELD_LOCKS, "no meeting of places where one lock is held") \
  R ("free-places", FREE_PLACES, "no search where threads can wait without locks") \
  R ("roles", ROLES, "share what a process contributes between queries")     \
  R ("antichains", ANTICHAINS, "keep only minimal tuples")                   \
  R ("movers", MOVERS, "no guess after an acquire or before a release")      \
  R ("run-ahead", RUN_AHEAD, "do what comes before the first own step first")\
  R ("private-locks", PRIVATE_LOCKS, "drop locks that one process uses")     \
  R ("idle-locks", IDLE_LOCKS, "drop locks that guard nothing watched")      \
  R ("guarded-locks", GUARDED_LOCKS, "drop locks taken only inside another") \
  R ("lazy-locks", LAZY_LOCKS, "consider a lock when it is in the way")       \
  R ("samples", SAMPLES, "look for a violation at a few places first")       \
  R ("slicing", SLICING, "skip what the automaton cannot notice")            \
  R ("transactions", TRANSACTIONS, "explore a thread's transactions whole")  \
  R ("races", RACES, "try another order only where steps race")             \
  R ("early-automaton", EARLY_AUTOMATON, "cut words after the automaton, not before") \
  R ("lazy", LAZY, "unroll processes apart, and tie them together where they meet") \
  R ("locksets", LOCKSETS, "no switch between places where one lock is held") \
  R ("induction", INDUCTION, "prove by induction, not by paths that end")    \
  R ("csr", CSR, "only places that can be reached at a depth")               \
  R ("contexts", CONTEXTS, "match calls and returns to find them")           \
  R ("balance", BALANCE, "idle on shorter paths and loops") \
  R ("phase", PHASE, "a place may be before a commit now and past one later")  \
  R ("reachability", REACHABILITY, "a step moves once nobody can interfere any more") \
  R ("static-pointer", STATIC_POINTER, "... while others are bound for other cells") \
  R ("monotonic-atomic", MONOTONIC_ATOMIC, "... after the cell's compare-and-swap") \
  R ("locks", LOCKS, "... while its process owns the lock that others need")

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

#define REDUCTION_ALL (((uint32_t) 1 << REDUCTION_COUNT) - 1)
/* Those that are on unless --without switches them off.  The other one pays off only
   sometimes (doc/bmc.md), and --with switches it on. */
#define REDUCTION_DEFAULT (REDUCTION_ALL & ~(uint32_t) REDUCTION_BALANCE)

/* The name of reduction NUMBER, whose bit is 1 << NUMBER. */
const char *reduction_name (uint32_t number);
/* The bit of the reduction called NAME; 0: there is none. */
uint32_t reduction_find (const char *name);

#endif
