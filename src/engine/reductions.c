/* reductions.c -- see reductions.h. */
#include <config.h>

#include "engine/reductions.h"

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "phaseauto/reduction.h"

/* Number NUMBER, which is one of an engine; null after the last one. */
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
  return NULL;
}

uint32_t
reductions_count (void)
{
  uint32_t count = REDUCTION_COUNT;
  while (find (count))
    count++;
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
  uint32_t set = 0;
  for (uint32_t i = 0; i < reductions_count (); i++)
    if (i < REDUCTION_COUNT || !find (i)->off)
      set |= (uint32_t) 1 << i;
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
