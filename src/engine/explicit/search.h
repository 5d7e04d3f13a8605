/* search.h -- the referee: explicit search over the interleavings.
 *
 *     struct search search;
 *     search_init (&search, control, &instance, processes, count, true, arena);
 *     if (search_decide (&search) == VERDICT_VIOLATION)
 *       search_witness (&search, &run, arena);
 *
 * Visits every state that the processes can reach, or with transactions as many as
 * are needed, breadth first, until the automaton has made its last step, or can make its
 * last ones together.  Exact for models without recursion.  With recursion a stack holds
 * at most PROGRAM_STACK_BOUND frames of recursive calls; if that cut off something and
 * no violation was found, the answer is unknown, never safe.
 *
 * The search shares nothing with the weighted engines but the multi-PDS with the
 * numbers of its locks (wpds/lock_numbers.h), the automaton, and the choice of the
 * processes.  All memory is in the arena, whose quota may unwind the search: then
 * the arena is cleared and the search forgotten.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/steps/program.h"
#include "engine/explicit/transactions.h"
#include "engine/verdict_kind.h"

struct search
{
  struct program program;
  struct states states;
  struct transactions transactions;
  struct arena *arena;
  struct state state;  /* the current one */
  struct edges *edges; /* by process, in the current state */
  bool *past_commit;   /* by process, in the current state */
  struct edges ahead;  /* of a process that goes on by itself */
  VEC (state_id) work; /* states to be visited: from HEAD on */
  uint32_t head;
  VEC (uint8_t) relied; /* by state: an access in it counted as protected */
  uint64_t budget;      /* states, visited and stored, before giving up; 0: no
                           limit */
  bool gave_up;
  bool cut; /* the bound was in the way */
  bool found;
  state_id goal;
  struct
  {
    uint64_t visited, stored; /* states: stored or passed; stored */
  } counts;
};

/* PROCESSES, COUNT of them, are numbers of the PDS: one for each thread of the
   automaton, then bystanders.  All pointers are borrowed. */
void search_init (struct search *search, const struct control *control,
                  const struct pa_instance *instance, const process_id *processes,
                  uint32_t count, bool transactions, struct arena *arena);

/* Unknown if the search gave up or was cut off. */
enum verdict_kind search_decide (struct search *search);

/* A run to the violation that was found; its participants are the places in
   PROCESSES above.  Its switches are not counted. */
void search_witness (struct search *search, struct run *run, struct arena *arena);

#endif
