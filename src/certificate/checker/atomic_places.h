/* atomic_places.h -- at which places a process can be in the midst of an atomic block,
 * and at which it can be outside of all, as far as that is known without values.
 *
 * After an assume that reads fields, say, a process is in the midst of the reads that
 * follow, and never comes to them otherwise.  Engines may leave out what could happen if
 * it did; so the checker knows it, too (and proves it with the rest, see induction.c).
 */
#ifndef CERTIFICATE_CHECKER_ATOMIC_PLACES_H
#define CERTIFICATE_CHECKER_ATOMIC_PLACES_H

#include "certificate/checker/stands.h"

/* By number of a place in the list of a process. */
struct atomic_places
{
  bool *inside, *outside;
};

struct atomic_places atomic_places_find (const struct system *system, struct gates *gates,
                                         const struct system_state *state,
                                         uint32_t process);

#endif
