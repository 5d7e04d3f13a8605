/* compat.h -- can these paths be interleaved? (SPIN09 Defn. 3 and App. B)
 *
 * Histories of N processes over the same phase are compatible iff
 *
 *   1. no lock is held initially by two of them;
 *   2. no lock is held finally by two of them;
 *   3. none acquires or uses a lock that another holds throughout;
 *   4. the relation "m in AH_p[l], l held finally by p" has no cycle;
 *   5. the relation "m in RH_p[l], l held initially by p" has no cycle.
 */
#ifndef TESTS_SPEC_COMPAT_H
#define TESTS_SPEC_COMPAT_H

#include <stdbool.h>
#include <stdint.h>

#include "history.h"

/* Are the histories of COUNT processes compatible? */
bool compat_histories (const struct history *histories, uint32_t count);

#endif
