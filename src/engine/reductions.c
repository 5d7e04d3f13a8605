/* reductions.c -- see reductions.h. */
#include <config.h>

#include "engine/reductions.h"

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "phaseauto/reduction.h"

/* The reduction with NUMBER, which belongs to an engine. */
static const struct engine_reduction *
find (uint32_t number)
{
  assert (number >= REDUCTION_COUNT);
  number -= REDUCTION_COUNT;
  for (uint32_t i = 0; i < engine_count; i++)
    {
      if (number < engines[i]->reduction_count)
        return &engines[i]->reductions[number];
      number -= engines[i]->reduction_count;
    }
  assert (!"a reduction of that number");
  return NULL;
}

uint32_t
reductions_count (void)
{
  uint32_t count = REDUCTION_COUNT;
  for (uint32_t i = 0; i < engine_count; i++)
    count += engines[i]->reduction_count;
  assert (count < 32);
  return count;
}

const char *
reductions_name (uint32_t number)
{
  assert (number < reductions_count ());
  return number < REDUCTION_COUNT ? reduction_name (number) : find (number)->name;
}

uint32_t
reductions_default (void)
{
  uint32_t set = ((uint32_t) 1 << REDUCTION_COUNT) - 1, number = REDUCTION_COUNT;
  for (uint32_t i = 0; i < engine_count; i++)
    for (uint32_t k = 0; k < engines[i]->reduction_count; k++, number++)
      if (!engines[i]->reductions[k].off)
        set |= (uint32_t) 1 << number;
  assert (set & REDUCTION_ACTIVE);
  return set;
}

uint32_t
reductions_named (const char *list)
{
  uint32_t set = 0;
  assert (list);
  while (*list)
    {
      size_t length = strcspn (list, ",");
      for (uint32_t i = 0; i < reductions_count (); i++)
        if (strlen (reductions_name (i)) == length
            && strncmp (reductions_name (i), list, length) == 0)
          set |= (uint32_t) 1 << i;
      list += length + (list[length] == ',');
    }
  return set;
}
