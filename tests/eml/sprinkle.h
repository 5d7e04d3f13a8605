/* sprinkle.h -- random models get waits, notifies, starts and joins.
 *
 * The generator's models (models/families/random_model.h) are valid by construction.
 * These need not be: a wait may be where its lock is not held, or not the last one, and
 * a procedure may start the process that calls it.  So they are for tests that know
 * which models are to be refused.
 */
#ifndef TESTS_EML_SPRINKLE_H
#define TESTS_EML_SPRINKLE_H

#include <stdint.h>

/* TEXT, a random model without decoration, with some statements more, which depend on
   SEED.  The result is the caller's, to be freed. */
char *sprinkle (const char *text, uint64_t seed);

#endif
