/* state.h -- states of a program: packed, and stored once.
 *
 * A state is
 *
 *     done     steps of the automaton, if there is one
 *     opener   the process that has not reached the commit of its transaction, or nobody
 *     midst    the process that is in the midst of an atomic block, or nobody
 *     stacks   one per process (frames.h)
 *     owners   of each lock
 *     lives    in models with life cycles: who has been started, who has finished
 *     cells    the values of the fields that matter
 *
 * A stored state is a row of bits, each part as wide as it must be: a bool field is one
 * bit, and a model without values has no bits for them.  The numbers of stacks begin with
 * 16 bits; when they need more, all rows are packed anew.  States are found by hash and
 * numbered in the order in which they were met.  Each has a link: its parent, a process,
 * and which of its choices led here.
 */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include "base/hash.h"
#include "engine/steps/program.h"

/* Processes are counted from 1 in a state, since 0 is nobody. */
#define STATE_NOBODY 0

struct state
{
  uint32_t done;
  uint32_t opener;
  uint32_t midst;
  uint32_t *stacks; /* by participant */
  uint32_t *owners; /* by number of a lock */
  uint8_t *lives;   /* by process of the model (lives.h) */
  int64_t *cells;
  void *parts; /* all of these, in one piece */
};

typedef struct
{
  uint32_t index;
} state_id;

#define STATE_NONE ((state_id){ UINT32_MAX })

struct state_link
{
  state_id parent;  /* STATE_NONE: an initial state */
  uint32_t process; /* the process that made the step, from 0 */
  uint32_t choice;  /* its choice; of an initial state: its number */
};

/* A cell whose value is part of a state. */
struct state_cell
{
  uint32_t cell, bits;
  struct ir_type type;
};

struct states
{
  const struct program *program;
  struct arena *arena;
  size_t size; /* of the parts of a state, in bytes */
  uint32_t cells;
  uint32_t done_bits, process_bits, midst_bits, life_bits, stack_bits;
  uint32_t words; /* of a row */
  VEC (struct state_cell) kept;
  VEC (uint32_t) rows;
  VEC (struct state_link) links;
  VEC (uint8_t) relied; /* by state: what its visit relied on (explicit/protection.h) */
  struct hash_table table;
};

void states_init (struct states *states, const struct program *program,
                  struct arena *arena);

static inline uint32_t
states_count (const struct states *states)
{
  return states->links.count;
}

/* A state that is 0 everywhere. */
struct state state_new (const struct states *states, struct arena *arena);
void state_copy (const struct states *states, struct state *to, const struct state *from);

state_id states_intern (struct states *states, const struct state *state,
                        const struct state_link *link, bool *is_new);
void states_load (const struct states *states, state_id id, struct state *state);

#endif
