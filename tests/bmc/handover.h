/* handover.h -- small random models for engines that reduce: no loops, few values.
 *
 * What reductions reason about is what these models consist of: fields of one process,
 * fields that a lock protects everywhere or nearly, first steps and last ones, of
 * processes and of atomic blocks, that could move, tests of protected fields, waits, lock
 * arrays, starts and joins, procedures that call themselves a few times.  Processes hand
 * values to each other by flags, and claims are about what they have read: most are
 * reached in few of the executions.
 */
#ifndef TESTS_BMC_HANDOVER_H
#define TESTS_BMC_HANDOVER_H

#include <stdio.h>

/* Write the model of SEED.  Nothing in it goes on for ever. */
void handover_write (FILE *out, uint64_t seed);

#endif
