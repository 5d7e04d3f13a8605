/* reduction.c -- see reduction.h. */
#include <config.h>

#include "phaseauto/reduction.h"

#include <assert.h>

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
