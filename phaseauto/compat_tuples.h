/* compat_tuples.h -- is there a compatible choice of tuples, one per process?
 *
 * The conditions of compat_bdd.h on tuples of fragments.  What is held at the start
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

/* The same where the antichains have a focus (wpds/fragment.h): the tuples in
   the sets stand for others that differ in other locks. */
enum compat_answer
{
  COMPAT_NONE,     /* no choice is compatible in the focus: none at all is */
  COMPAT_FOUND,    /* a choice is compatible, other locks included */
  COMPAT_CONFLICT, /* some are in the focus; none that was tried is altogether */
};

/* In case of a conflict, a lock that is in the way of one of these choices and
   was not in the focus is added to FOCUS, a row. */
enum compat_answer compat_choose_in_focus (struct antichains *antichains,
                                           const struct antichain *const *sets,
                                           uint32_t processes, tuple *choice,
                                           uint64_t *focus, struct arena *scratch);

#endif
