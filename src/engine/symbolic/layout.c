/* layout.c -- see layout.h. */
#include <config.h>

#include "engine/symbolic/layout.h"

uint32_t
layout_bits_for (uint64_t most)
{
  uint32_t width = 1;
  while (most >> width)
    width++;
  return width;
}

static uint32_t
add_items (struct layout *layout, uint32_t count, uint32_t width, struct arena *arena)
{
  assert (width >= 1 && width <= 64);
  uint32_t first = layout->width.count;
  for (uint32_t i = 0; i < count; i++)
    *vec_push (arena, &layout->width) = (uint8_t) width;
  return first;
}

void
layout_init (struct layout *layout, const struct ir_projection *lowering, bool data,
             bool waits, uint32_t steps, struct arena *arena)
{
  assert (lowering->flow && steps < UINT32_MAX);
  const struct ir_model *model = lowering->flow->model;
  const struct pds *pds = &lowering->pds;
  *layout = (struct layout){ .lowering = lowering,
                             .first_started = LAYOUT_NONE,
                             .first_finished = LAYOUT_NONE,
                             .first_waiting = LAYOUT_NONE,
                             .done = LAYOUT_NONE };
  layout->first_cell
    = arena_alloc (arena, (model->fields.count + (size_t) 1) * sizeof (uint32_t));
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      const struct ir_field *field = &model->fields.at[f];
      layout->first_cell[f]
        = data && field->type.width
            ? add_items (layout, field->cells, field->type.width, arena)
            : LAYOUT_NONE;
    }
  layout->first_owner = add_items (layout, model->locks.count,
                                   layout_bits_for (pds->processes.count), arena);
  if (pds->life_cycles)
    {
      layout->first_started = add_items (layout, pds->processes.count, 1, arena);
      layout->first_finished = add_items (layout, pds->processes.count, 1, arena);
    }
  if (waits)
    layout->first_waiting = add_items (layout, pds->processes.count,
                                       layout_bits_for (model->locks.count), arena);
  if (steps)
    layout->done = add_items (layout, 1, layout_bits_for (steps), arena);
}

struct bits *
layout_inputs (const struct layout *layout, struct aig *aig)
{
  assert (layout->first_owner <= layout->width.count);
  struct bits *shared
    = arena_alloc (aig->arena, (layout->width.count + (size_t) 1) * sizeof *shared);
  for (uint32_t i = 0; i < layout->width.count; i++)
    shared[i] = bits_input (aig, layout->width.at[i]);
  return shared;
}

struct bits *
layout_start (const struct layout *layout, struct aig *aig)
{
  assert (layout->first_owner <= layout->width.count);
  const struct ir_model *model = layout->lowering->flow->model;
  struct bits *shared
    = arena_alloc (aig->arena, (layout->width.count + (size_t) 1) * sizeof *shared);
  for (uint32_t i = 0; i < layout->width.count; i++)
    shared[i] = bits_constant (aig, layout->width.at[i], 0);
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = 0;
         layout->first_cell[f] != LAYOUT_NONE && c < model->fields.at[f].cells; c++)
      {
        const struct ir_field *field = &model->fields.at[f];
        shared[layout->first_cell[f] + c]
          = field->any ? bits_input (aig, field->type.width)
                       : bits_constant (aig, field->type.width, field->initial);
      }
  return shared;
}

/* The literal: INDEX is CELL. */
static aig_lit
is_cell (struct aig *aig, const struct bits *index, uint32_t cell)
{
  assert (index || cell == 0);
  return index ? bits_equal (aig, *index, bits_constant (aig, index->width, cell))
               : AIG_TRUE;
}

/* The cells of FIELD that INDEX can name. */
static uint32_t
cells_of (const struct layout *layout, field_id field, const struct bits *index)
{
  uint32_t cells = layout->lowering->flow->model->fields.at[field.index].cells;
  assert (layout->first_cell[field.index] != LAYOUT_NONE && (index || cells == 1));
  /* A narrow index cannot reach all cells, and a constant of its width could not express
     their numbers. */
  return index && index->width < 32 && cells > ((uint32_t) 1 << (index->width - 1))
           ? (uint32_t) 1 << (index->width - 1)
           : cells;
}

struct bits
layout_read (const struct layout *layout, struct aig *aig, const struct bits *shared,
             field_id field, const struct bits *index)
{
  assert (shared && field.index < layout->lowering->flow->model->fields.count);
  uint32_t first = layout->first_cell[field.index];
  uint32_t cells = cells_of (layout, field, index);
  struct bits value = shared[first];
  for (uint32_t c = 1; c < cells; c++)
    value = bits_choose (aig, is_cell (aig, index, c), shared[first + c], value);
  return value;
}

void
layout_write (const struct layout *layout, struct aig *aig, struct bits *shared,
              aig_lit when, field_id field, const struct bits *index, struct bits value)
{
  assert (value.width == layout->width.at[layout->first_cell[field.index]]);
  uint32_t first = layout->first_cell[field.index];
  uint32_t cells = cells_of (layout, field, index);
  for (uint32_t c = 0; c < cells; c++)
    shared[first + c] = bits_choose (aig, aig_and (aig, when, is_cell (aig, index, c)),
                                     value, shared[first + c]);
}
