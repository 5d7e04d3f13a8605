/* obligations.c -- see obligations.h: a binary heap. */
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

/* Does A come before B? */
static bool
is_before (const struct obligations *obligations, uint32_t a, uint32_t b)
{
  const struct obligation *x = &obligations->all.at[a], *y = &obligations->all.at[b];
  if (x->level != y->level)
    return x->level < y->level;
  return x->depth != y->depth ? x->depth < y->depth : a < b;
}

static void
swap (uint32_t *a, uint32_t *b)
{
  uint32_t c = *a;
  *a = *b;
  *b = c;
}

static void
sift_down (struct obligations *obligations)
{
  uint32_t *heap = obligations->heap.at, count = obligations->heap.count, i = 0;
  for (;;)
    {
      uint32_t first = i;
      for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < count; child++)
        if (is_before (obligations, heap[child], heap[first]))
          first = child;
      if (first == i)
        return;
      swap (&heap[i], &heap[first]);
      i = first;
    }
}

uint32_t
obligations_add (struct obligations *obligations, const struct cube *cube, uint32_t level,
                 uint32_t parent, const uint8_t *values)
{
  uint32_t number = obligations->used++, count = obligations->choices.count;
  assert (parent == OBLIGATION_NONE || parent < number);
  if (number == obligations->all.count)
    *vec_push (obligations->arena, &obligations->all) = (struct obligation){
      .inputs = arena_alloc (obligations->arena, count / 8 + 1) };
  struct obligation *new = &obligations->all.at[number];
  cube_copy (obligations->arena, &new->cube, cube);
  new->level = level;
  new->parent = parent;
  new->depth = parent == OBLIGATION_NONE ? 0 : obligations->all.at[parent].depth + 1;
  memset (new->inputs, 0, count / 8 + 1);
  for (uint32_t i = 0; i < count; i++)
    if (values[obligations->choices.at[i]])
      new->inputs[i / 8] |= (uint8_t) (1u << i % 8);
  /* To its place in the heap. */
  *vec_push (obligations->arena, &obligations->heap) = number;
  uint32_t *heap = obligations->heap.at;
  for (uint32_t i = obligations->heap.count - 1;
       i > 0 && is_before (obligations, heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2)
    swap (&heap[i], &heap[(i - 1) / 2]);
  return number;
}

bool
obligations_first (const struct obligations *obligations, uint32_t *first)
{
  if (obligations->heap.count == 0)
    return false;
  *first = obligations->heap.at[0];
  return true;
}

void
obligations_remove_first (struct obligations *obligations)
{
  assert (obligations->heap.count > 0);
  obligations->heap.at[0] = obligations->heap.at[--obligations->heap.count];
  sift_down (obligations);
}

void
obligations_move_first (struct obligations *obligations, uint32_t level)
{
  assert (obligations->heap.count > 0);
  struct obligation *first = &obligations->all.at[obligations->heap.at[0]];
  assert (level > first->level);
  first->level = level;
  sift_down (obligations);
}

void
obligations_forget (struct obligations *obligations)
{
  obligations->used = 0;
  obligations->heap.count = 0;
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
