/* state.c -- see state.h. */
#include <config.h>

#include "engine/steps/state.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

/* Word 0 holds the automaton's state and the opener; then come the stacks, a word
   each, the owners, as many in a word as fit, and the lives, two bits each. */
#define DONE_BITS 10
#define LIFE_BITS 2
#define LIVES_PER_WORD (32 / LIFE_BITS)

void
states_init (struct states *states, uint32_t processes, uint32_t locks, uint32_t lives,
             const bool *is_recursive, struct arena *arena)
{
  assert (processes > 0 && processes < UINT32_MAX >> DONE_BITS);
  assert (is_recursive && (lives == 0 || lives >= processes));
  *states = (struct states){ .arena = arena,
                             .processes = processes,
                             .locks = locks,
                             .lives = lives,
                             .is_recursive = is_recursive,
                             .owner_bits = 1 };
  while (processes >> states->owner_bits)
    states->owner_bits++;
  uint32_t per_word = 32 / states->owner_bits;
  states->words = 1 + processes + (locks + per_word - 1) / per_word
                  + (lives + LIVES_PER_WORD - 1) / LIVES_PER_WORD;
  hash_table_init (&states->table, arena);
  stacks_init (&states->stacks, arena);
  *vec_push (arena, &states->recursion) = 0; /* of the empty stack */
}

uint32_t
states_count (const struct states *states)
{
  return states->links.count;
}

struct state
state_new (const struct states *states, struct arena *arena)
{
  struct state state = { .done = 0, .opener = STATE_NOBODY };
  state.stacks = arena_calloc (arena, states->processes, sizeof *state.stacks);
  state.owners = arena_alloc (arena, states->locks * sizeof *state.owners);
  for (uint32_t l = 0; l < states->locks; l++)
    state.owners[l] = STATE_NOBODY;
  state.lives = arena_calloc (arena, states->lives + (size_t) 1, sizeof *state.lives);
  return state;
}

/* ---- Rows. ---- */

static const uint32_t *
row_of (const struct states *states, uint32_t id)
{
  return &states->rows.at[(size_t) id * states->words];
}

/* Nobody is 0, process p is p + 1. */
static uint32_t
pack_process (participant_id process)
{
  return process.index + 1;
}

static participant_id
unpack_process (uint32_t packed)
{
  return (participant_id){ packed - 1 };
}

static void
pack (const struct states *states, const struct state *state, uint32_t *row)
{
  assert (state->done < 1u << DONE_BITS);
  assert (pack_process (state->opener) <= states->processes);
  row[0] = state->done | pack_process (state->opener) << DONE_BITS;
  for (uint32_t p = 0; p < states->processes; p++)
    row[1 + p] = state->stacks[p].index;
  uint32_t word = states->processes, shift = 32;
  for (uint32_t l = 0; l < states->locks; l++)
    {
      if (shift + states->owner_bits > 32)
        {
          row[++word] = 0;
          shift = 0;
        }
      row[word] |= pack_process (state->owners[l]) << shift;
      shift += states->owner_bits;
    }
  for (uint32_t p = 0; p < states->lives; p++)
    {
      if (p % LIVES_PER_WORD == 0)
        row[++word] = 0;
      row[word] |= (uint32_t) state->lives[p] << p % LIVES_PER_WORD * LIFE_BITS;
    }
  assert (word + 1 == states->words);
}

void
states_load (const struct states *states, state_id id, struct state *state)
{
  assert (id.index < states_count (states));
  const uint32_t *row = row_of (states, id.index);
  state->done = row[0] & ((1u << DONE_BITS) - 1);
  state->opener = unpack_process (row[0] >> DONE_BITS);
  for (uint32_t p = 0; p < states->processes; p++)
    state->stacks[p].index = row[1 + p];
  uint32_t mask = (uint32_t) (((uint64_t) 1 << states->owner_bits) - 1);
  uint32_t word = states->processes, shift = 32;
  for (uint32_t l = 0; l < states->locks; l++)
    {
      if (shift + states->owner_bits > 32)
        {
          word++;
          shift = 0;
        }
      state->owners[l] = unpack_process (row[word] >> shift & mask);
      shift += states->owner_bits;
    }
  for (uint32_t p = 0; p < states->lives; p++)
    {
      word += p % LIVES_PER_WORD == 0;
      state->lives[p] = (uint8_t) (row[word] >> p % LIVES_PER_WORD * LIFE_BITS
                                   & ((1u << LIFE_BITS) - 1));
    }
}

/* ---- Interning. ---- */

static uint32_t
hash_row (const struct states *states, const uint32_t *row)
{
  return (uint32_t) XXH3_64bits (row, states->words * sizeof *row);
}

static uint32_t
hash_of_state (const void *context, uint32_t id)
{
  const struct states *states = context;
  return hash_row (states, row_of (states, id));
}

state_id
states_intern (struct states *states, const struct state *state,
               const struct state_link *link, bool *is_new)
{
  uint32_t count = states_count (states);
  assert (link->parent.index < count || (count == 0 && link->parent.index == 0));
  hash_reserve (&states->table, count, hash_of_state, states);
  /* Packed where it will stay if it is new. */
  uint64_t wanted = (uint64_t) states->rows.count + states->words;
  vec_reserve (states->arena, &states->rows, wanted);
  uint32_t *row = &states->rows.at[states->rows.count];
  pack (states, state, row);
  uint32_t *slot = hash_first (&states->table, hash_row (states, row));
  for (; *slot != HASH_FREE; slot = hash_next (&states->table, slot))
    if (memcmp (row_of (states, *slot), row, states->words * sizeof *row) == 0)
      break;
  *is_new = *slot == HASH_FREE;
  if (!*is_new)
    return (state_id){ *slot };
  *vec_push (states->arena, &states->links) = *link;
  states->rows.count += states->words;
  *slot = count;
  return (state_id){ count };
}

/* ---- Stacks. ---- */

/* Stacks have larger numbers than those below them, so the table is filled from the
   bottom up. */
uint32_t
states_recursion (struct states *states, pds_stack stack)
{
  while (states->recursion.count <= stack.index)
    {
      pds_stack next = { states->recursion.count };
      uint32_t below = states->recursion.at[stacks_below (&states->stacks, next).index];
      assert (below <= next.index);
      *vec_push (states->arena, &states->recursion)
        = below + states->is_recursive[stacks_top (&states->stacks, next).index];
    }
  return states->recursion.at[stack.index];
}
