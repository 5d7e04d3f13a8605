/* closure.h -- is what a certificate claims of a role closed under all rules?
 *
 * A role is a body that plays a thread of an automaton with N steps.  Its runs
 * go through pairs (x, s): state x of the automaton, symbol s on top.  A context
 * (p, e) is a procedure's entry e, entered in state p; context 0 is (0, entry of
 * the body).  Claimed are, as sets of tuples (tuples.h), for each context
 *
 *     at (x, s)    all runs from the entry to s in state x < N, on the same
 *                  level, calls included that have returned
 *     back in x    all runs from the entry to its return in state x < N
 *     done         all runs from the entry, to any level above it, that have
 *                  made step N
 *
 * (What is not listed is claimed to be impossible.)  They are, or cover, all
 * such runs if the entry is there and every rule leads from what is listed to
 * what is listed: induction over the length of runs.  Locks may be ignored: that
 * only adds runs, so whatever is shown to be impossible stays so.  What is done from context
 * 0, or returns from it and then sees the other threads make all that is left,
 * are the finals: all that the role can contribute.
 */
#ifndef CERTIFICATE_CLOSURE_H
#define CERTIFICATE_CLOSURE_H

#include "certificate/checker/part.h"
#include "certificate/checker/tuples.h"

struct closure_context
{
  uint32_t state, symbol;
  uint32_t done;   /* set, or CLOSURE_NOTHING */
  uint32_t *back;  /* by state: set, or CLOSURE_NOTHING */
  uint32_t *first; /* by state, and the end: its places, once sorted */
};

#define CLOSURE_NOTHING UINT32_MAX

/* Where something is claimed: symbols from BEGIN to END - 1 in a state. */
struct closure_place
{
  uint32_t context, state, begin, end, set;
};

struct closure
{
  const struct scene *scene;
  struct arena *arena;
  struct tuples *tuples;
  body_id body;
  struct part part;
  const bool *kept;              /* by lock; all others are ignored */
  VEC (struct closure_context) contexts;
  VEC (struct closure_place) places;
  struct pairmap context_of;     /* (state, symbol) -> context */
  VEC (uint32_t) finals;         /* tuples, once checked */
  const uint64_t *rows;          /* of the finals; choice.h */
};

/* PART's tables and the rest are borrowed. */
void closure_init (struct closure *closure, const struct scene *scene, body_id body,
                   const struct part *part, const bool *kept,
                   struct tuples *tuples,
                   struct arena *arena);

/* Add claims; false if they make no sense here (out of range, tuples of another
   length, a context or a state's return twice). */
bool closure_add_context (struct closure *closure, uint32_t state, uint32_t symbol);
/* Of the last context. */
bool closure_add_at (struct closure *closure, uint32_t state, uint32_t begin,
                     uint32_t end, uint32_t set);
bool closure_add_back (struct closure *closure, uint32_t state, uint32_t set);
bool closure_add_done (struct closure *closure, uint32_t set);

#define CLOSURE_PROBLEM 200

/* Is it closed?  Else PROBLEM says what is missing.  May unwind.  SCRATCH may
   be cleared afterwards. */
bool closure_check (struct closure *closure, char problem[CLOSURE_PROBLEM],
                    struct arena *scratch);

#endif
