/* waits.h -- small random models whose processes wait for each other, for `stuck'. */
#ifndef TESTS_REFEREE_WAITS_H
#define TESTS_REFEREE_WAITS_H

#include <stdint.h>
#include <stdio.h>

/* Write the model of SEED: two to four processes that lock, wait, notify, join, assume
   and fail, with conditions over a few small fields. */
void waits_write (FILE *out, uint64_t seed);

#endif
