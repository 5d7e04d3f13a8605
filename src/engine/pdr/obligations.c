/* obligations.c -- see obligations.h. */
#include <config.h>

#include "engine/pdr/obligations.h"

#include <string.h>

void
obligations_init (struct obligations *obligations, const struct transition_system *system,
                  struct arena *arena)
{
  const struct aig *aig = system->aig;
  *obligations = (struct obligations){ .arena = arena };
  bool *is_state = arena_calloc (arena, aig->nodes.count, sizeof *is_state);
  for (uint32_t b = 0; b < system->state.count; b++)
    is_state[aig_node_of (system->state.at[b])] = true;
  for (uint32_t n = 1; n < aig->nodes.count; n++)
    if (!aig_is_gate (aig, n) && !is_state[n])
      *vec_push (arena, &obligations->choices) = n;
}

/* The lowest level comes first, then the smallest depth, then the oldest. */
static struct heap_item
item_of (const struct obligations *obligations, uint32_t number)
{
  const struct obligation *obligation = &obligations->all.at[number];
  return (struct heap_item){ .key
                             = (uint64_t) obligation->level << 32 | obligation->depth,
                             .tie = number,
                             .value = number };
}

uint32_t
obligations_add (struct obligations *obligations, const struct cube *cube, uint32_t level,
                 uint32_t parent, const uint8_t *values)
{
  uint32_t number = obligations->used++, count = obligations->choices.count;
  assert (parent == OBLIGATION_NONE || parent < number);
  if (number == obligations->all.count)
    *vec_push (obligations->arena, &obligations->all)
      = (struct obligation){ .inputs = arena_alloc (obligations->arena, count / 8 + 1) };
  struct obligation *new = &obligations->all.at[number];
  cube_copy (obligations->arena, &new->cube, cube);
  new->level = level;
  new->parent = parent;
  new->depth = parent == OBLIGATION_NONE ? 0 : obligations->all.at[parent].depth + 1;
  memset (new->inputs, 0, count / 8 + 1);
  for (uint32_t i = 0; i < count; i++)
    if (values[obligations->choices.at[i]])
      new->inputs[i / 8] |= (uint8_t) (1u << i % 8);
  heap_add (&obligations->heap, obligations->arena, item_of (obligations, number));
  return number;
}

bool
obligations_first (const struct obligations *obligations, uint32_t *first)
{
  if (obligations->heap.items.count == 0)
    return false;
  *first = heap_first (&obligations->heap).value;
  return true;
}

void
obligations_remove_first (struct obligations *obligations)
{
  heap_take (&obligations->heap);
}

void
obligations_move_first (struct obligations *obligations, uint32_t level)
{
  uint32_t number = heap_first (&obligations->heap).value;
  assert (level > obligations->all.at[number].level);
  obligations->all.at[number].level = level;
  heap_replace_first (&obligations->heap, item_of (obligations, number));
}

void
obligations_forget (struct obligations *obligations)
{
  obligations->used = 0;
  obligations->heap.items.count = 0;
}

void
obligations_choices (const struct obligations *obligations, uint32_t number,
                     uint8_t *values)
{
  assert (number < obligations->used);
  const uint8_t *inputs = obligations->all.at[number].inputs;
  for (uint32_t i = 0; i < obligations->choices.count; i++)
    values[obligations->choices.at[i]] = inputs[i / 8] >> i % 8 & 1;
}
