/* known.c -- see known.h.  Cost: each step, and each meeting of paths, copies a list. */
#include <config.h>

#include "engine/symbolic/known.h"

const struct bits *
known_value (const struct known_slots *known, uint32_t number)
{
  for (uint32_t i = 0; i < known->count && known->at[i].number <= number; i++)
    if (known->at[i].number == number)
      return &known->at[i].value;
  return NULL;
}

static bool
is_constant (struct bits value)
{
  for (uint32_t i = 0; i < value.width; i++)
    if (!aig_is_constant (value.at[i]))
      return false;
  return true;
}

static bool
is_same (struct bits a, struct bits b)
{
  assert (a.width == b.width);
  for (uint32_t i = 0; i < a.width; i++)
    if (!aig_equal (a.at[i], b.at[i]))
      return false;
  return true;
}

/* In LIST, with room for one more, the slot with NUMBER becomes SLOT; null: unknown. */
static void
note (struct known_slot *list, uint32_t *count, uint32_t number,
      const struct known_slot *slot)
{
  uint32_t at = 0;
  while (at < *count && list[at].number < number)
    at++;
  bool there = at < *count && list[at].number == number;
  if (there && !slot)
    {
      --*count;
      for (uint32_t i = at; i < *count; i++)
        list[i] = list[i + 1];
    }
  if (!there && slot)
    {
      for (uint32_t i = *count; i > at; i--)
        list[i] = list[i - 1];
      ++*count;
    }
  if (slot)
    list[at] = *slot;
}

struct known_slots
known_after (struct unrolled *u, const struct known_slots *known,
             const struct changes *changes, uint32_t first, const pds_stack *closed)
{
  assert (first <= changes->list.count);
  uint32_t more = changes->list.count - first, count = 0;
  if (more == 0 && !closed)
    return *known;
  struct known_slot *list
    = arena_alloc (u->all->arena, (known->count + more + (size_t) 1) * sizeof *list);
  for (uint32_t i = 0; i < known->count; i++)
    if (!closed || known->at[i].below.index != closed->index)
      list[count++] = known->at[i];
  for (uint32_t i = first; i < changes->list.count; i++)
    {
      const struct slot_change *c = &changes->list.at[i];
      uint32_t number = pairmap_get (&u->slot_numbers, c->below.index, c->slot);
      struct known_slot slot = { number, c->below, c->value };
      note (list, &count, number, is_constant (c->value) ? &slot : NULL);
    }
  return (struct known_slots){ list, count };
}

struct known_slots
known_meet (struct unrolled *u, const struct known_slots *a, const struct known_slots *b)
{
  if (a->at == b->at)
    return *a;
  struct known_slot *list
    = arena_alloc (u->all->arena, (a->count + (size_t) 1) * sizeof *list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->count; i++)
    {
      const struct bits *other = known_value (b, a->at[i].number);
      if (other && is_same (a->at[i].value, *other))
        list[count++] = a->at[i];
    }
  return (struct known_slots){ list, count };
}
