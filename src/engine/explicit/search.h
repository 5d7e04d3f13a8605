/* search.h -- the referee: explicit search over the interleavings.
 *
 *     struct search search;
 *     search_init (&search, control, &instance, processes, count, &options, arena);
 *     if (search_decide (&search) == SEARCH_VIOLATION)
 *       search_witness (&search, &run, arena);
 *
 * Visits every state that the processes can reach, or with transactions as
 * many as are needed, until the automaton has made its last step.  Exact for
 * models without recursion.  With recursion a stack holds at most
 * SEARCH_STACK_BOUND frames of recursive calls; if that cut off something and
 * no violation was found, the answer is SEARCH_BOUND, never SEARCH_SAFE.
 *
 * The search shares nothing with the weighted engines but the multi-PDS with the
 * numbers of its locks (wpds/lock_numbers.h), the automaton, and the choice of the
 * processes.  All memory is of the arena, whose quota may unwind the search: then
 * the arena is cleared and the search forgotten.
 */
#ifndef EXPLICIT_SEARCH_H
#define EXPLICIT_SEARCH_H

#include "engine/explicit/program.h"
#include "engine/explicit/transactions.h"

#define SEARCH_STACK_BOUND 8

enum search_answer
{
  SEARCH_SAFE,
  SEARCH_VIOLATION,
  SEARCH_BOUND,
};

enum search_order
{
  SEARCH_BREADTH_FIRST, /* short witnesses */
  SEARCH_DEPTH_FIRST,
};

struct search_options
{
  bool transactions;
  enum search_order order;
  uint32_t bound;       /* SEARCH_STACK_BOUND */
};

struct search_counts
{
  uint64_t visited;     /* states whose edges were followed, stored or passed,
                           repetitions counted */
  uint64_t stored;
  uint64_t edges;       /* that were followed */
  uint64_t put_back;    /* states searched again: no lock protects the automaton */
};

struct search
{
  struct program program;
  struct states states;
  struct transactions transactions;
  enum search_order order;
  struct arena *arena;
  struct state state;        /* the one at hand */
  struct edges *edges;       /* by process, in the state at hand */
  bool *behind;              /* by process, in the state at hand */
  struct edges ahead;        /* of a process that goes on by itself */
  VEC (state_id) work;       /* to be visited: from HEAD on, or from the end */
  uint32_t head;
  VEC (uint8_t) relied;      /* by state: an access in it counted as protected */
  bool cut;                  /* the bound was in the way */
  bool found;
  state_id goal;
  struct search_counts counts;
};

/* PROCESSES, COUNT of them, are numbers of the PDS: one for each thread of the
   automaton, then bystanders.  All arguments but OPTIONS are borrowed. */
void search_init (struct search *search, const struct control *control,
                  const struct pa_instance *instance, const process_id *processes,
                  uint32_t count, const struct search_options *options,
                  struct arena *arena);

enum search_answer search_decide (struct search *search);

/* A run to the violation that was found.  Its steps name processes by their
   place in PROCESSES above, and rules of the PDS. */
void search_witness (struct search *search, struct state_run *run,
                     struct arena *arena);

#endif
