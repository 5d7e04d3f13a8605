/* small_model.h -- random models with life cycles and waits, small enough for brute
 * force.
 */
#ifndef TESTS_LIB_SMALL_MODEL_H
#define TESTS_LIB_SMALL_MODEL_H

#include <stdint.h>
#include <stdio.h>

/* Up to four processes that start and join each other, wait, and nest locks in any
   order; valid EML, the same for the same seed. */
void small_model_write (FILE *file, uint64_t seed);

#endif
