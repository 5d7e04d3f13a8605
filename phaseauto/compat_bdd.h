/* compat_bdd.h -- which histories are of paths that can be interleaved, as a BDD
 * (SPIN09 Defn. 3, App. B)
 *
 * Histories of N processes over the same phase are compatible iff
 *
 *   1. no lock is held initially by two of them;
 *   2. no lock is held finally by two of them;
 *   3. none acquires or uses a lock that another holds throughout;
 *   4. the relation "m in AH_p[l], l held finally by p" has no cycle;
 *   5. the relation "m in RH_p[l], l held initially by p" has no cycle.
 *
 * In 4 and 5 a cycle goes through locks of at least two processes (the last
 * acquisitions of one process are in order), and if there is a cycle there is
 * one that visits each process at most once: where a process is visited twice,
 * at locks l and l' with l acquired first, whatever follows l' is also in
 * AH[l], and the cycle can be cut short.  So cycles of up to N locks, each of
 * another process, are all that need be excluded; for two processes those are
 * pairs.
 */
#ifndef PHASEAUTO_COMPAT_BDD_H
#define PHASEAUTO_COMPAT_BDD_H

#include <stdint.h>

#include "wpds/history_bdd.h"

/* Remove from *SET the tuples whose histories in ply PLY are not compatible.  This is
   done condition by condition: from a small set, no intermediate result is as large as
   the relation of compatibility itself. */
void compat_restrict (buddy_set *set, const struct history_facts *facts, uint32_t ply,
                      struct arena *scratch);

#endif
