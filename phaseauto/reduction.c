/* reduction.c -- see reduction.h. */
#include <config.h>

#include "phaseauto/reduction.h"

#include <assert.h>
#include <string.h>

const char *
reduction_name (uint32_t number)
{
  static const char *const names[] = {
#define REDUCTION_NAME(name, id, text) name,
    REDUCTIONS (REDUCTION_NAME)
#undef REDUCTION_NAME
  };
  assert (number < REDUCTION_COUNT);
  return names[number];
}

uint32_t
reduction_find (const char *name)
{
  for (uint32_t i = 0; i < REDUCTION_COUNT; i++)
    if (strcmp (reduction_name (i), name) == 0)
      return (uint32_t) 1 << i;
  return 0;
}
