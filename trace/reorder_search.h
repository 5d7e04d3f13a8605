/* reorder_search.h -- is there a reordering of a window that shows a race, a pattern or a
 * deadlock?  A search through the states that reorderings lead to.
 *
 * This is for what the engines cannot decide: reads that have to see the same writes, and
 * locks that do not nest.  A state is how far each thread is, who wrote each variable
 * last, and how far the automaton is; each is visited once.  Events that only their own
 * thread notices, or that cannot block others (a release, a fork), are made at once.  So
 * the answer is exact, if the search ends: the number of states may be exponential in the
 * threads, and a budget ends the search.
 *
 * To find something early, it first stays in the cones (reorder_cone.h) of promising
 * events: pairs of accesses, or the steps that an engine found.  All of a cone has to
 * happen, so a write that would hide another one from a later read can be refused there.
 * And it tries moves in the order of the trace, or of a guide, the witness of an engine,
 * as long as possible.
 */
#ifndef TRACE_REORDER_SEARCH_H
#define TRACE_REORDER_SEARCH_H

#include "phaseauto/phase_automaton.h"
#include "trace/window.h"

enum reorder_kind
{
  REORDER_RACE,
  REORDER_PATTERN,
  REORDER_DEADLOCK,
};

enum reorder_answer
{
  REORDER_FOUND,
  REORDER_NONE,
  REORDER_UNKNOWN, /* the budget is used up, or the automaton cannot be asked */
};

struct reorder_question
{
  enum reorder_kind kind;
  const struct pa_automaton *automaton; /* of a pattern */
  const uint32_t *cells;                /* of a race, one; of a pattern, by parameter */
  bool consistent_reads;
  uint32_t budget;       /* states */
  const uint32_t *guide; /* events of the window; or null: as in the trace */
  uint32_t guide_count;
  /* Promising events: the steps of a pattern, the ends of a deadlock; or none. */
  const uint32_t *steps;
  uint32_t step_count;
};

struct reorder_witness
{
  VEC (uint32_t) order; /* events of the window, by their index */
  /* Of a pattern: its steps, which are in the order; of a race or deadlock: the events
     that are about to happen, each of another thread.  In a deadlock, each thread waits
     for a lock that the next one holds. */
  VEC (uint32_t) steps;
  VEC (uint32_t) threads; /* of a pattern: who plays each thread of the automaton */
};

/* Everything is in ARENA. */
enum reorder_answer reorder_search (const struct trace_window *window,
                                    const struct reorder_question *question,
                                    struct reorder_witness *witness, struct arena *arena);

#endif
