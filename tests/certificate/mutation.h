/* mutation.h -- changed certificates.
 *
 * Systematic ones take away something that is needed, so each must be refused:
 * every claim of a certificate is there because a run leads to it.
 *
 *   a line        any but that of a query
 *   a tuple       of a set of several
 *   a symbol      at an end of a range of claims
 *   an order      a set of locks in a summary becomes a larger one: the run that
 *                 it stood for is no longer covered
 *
 * Random ones do anything to lines and words.
 */
#ifndef TESTS_CERTIFICATE_MUTATION_H
#define TESTS_CERTIFICATE_MUTATION_H

#include "models/families/chance.h"
#include "sealed.h"

/* Call VISIT with every systematic change of SEALED, sealed again. */
void mutation_each (const struct sealed *sealed,
                    void (*visit) (const struct sealed *changed, const char *what,
                                   void *context),
                    void *context);

/* Call VISIT with other numbers below COUNT for each role of the query in LINE
   (from 1). */
void mutation_each_role (const struct sealed *sealed, uint32_t line, uint32_t count,
                         void (*visit) (const struct sealed *changed, const char *what,
                                        void *context),
                         void *context);

/* Some random changes. */
struct sealed mutation_random (const struct sealed *sealed, struct chance *chance);

#endif
