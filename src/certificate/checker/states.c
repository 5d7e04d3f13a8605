/* states.c -- see states.h. */
#include <config.h>

#include "certificate/checker/states.h"

#include <string.h>

/* ---- The values of a state. ---- */

static uint32_t
add_values (struct system *system, uint32_t count, uint32_t width)
{
  assert (width >= 1 && width <= 64);
  uint32_t first = system->width.count;
  for (uint32_t i = 0; i < count; i++)
    *vec_push (system->arena, &system->width) = (uint8_t) width;
  return first;
}

/* The number of bits for numbers up to MOST. */
static uint32_t
bits_of (uint32_t most)
{
  uint32_t width = 1;
  while (width < 32 && most >> width)
    width++;
  return width;
}

static void
add_frame (struct system *system, uint32_t process, uint32_t place)
{
  const struct ir_projection *lowering = system->lowering;
  const struct ir *flow = lowering->flow;
  assert (process < system_processes (system));
  uint32_t below = place_below (&system->places, place);
  uint32_t *known = pairmap_at (&system->frame_of, process, below);
  if (*known != PAIRMAP_FREE)
    return;
  *known = system->frames.count;
  pds_symbol symbol = place_symbol (&system->places, place);
  const struct ir_graph *body
    = &flow->bodies.at[ir_instance_of (lowering, symbol)->body.index];
  struct frame_slots *frame = vec_push (system->arena, &system->frames);
  *frame = (struct frame_slots){ process, below, body, system->width.count };
  for (uint32_t s = 0; s < body->slot_count; s++)
    add_values (system, 1, flow->slots.at[body->first_slot + s].type.width);
}

static void
lay_out (struct system *system, bool waits)
{
  const struct ir_model *model = system->lowering->flow->model;
  uint32_t processes = system_processes (system);
  assert (system->width.count == 0 && processes < UINT32_MAX);
  system->first_cell
    = arena_alloc (system->arena, (model->fields.count + (size_t) 1) * sizeof (uint32_t));
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      const struct ir_field *field = &model->fields.at[f];
      system->first_cell[f] = field->type.width
                                ? add_values (system, field->cells, field->type.width)
                                : UINT32_MAX;
    }
  system->first_owner = add_values (system, model->locks.count, bits_of (processes));
  system->first_started = add_values (system, processes, 1);
  system->first_finished = add_values (system, processes, 1);
  system->done = add_values (system, 1, bits_of (system->steps));
  system->midst = add_values (system, 1, bits_of (processes));
  system->first_waiting
    = waits ? add_values (system, processes, bits_of (model->locks.count)) : UINT32_MAX;
  for (uint32_t p = 0; p < processes; p++)
    for (uint32_t i = PLACE_FIRST; i < place_count (&system->places, p); i++)
      add_frame (system, p, place_at (&system->places, p, i));
}

bool
system_init (struct system *system, const struct ir_projection *lowering, uint32_t steps,
             bool waits, struct arena *arena)
{
  *system = (struct system){ .lowering = lowering, .arena = arena, .steps = steps };
  pairmap_init (&system->frame_of, arena);
  if (!places_init (&system->places, lowering, arena))
    return false;
  lay_out (system, waits);
  return true;
}

const struct frame_slots *
system_frame (const struct system *system, uint32_t process, uint32_t below)
{
  assert (process < system_processes (system) && below != PLACE_NONE);
  uint32_t number = pairmap_get (&system->frame_of, process, below);
  return number == PAIRMAP_FREE ? NULL : &system->frames.at[number];
}

bool
system_is_open (const struct system *system, uint32_t place, uint32_t below)
{
  while (place >= PLACE_FIRST)
    {
      place = place_below (&system->places, place);
      if (place == below)
        return true;
    }
  return false;
}

/* ---- States. ---- */

static struct system_state
new_state (const struct system *system)
{
  uint32_t processes = system_processes (system);
  struct system_state state;
  state.at = arena_alloc (system->arena, (processes + (size_t) 1) * sizeof *state.at);
  for (uint32_t p = 0; p < processes; p++)
    state.at[p]
      = arena_alloc (system->arena, place_count (&system->places, p) * sizeof **state.at);
  state.values = arena_alloc (system->arena,
                              (system->width.count + (size_t) 1) * sizeof *state.values);
  return state;
}

struct system_state
system_any_state (const struct system *system, struct gates *gates)
{
  struct system_state state = new_state (system);
  for (uint32_t p = 0; p < system_processes (system); p++)
    {
      /* The place is encoded as a number, so it is exactly one. */
      uint32_t count = place_count (&system->places, p);
      assert (count > PLACE_FIRST); /* the entry is a place */
      struct word number = word_input (gates, bits_of (count - 1));
      for (uint32_t i = 0; i < count; i++)
        state.at[p][i]
          = word_equal (gates, number, word_constant (gates, number.width, i));
      gates_require (gates, state.at[p], count);
    }
  for (uint32_t v = 0; v < system->width.count; v++)
    state.values[v] = word_input (gates, system->width.at[v]);
  return state;
}

struct system_state
system_first_state (const struct system *system, struct gates *gates)
{
  const struct pds *pds = &system->lowering->pds;
  const struct ir_model *model = system->lowering->flow->model;
  struct system_state state = new_state (system);
  for (uint32_t p = 0; p < system_processes (system); p++)
    {
      uint32_t entry
        = place_find (&system->places, pds->processes.at[p].entry, PLACE_ENDED);
      assert (entry != PLACE_NONE);
      for (uint32_t i = 0; i < place_count (&system->places, p); i++)
        state.at[p][i] = gate_constant (place_at (&system->places, p, i) == entry);
    }
  for (uint32_t v = 0; v < system->width.count; v++)
    state.values[v] = word_constant (gates, system->width.at[v], 0);
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = 0;
         system->first_cell[f] != UINT32_MAX && c < model->fields.at[f].cells; c++)
      {
        const struct ir_field *field = &model->fields.at[f];
        state.values[system->first_cell[f] + c]
          = field->any ? word_input (gates, field->type.width)
                       : word_constant (gates, field->type.width, field->initial);
      }
  return state;
}

struct system_state
system_copy (const struct system *system, const struct system_state *state)
{
  assert (state->at && state->values);
  struct system_state copy = new_state (system);
  for (uint32_t p = 0; p < system_processes (system); p++)
    memcpy (copy.at[p], state->at[p],
            place_count (&system->places, p) * sizeof *state->at[p]);
  memcpy (copy.values, state->values, system->width.count * sizeof *state->values);
  return copy;
}

/* ---- Values. ---- */

gate
system_is (const struct system *system, struct gates *gates,
           const struct system_state *state, uint32_t value, uint32_t number)
{
  struct word word = state->values[value];
  assert (value < system->width.count && (word.width >= 32 || number >> word.width == 0));
  (void) system;
  return word_equal (gates, word, word_constant (gates, word.width, number));
}

void
system_set (const struct system *system, struct gates *gates, struct system_state *state,
            uint32_t value, gate when, struct word word)
{
  assert (value < system->width.count && word.width == system->width.at[value]);
  state->values[value] = word_choose (gates, when, word, state->values[value]);
}

void
system_set_number (const struct system *system, struct gates *gates,
                   struct system_state *state, uint32_t value, gate when, uint32_t number)
{
  assert (value < system->width.count);
  system_set (system, gates, state, value, when,
              word_constant (gates, system->width.at[value], number));
}
