/* state.h -- states of the explicit search: packed, and stored once.
 *
 * A state is
 *
 *     done      the automaton's state: how many of its steps are done
 *     opener    the process in the part before the commit of its transaction,
 *               or STATE_NOBODY (transactions.h)
 *     stacks    one per process
 *     owners    of each lock: a process, or STATE_NOBODY
 *
 * Stacks are numbers (wpds/stacks.h).  A stored state is a row of 32-bit words,
 * found by its hash, named by its number, numbered from 0 in the order in which
 * states were met.  With each goes the way that led to it first, so that a run
 * from the start can be made again (search.c).
 *
 * Everything lives in the arena given to states_init.
 */
#ifndef EXPLICIT_STATE_H
#define EXPLICIT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"
#include "wpds/stacks.h"

typedef struct
{
  uint32_t index;
} state_id;

#define STATE_NOBODY PARTICIPANT_NONE

/* A state laid out to be worked on. */
struct state
{
  uint32_t done;
  participant_id opener;
  pds_stack *stacks;      /* by participant */
  participant_id *owners; /* by number of a lock (wpds/lock_numbers.h) */
};

/* One step of a run: PROCESS uses RULE, which MOVED the automaton or did not. */
struct state_step
{
  participant_id process;
  uint32_t rule;
  bool moved;
};

/* How a state was reached: from PARENT by STEP, and then by MORE steps of the
   same process that were the only ones it could make. */
struct state_link
{
  state_id parent;
  struct state_step step;
  uint32_t more;
};

/* A run, from the first state on. */
struct state_run
{
  VEC (struct state_step) steps;
};

struct states
{
  struct arena *arena;
  uint32_t processes, locks;
  uint32_t owner_bits;     /* of one owner */
  uint32_t words;          /* of one state */
  VEC (uint32_t) rows;     /* WORDS for each state */
  VEC (struct state_link) links;
  struct hash_table table; /* of the states */
  struct stacks stacks;
  VEC (uint32_t) recursion; /* by stack: frames of recursive calls on it */
  const bool *is_recursive; /* by symbol: a recursive call returns to it */
};

/* IS_RECURSIVE is borrowed (control.h). */
void states_init (struct states *states, uint32_t processes, uint32_t locks,
                  const bool *is_recursive, struct arena *arena);

uint32_t states_count (const struct states *states);

/* A state with all stacks empty, all locks free, nothing done. */
struct state state_new (const struct states *states, struct arena *arena);

/* The number of STATE, reached by LINK; sets *IS_NEW iff it was not there.
   The first state is its own parent and has no step. */
state_id states_intern (struct states *states, const struct state *state,
                        const struct state_link *link, bool *is_new);

/* Lay out state ID in STATE. */
void states_load (const struct states *states, state_id id, struct state *state);

/* How many frames of recursive calls are on STACK. */
uint32_t states_recursion (struct states *states, pds_stack stack);

#endif
