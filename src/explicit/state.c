/* state.c -- see state.h. */
#include <config.h>

#include "state.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

/* Word 0 holds the automaton's state and the opener; then come the stacks, a
   word each, and the owners, as many to a word as fit. */
#define DONE_BITS 10
#define FIRST_SLOTS 256

static uint32_t
owners_per_word (const struct states *states)
{
  return 32 / states->owner_bits;
}

void
states_init (struct states *states, uint32_t processes, uint32_t locks,
             const bool *is_recursive, struct arena *arena)
{
  memset (states, 0, sizeof *states);
  assert (processes > 0 && processes < UINT32_MAX >> DONE_BITS);
  states->arena = arena;
  states->processes = processes;
  states->locks = locks;
  states->is_recursive = is_recursive;
  states->owner_bits = 1;
  while (processes >> states->owner_bits)
    states->owner_bits++;
  uint32_t per_word = owners_per_word (states);
  states->words = 1 + processes + (locks + per_word - 1) / per_word;
  states->slot_count = FIRST_SLOTS;
  states->slots = arena_calloc (arena, states->slot_count, sizeof *states->slots);
  pairmap_init (&states->cell_ids, arena);
  *vec_push (arena, &states->cells)
    = (struct state_cell){ PDS_NO_SYMBOL, STATE_EMPTY_STACK, 0 };
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
  return state;
}

/* ---- Rows. ---- */

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
  assert (word + 1 == states->words);
}

void
states_load (const struct states *states, state_id id, struct state *state)
{
  assert (id.index < states_count (states));
  const uint32_t *row = &states->rows.at[(size_t) id.index * states->words];
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
}

/* ---- Interning. ---- */

/* The slot of ROW: the one that holds it, or the free one where it belongs. */
static uint32_t *
find_slot (const struct states *states, const uint32_t *row)
{
  size_t bytes = states->words * sizeof *row;
  uint32_t mask = states->slot_count - 1;
  uint32_t at = (uint32_t) XXH3_64bits (row, bytes) & mask;
  while (states->slots[at])
    {
      size_t other = (size_t) (states->slots[at] - 1) * states->words;
      if (memcmp (&states->rows.at[other], row, bytes) == 0)
        break;
      at = (at + 1) & mask;
    }
  return &states->slots[at];
}

static void
enlarge (struct states *states)
{
  uint32_t old = states->slot_count;
  if (old > UINT32_MAX / 4)
    quota_exhaust (states->arena->quota, QUOTA_MEMORY);
  states->slots = arena_grow (states->arena, states->slots, old * sizeof *states->slots,
                              (size_t) old * 2 * sizeof *states->slots);
  states->slot_count = old * 2;
  memset (states->slots, 0, (size_t) old * 2 * sizeof *states->slots);
  for (uint32_t s = 0; s < states_count (states); s++)
    *find_slot (states, &states->rows.at[(size_t) s * states->words]) = s + 1;
}

state_id
states_intern (struct states *states, const struct state *state,
               const struct state_link *link, bool *is_new)
{
  uint32_t id = states_count (states);
  assert (link->parent.index <= id);
  if (id >= states->slot_count / 2)
    enlarge (states);
  /* Packed where it will stay if it is new. */
  uint64_t wanted = (uint64_t) states->rows.count + states->words;
  if (wanted > states->rows.capacity)
    states->rows.at = vec_grow (states->arena, states->rows.at, &states->rows.capacity,
                                wanted, sizeof *states->rows.at);
  uint32_t *row = &states->rows.at[states->rows.count];
  pack (states, state, row);
  uint32_t *slot = find_slot (states, row);
  *is_new = *slot == 0;
  if (!*is_new)
    return (state_id){ *slot - 1 };
  *slot = id + 1;
  states->rows.count += states->words;
  *vec_push (states->arena, &states->links) = *link;
  return (state_id){ id };
}

/* ---- Stacks. ---- */

state_stack
stack_push (struct states *states, pds_symbol top, state_stack rest)
{
  assert (rest.index < states->cells.count);
  uint32_t *id = pairmap_at (&states->cell_ids, top.index, rest.index);
  if (*id == PAIRMAP_FREE)
    {
      *id = states->cells.count;
      uint32_t recursion
        = states->cells.at[rest.index].recursion + states->is_recursive[top.index];
      *vec_push (states->arena, &states->cells)
        = (struct state_cell){ top, rest, recursion };
      return (state_stack){ states->cells.count - 1 };
    }
  return (state_stack){ *id };
}

bool
stack_is_empty (state_stack stack)
{
  return stack.index == STATE_EMPTY_STACK.index;
}

pds_symbol
stack_top (const struct states *states, state_stack stack)
{
  assert (!stack_is_empty (stack) && stack.index < states->cells.count);
  return states->cells.at[stack.index].top;
}

state_stack
stack_rest (const struct states *states, state_stack stack)
{
  assert (!stack_is_empty (stack) && stack.index < states->cells.count);
  return states->cells.at[stack.index].rest;
}

uint32_t
stack_recursion (const struct states *states, state_stack stack)
{
  assert (stack.index < states->cells.count);
  return states->cells.at[stack.index].recursion;
}
