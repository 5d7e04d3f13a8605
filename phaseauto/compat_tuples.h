/* compat_tuples.h -- is there a compatible choice of tuples, one per process?
 *
 * The conditions of compat_bdd.h on tuples of fragments.  The locks held at the
 * start of a phase follow from the phases before: none at first, and then
 * (I - R) + A of the phase before.
 */
#ifndef PHASEAUTO_COMPAT_TUPLES_H
#define PHASEAUTO_COMPAT_TUPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/antichain.h"

/* SETS[p] are the tuples of process p, all of one degree.  If a choice exists, it is
   stored in CHOICE (by process), unless that is null.  If the budget of ANTICHAINS is
   used up, the answer means nothing, and `exceeded' is set. */
bool compat_choose (struct antichains *antichains, const struct antichain *const *sets,
                    uint32_t processes, tuple *choice, struct arena *scratch);

/* The answer where the antichains have a focus (wpds/fragment.h): then the tuples in
   the sets stand for others that differ outside the focus. */
enum compat_answer
{
  COMPAT_NONE,     /* no choice is compatible in the focus, and so none at all */
  COMPAT_FOUND,    /* a choice is compatible in view of all locks */
  COMPAT_CONFLICT, /* some choices are compatible in the focus, but of those that were
                      tried none is in view of all locks */
};

/* In case of a conflict, a lock that one of these choices fails at, and that was not
   in the focus, is added to the row FOCUS. */
enum compat_answer compat_choose_in_focus (struct antichains *antichains,
                                           const struct antichain *const *sets,
                                           uint32_t processes, tuple *choice,
                                           uint64_t *focus, struct arena *scratch);

#endif
