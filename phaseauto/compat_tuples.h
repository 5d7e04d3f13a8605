/* compat_tuples.h -- is there a compatible choice of tuples, one per process?
 *
 * The conditions of compat.h on tuples of fragments.  What is held at the start
 * of a phase follows from the phases before it: nothing at first, and then
 * (I - R) + A.
 */
#ifndef PHASEAUTO_COMPAT_TUPLES_H
#define PHASEAUTO_COMPAT_TUPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/antichain.h"

/* SETS[p] are the tuples of process p, all of one degree.  If a choice exists,
   it is put into CHOICE (by process), unless that is null.  Over the budget of
   ANTICHAINS the answer means nothing, and `exceeded' is set. */
bool compat_choose (struct antichains *antichains, const struct antichain *const *sets,
                    uint32_t processes, tuple *choice, struct arena *scratch);

#endif
