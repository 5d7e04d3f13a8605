/* values.h -- small random models with data, for the referee.
 *
 * Few and narrow values, few statements, and every construct of data: types, arrays, lock
 * arrays, locals, parameters and results, all operators, assume, assert, atomic,
 * exclusive, `*'; with locks, units, waits, starts and joins among them.  Most are valid.
 */
#ifndef TESTS_REFEREE_VALUES_H
#define TESTS_REFEREE_VALUES_H

#include <stdio.h>

/* Write the model of SEED. */
void values_write (FILE *out, uint64_t seed);

#endif
