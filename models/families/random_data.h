/* random_data.h -- small random models with data, for differential tests.
 *
 * They use every construct of data: types, arrays and lock arrays, locals, loops that
 * data ends, calls with values, assume, assert, atomic, exclusive, `*', life cycles,
 * waits, classes.  They are small enough that all their states can be listed: two or
 * three processes, few fields of few bits, no recursion.
 *
 * Every model is valid: it may get warnings, never an error.  The text depends on the
 * seed alone, and is the same to the byte on every machine.
 */
#ifndef RANDOM_DATA_H
#define RANDOM_DATA_H

#include <stdint.h>
#include <stdio.h>

/* Processes of all models, copies counted. */
#define RANDOM_DATA_PROCESSES 3

/* For errors of OUT ask ferror. */
void random_data_write (FILE *out, uint64_t seed);

#endif
