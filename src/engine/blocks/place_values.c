/* place_values.c -- see place_values.h. */
#include <config.h>

#include "engine/blocks/place_values.h"

/* The most places that one walk visits. */
#define WALK_MOST 200u

/* What a walk looks for: a slot at a place, or the cell there. */
struct wanted
{
  uint32_t place;
  struct index_term slot; /* used if the walk is for a slot */
};

struct walk
{
  struct place_values *values;
  VEC (struct wanted) seen;
  struct origin origin;
  /* Whether the walk is for a cell, and which one. */
  bool cell;
  uint32_t field, number;
};

/* ---- Origins. ---- */

static struct origin
origin_constant (int64_t value)
{
  return (
    struct origin){ .kind = ORIGIN_BITS, .mask = UINT64_MAX, .value = (uint64_t) value };
}

static const struct origin origin_unknown = { .kind = ORIGIN_UNKNOWN };

/* Join: MORE is the origin on another path. */
static void
merge (struct origin *origin, struct origin more)
{
  assert (more.kind != ORIGIN_NONE);
  if (origin->kind == ORIGIN_NONE)
    *origin = more;
  else if (origin->kind == ORIGIN_BITS && more.kind == ORIGIN_BITS)
    origin->mask &= more.mask & ~(origin->value ^ more.value);
  else if (origin->kind == ORIGIN_CELL && more.kind == ORIGIN_CELL
           && origin->field == more.field && origin->cell == more.cell)
    origin->width = origin->width < more.width ? origin->width : more.width;
  else
    *origin = origin_unknown;
}

/* ---- Walks. ---- */

/* Let the walk visit WANTED, unless it has already. */
static void
look_for (struct walk *w, struct wanted wanted)
{
  if (w->origin.kind == ORIGIN_UNKNOWN)
    return;
  for (uint32_t i = 0; i < w->seen.count; i++)
    if (w->seen.at[i].place == wanted.place
        && (w->cell || term_equal (&w->seen.at[i].slot, &wanted.slot)))
      return;
  if (w->seen.count == WALK_MOST || w->values->left == 0)
    {
      w->origin = origin_unknown;
      return;
    }
  w->values->left--;
  *vec_push (w->values->u->all->arena, &w->seen) = wanted;
}

/* Go back over the step E, after which the slot WANTED has the value. */
static void
step_of_slot (struct walk *w, uint32_t from, const struct effect *e,
              const struct wanted *wanted)
{
  struct index_term term = term_before (w->values->u, e, wanted->slot);
  assert (!w->cell && from < w->values->places->list.count);
  uint32_t width = term.cut.width ? term.cut.width : UINT32_MAX;
  if (term.kind == TERM_SLOT)
    look_for (w, (struct wanted){ from, term });
  else if (term.kind == TERM_CONSTANT)
    merge (&w->origin, origin_constant (term.value));
  else if (term.kind == TERM_FIELD)
    merge (&w->origin, (struct origin){ .kind = ORIGIN_CELL,
                                        .field = term.what,
                                        .cell = (uint32_t) term.value,
                                        .width = width });
  else
    w->origin = origin_unknown;
}

static void
step_of_cell (struct walk *w, uint32_t from, const struct effect *e)
{
  assert (w->cell && from < w->values->places->list.count);
  if (e->node->op != IR_WRITE || e->node->expr == IR_NO_EXPR
      || ir_step_field (e->node).index != w->field)
    {
      look_for (w, (struct wanted){ .place = from });
      return;
    }
  struct unrolled *u = w->values->u;
  pds_stack below = stacks_below (&u->stacks, e->place.stack);
  struct index_term value = term_of_expr (u, e->node->expr, below);
  struct index_term index = { .kind = TERM_CONSTANT };
  if (e->node->index != IR_NO_EXPR)
    index = term_of_expr (u, e->node->index, below);
  if (index.kind == TERM_CONSTANT && index.value != (int64_t) w->number)
    look_for (w, (struct wanted){ .place = from });
  else if (index.kind == TERM_CONSTANT && value.kind == TERM_CONSTANT)
    merge (&w->origin, origin_constant (value.value));
  else
    w->origin = origin_unknown;
}

/* Walk back from the places in `seen'.  FIRST is the origin at the entry. */
static struct origin
walk_back (struct walk *w, struct origin first)
{
  const struct places *places = w->values->places;
  const struct backward *backward = w->values->backward;
  for (uint32_t i = 0; i < w->seen.count && w->origin.kind != ORIGIN_UNKNOWN; i++)
    {
      struct wanted wanted = w->seen.at[i];
      assert (wanted.place < places->list.count);
      quota_work (w->values->u->all->arena->quota, 1);
      if (wanted.place == 0)
        merge (&w->origin, first);
      for (uint32_t k = backward->first[wanted.place];
           k < backward->first[wanted.place + 1]; k++)
        {
          uint32_t from = backward->from[k];
          if (w->cell)
            step_of_cell (w, from, &places->list.at[from].effect);
          else
            step_of_slot (w, from, &places->list.at[from].effect, &wanted);
        }
    }
  return w->origin;
}

struct origin
place_values_slot (struct place_values *values, uint32_t place, pds_stack below,
                   uint32_t slot)
{
  struct walk w = { .values = values };
  look_for (&w, (struct wanted){ place, term_of_slot (slot, below) });
  return walk_back (&w, origin_constant (0));
}

struct origin
place_values_cell (struct place_values *values, uint32_t place, uint32_t field,
                   uint32_t cell, struct origin first)
{
  struct walk w = { .values = values, .cell = true, .field = field, .number = cell };
  assert (first.kind == ORIGIN_BITS || first.kind == ORIGIN_UNKNOWN);
  look_for (&w, (struct wanted){ .place = place });
  return walk_back (&w, first);
}
