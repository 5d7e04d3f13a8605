/* state.h -- states of the explicit search: packed, and stored once.
 *
 * A state is
 *
 *     done      the automaton's state: the number of its steps that are done
 *     opener    the process that has not yet reached the commit of its transaction
 *               (transactions.h), or STATE_NOBODY
 *     stacks    one per process
 *     owners    of each lock: a process, or STATE_NOBODY
 *     lives     of each process of the model, in models with life cycles: has it been
 *               started, has it finished?
 *
 * Stacks are numbers (wpds/stacks.h).  A stored state is a row of 32-bit words,
 * found by its hash and named by its number; states are numbered from 0 in the order
 * in which they were met.  Each has a link to the state from which it was reached
 * first, so that a run from the start can be made again (src/engine/explicit/search.c).
 *
 * Everything lives in the arena given to states_init.
 */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"
#include "engine/run.h"
#include "wpds/stacks.h"

typedef struct
{
  uint32_t index;
} state_id;

#define STATE_NOBODY PARTICIPANT_NONE

/* An unpacked state. */
struct state
{
  uint32_t done;
  participant_id opener;
  pds_stack *stacks;      /* by participant */
  participant_id *owners; /* by number of a lock (wpds/lock_numbers.h) */
  uint8_t *lives;         /* by process_id (lives.h) */
};

/* How a state was reached: from PARENT by STEP, and then by MORE steps of the
   same process, each the only one that it could make. */
struct state_link
{
  state_id parent;
  struct run_step step;
  uint32_t more;
};

struct states
{
  struct arena *arena;
  uint32_t processes, locks;
  uint32_t lives;      /* processes whose lives are told apart: all or none */
  uint32_t owner_bits; /* of one owner */
  uint32_t words;      /* of one state */
  VEC (uint32_t) rows; /* WORDS for each state */
  VEC (struct state_link) links;
  struct hash_table table; /* of the states */
  struct stacks stacks;
  VEC (uint32_t) recursion; /* by stack: frames of recursive calls on it */
  const bool *is_recursive; /* by symbol: a recursive call returns to it */
};

/* LIVES: the number of processes of the model, or 0 if it has no life cycles.
   IS_RECURSIVE is borrowed (control.h). */
void states_init (struct states *states, uint32_t processes, uint32_t locks,
                  uint32_t lives, const bool *is_recursive, struct arena *arena);

uint32_t states_count (const struct states *states);

/* A state with all stacks empty, all locks free, nothing done, nobody started. */
struct state state_new (const struct states *states, struct arena *arena);

/* The number of STATE, reached by LINK; sets *IS_NEW iff it was not there.
   The first state is its own parent and has no step. */
state_id states_intern (struct states *states, const struct state *state,
                        const struct state_link *link, bool *is_new);

/* Unpack state ID into STATE. */
void states_load (const struct states *states, state_id id, struct state *state);

/* The number of frames of recursive calls on STACK. */
uint32_t states_recursion (struct states *states, pds_stack stack);

#endif
