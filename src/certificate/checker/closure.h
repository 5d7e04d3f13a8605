/* closure.h -- is what a certificate claims about a role closed under all rules?
 *
 * A role is a body that plays a thread of an automaton with N steps.  Its runs go
 * through pairs (x, s): state x of the automaton, symbol s on top of the stack.  A
 * context (p, e) is a procedure's entry e, entered in state p; context 0 is (0, entry of
 * the body).  For each context the certificate claims, as sets of tuples (tuples.h),
 *
 *     at (x, s)    all runs from the entry to s in state x < N on the same level,
 *                  including calls that have returned
 *     back in x    all runs from the entry to its return in state x < N
 *     done         all runs from the entry, ending on its level or any above, that
 *                  have made step N
 *
 * If nothing is listed, the claim is that there are no such runs.  The sets cover all
 * runs if they cover the empty run at each entry, and if every rule leads from what is
 * listed to what is listed: by induction over the length of runs.  Locks may be ignored:
 * that only adds runs, so what is shown to be impossible is impossible.
 *
 * The finals are all that the role can contribute to a query: what is done from context
 * 0, and what returns from it if other threads make all remaining steps.
 */
#ifndef CERTIFICATE_CHECKER_CLOSURE_H
#define CERTIFICATE_CHECKER_CLOSURE_H

#include "certificate/checker/part.h"
#include "certificate/checker/tuples.h"

/* In place of a set: nothing is claimed. */
#define CLOSURE_NOTHING UINT32_MAX

struct closure_context
{
  uint32_t state, symbol;
  uint32_t *ends; /* by state x: the set `back in x'; for x = N the set `done' */
};

/* A claim `at (x, s)' for the symbols from BEGIN to END - 1. */
struct closure_place
{
  uint32_t context, state, begin, end, set;
};

struct closure
{
  /* Given, borrowed. */
  uint32_t number; /* the number of the role in the certificate */
  const struct part_scene *scene;
  struct arena *arena;
  struct tuples *tuples;
  body_id body;
  struct part part;
  const bool *kept; /* by lock; all others are ignored */
  /* Claimed. */
  VEC (struct closure_context) contexts;
  VEC (struct closure_place) places;
  struct pairmap context_of; /* (state, symbol) -> context */
  /* Found. */
  VEC (uint32_t) finals; /* tuples, once checked */
  const uint64_t *rows;  /* of the finals, once prepared (choice.h) */
};

/* Initialize CLOSURE: what is given must be set, and the rest zero. */
void closure_init (struct closure *closure);

/* Add claims.  False if they make no sense: out of range, tuples of a wrong length, a
   context or one of its ends for the second time. */
bool closure_add_context (struct closure *closure, uint32_t state, uint32_t symbol);
/* About the last context: */
bool closure_add_at (struct closure *closure, uint32_t state, uint32_t begin,
                     uint32_t end, uint32_t set);
bool closure_add_end (struct closure *closure, uint32_t state, uint32_t set);

#define CLOSURE_PROBLEM 200

/* Are the claims closed?  If so, `finals' is set; otherwise PROBLEM says what is missing.
   May unwind.  SCRATCH may be cleared afterwards. */
bool closure_check (struct closure *closure, char problem[CLOSURE_PROBLEM],
                    struct arena *scratch);

#endif
