/* random_pa.h -- random phase automata that use all of their language.
 *
 * Every automaton is valid.  It depends on the stream of chance alone.
 */
#ifndef TESTS_RANDOM_PA_H
#define TESTS_RANDOM_PA_H

#include <stdio.h>

#include "models/families/chance.h"

struct random_pa_limits
{
  uint32_t threads;    /* at most, 1 to 4 */
  uint32_t parameters; /* at most, 1 to 3 */
  uint32_t steps;      /* at most, 1 to 6 */
};

/* Write an automaton called NAME. */
void random_pa_write (FILE *out, const char *name, struct chance *chance,
                      struct random_pa_limits limits);

#endif
