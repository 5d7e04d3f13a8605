/* phaselock.c -- see phaselock.h. */
#include <config.h>

#include "phaselock.h"

const char *
phaselock_version (void)
{
  return PACKAGE_VERSION;
}
