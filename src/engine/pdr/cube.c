/* cube.c -- see cube.h. */
#include <config.h>

#include "engine/pdr/cube.h"

#include <stdlib.h>
#include <string.h>

void
cube_copy (struct arena *arena, struct cube *to, const struct cube *from)
{
  assert (to != from);
  vec_reserve (arena, to, from->count);
  if (from->count)
    memcpy (to->at, from->at, from->count * sizeof *to->at);
  to->count = from->count;
}

static int
compare_literals (const void *a, const void *b)
{
  const state_lit *x = a, *y = b;
  return x->code < y->code ? -1 : x->code > y->code;
}

void
cube_sort (struct cube *cube)
{
  if (cube->count > 0)
    qsort (cube->at, cube->count, sizeof *cube->at, compare_literals);
}

bool
cube_is_sorted (const struct cube *cube)
{
  for (uint32_t i = 1; i < cube->count; i++)
    if (state_lit_bit (cube->at[i - 1]) >= state_lit_bit (cube->at[i]))
      return false;
  return true;
}

bool
cube_has_all_of (const struct cube *small, const struct cube *large)
{
  uint32_t k = 0;
  if (small->count > large->count)
    return false;
  for (uint32_t i = 0; i < small->count; i++)
    {
      while (k < large->count && large->at[k].code < small->at[i].code)
        k++;
      if (k == large->count || large->at[k].code != small->at[i].code)
        return false;
    }
  return true;
}

uint64_t
cube_mask (const struct cube *cube)
{
  uint64_t mask = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    mask |= UINT64_C (1) << (cube->at[i].code * UINT32_C (0x9E3779B1) >> 26);
  return mask;
}

bool
cube_has_initial (const struct transition_system *system, const struct cube *cube)
{
  for (uint32_t i = 0; i < cube->count; i++)
    if (state_lit_is_not_initial (system, cube->at[i]))
      return false;
  return true;
}
