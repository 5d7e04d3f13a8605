/* intersection.h -- is there a word that all systems accept?
 *
 * The systems: the participants, each by a set of words over its own letters (wordset.h),
 * and the locks, which are finite.  A letter is an operation of a lock, which is its
 * participant's alone, or a step of the automaton, which all participants make
 * together.  The search lists states: how each participant may go on, and who owns which
 * lock.
 *
 * A participant whose word was cut may do anything from there on.  It is best for all
 * that it releases what it owns, takes nothing more, and makes every step: so that is
 * what it does.
 *
 * Backwards, for suffixes, words are read from their ends.  Then a release takes the
 * lock, and an acquisition gives it back, since before it the lock was free.  Who owns a
 * lock at the very end is not known until the lock is operated: an acquisition then says
 * that it was held to the end, and nobody else can have operated it later.
 *
 * With `watches' the automaton is a system of its own, as published: letters are the
 * watched actions, and it says which of them it allows, and which are its steps.  A
 * participant whose word was cut makes its steps whenever they are due.
 *
 * Cost: a state for each combination of nodes and owners in the worst case.
 */
#ifndef ENGINE_INTERSECTION_H
#define ENGINE_INTERSECTION_H

#include "base/ids.h"
#include "phaseauto/watch.h"
#include "wpds/lock_numbers.h"
#include "wpds/wordset.h"

/* ---- Letters. ---- */

#define LETTER_STEP 0

static inline uint32_t
letter_acquire (lock_number lock)
{
  return 1 + 2 * lock.index;
}

static inline uint32_t
letter_release (lock_number lock)
{
  return 2 + 2 * lock.index;
}

static inline bool
letter_is_acquire (uint32_t letter)
{
  return letter % 2 == 1;
}

static inline lock_number
letter_lock (uint32_t letter)
{
  assert (letter != LETTER_STEP);
  return (lock_number){ (letter - 1) / 2 };
}

/* A watched action of the multi-PDS, if there are LOCKS locks. */
static inline uint32_t
letter_watched (uint32_t action, uint32_t locks)
{
  return 1 + 2 * locks + action;
}

/* ---- The search. ---- */

/* A letter of a word, and its participant; LETTER_STEP belongs to all. */
struct intersection_letter
{
  participant_id participant;
  uint32_t letter;
  bool moves; /* the automaton */
};

struct intersection
{
  /* What is asked; borrowed. */
  const struct wordset_store *store;
  const wordset *sets; /* by participant */
  uint32_t count, locks;
  const struct watch *const *watches; /* by participant; null: LETTER_STEP is a letter */
  uint32_t steps;                     /* of the automaton, if it is a system */
  bool backwards;                     /* the words are suffixes, read backwards */
  bool exact;                         /* words that were cut do not count */
  /* What was found. */
  bool accepted;
  bool cut;                              /* some participant's word was cut */
  VEC (struct intersection_letter) word; /* in the order of its reading */
  uint64_t visited;                      /* states */
};

/* Everything goes into SCRATCH. */
void intersection_search (struct intersection *intersection, struct arena *scratch);

#endif
