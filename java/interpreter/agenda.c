/* agenda.c -- see agenda.h. */
#include <config.h>

#include "java/interpreter/agenda.h"

#include <assert.h>

void
agenda_init (struct agenda *agenda, struct arena *arena)
{
  *agenda = (struct agenda){ .arena = arena };
  pairmap_init (&agenda->places, arena);
  pairmap_init (&agenda->known, arena);
}

uint32_t
agenda_place (struct agenda *agenda, uint32_t instance, uint32_t instruction)
{
  uint32_t place = pairmap_number (&agenda->places, instance, instruction);
  if (place == agenda->at.count)
    *vec_push (agenda->arena, &agenda->at) = 0;
  assert (place < agenda->at.count);
  return place;
}

uint32_t
agenda_count_at (const struct agenda *agenda, uint32_t place)
{
  assert (place < agenda->at.count);
  return agenda->at.at[place];
}

uint32_t
agenda_find (const struct agenda *agenda, uint32_t place, uint32_t frame)
{
  assert (place < agenda->at.count);
  return pairmap_get (&agenda->known, place, frame);
}

uint32_t
agenda_add (struct agenda *agenda, uint32_t place, struct state state)
{
  uint32_t number = agenda->list.count;
  assert (agenda_find (agenda, place, state.frame) == STATE_NONE && !state.queued);
  *pairmap_at (&agenda->known, place, state.frame) = number;
  agenda->at.at[place]++;
  *vec_push (agenda->arena, &agenda->list) = state;
  agenda_wake (agenda, number);
  return number;
}

void
agenda_wake (struct agenda *agenda, uint32_t number)
{
  assert (number < agenda->list.count);
  struct state *state = &agenda->list.at[number];
  if (state->queued)
    return;
  state->queued = true;
  *vec_push (agenda->arena, &agenda->worklist) = number;
}
