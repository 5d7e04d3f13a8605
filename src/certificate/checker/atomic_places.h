/* atomic_places.h -- at which places a process can be in the midst of an atomic block,
 * and at which outside of all, as far as that is known without values.
 *
 * For example, a process is always in the midst of a block at the reads that follow an
 * assume over fields.  Engines may rely on that; so the checker must know it, too (and
 * proves it with the rest, see induction.c).
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
