/* status.c -- see status.h. */
#include <config.h>

#include "io/status.h"

#include <assert.h>
#include <stddef.h>

enum status
status_worse (enum status a, enum status b)
{
  /* The worst first. */
  static const enum status order[]
    = { STATUS_INTERNAL,  STATUS_BROKEN_PIPE, STATUS_NOT_WRITTEN,
        STATUS_BAD_INPUT, STATUS_FOUND,       STATUS_UNDECIDED };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (a == order[i] || b == order[i])
      return order[i];
  assert (a == STATUS_FINE && b == STATUS_FINE);
  return STATUS_FINE;
}
