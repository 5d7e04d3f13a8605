/* slice.h -- the part of a process that a query can notice (5h).
 *
 * The graph of a process for one thread of one query: symbols, and edges that
 * operate a lock that matters, do a watched action, call, return, or merely
 * lead on.  Calls of procedures that can return and do nothing of that kind are
 * skips; symbols that reach each other by skips are one; a symbol whose only
 * way on is a skip is its successor.  With the reduction `slicing' off, the
 * graph is the process as it is.
 */
#ifndef PHASEAUTO_SLICE_H
#define PHASEAUTO_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/lock_numbers.h"
#include "wpds/survey.h"

/* What an action means to the thread: a bit for each state of the automaton. */
struct slice_class
{
  uint64_t step;      /* it can be the step from this state */
  uint64_t forbidden; /* it cannot loop in this state */
};

struct sample; /* sample.h */

struct slice_query
{
  struct survey *survey;
  body_id body; /* of the process */
  pds_symbol entry;
  const struct slice_class *classes; /* by action */
  const struct lock_numbers *locks;  /* those that matter */
  uint32_t reductions;
  const struct sample *sample; /* only this part of the process; null: all */
};

enum slice_kind
{
  SLICE_SKIP,
  SLICE_ACQUIRE,
  SLICE_RELEASE,
  SLICE_WATCHED,
  SLICE_CALL,
  SLICE_RETURN,
};

#define SLICE_NO_SYMBOL UINT32_MAX

struct slice_edge
{
  enum slice_kind kind;
  uint32_t to;      /* of a call: the entry; of a return: SLICE_NO_SYMBOL */
  uint32_t under;   /* of a call: where it returns to */
  lock_number lock; /* of an acquire or release */
  uint32_t action;  /* of a watched action or a lock's operation: its number */
};

struct body_slice
{
  uint32_t symbols;              /* the entry, or the starts, come first */
  uint32_t starts;               /* how many of them: 1, except in a sample */
  VEC (struct slice_edge) edges; /* ordered by the symbol they leave */
  uint32_t *first_edge;          /* of each symbol, and the end */
  pds_symbol *origins;           /* by symbol: one symbol of the process that it stands
                                    for */
};

/* The name of a process that runs BODY, for the log. */
const char *slice_process_name (const struct pds *pds, body_id body);

/* Everything goes into ARENA. */
void slice_build (struct body_slice *slice, const struct slice_query *query,
                  struct arena *arena);

/* By symbol: can guesses of another thread's step be left out here? (5e, movers.c) */
bool *slice_find_quiet (const struct body_slice *slice, struct arena *arena);

/* Does a process hold none of LOCKS when SYMBOL is on top of its stack? */
bool slice_is_unlocked (const struct survey *survey, const struct lock_numbers *locks,
                        pds_symbol symbol);

#endif
