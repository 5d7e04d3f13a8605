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

/* SETS[p] are the tuples of process p, all of one degree.  A choice is stored in CHOICE
   (by process), unless that is null.  If the budget of ANTICHAINS is used up, `exceeded'
   is set and the answer is undefined. */
bool compat_choose (struct antichains *antichains, const struct antichain *const *sets,
                    uint32_t processes, tuple *choice, struct arena *scratch);

/* The answer if the antichains have a focus (wpds/fragment.h): then the tuples stand for
   others that differ outside the focus. */
enum compat_answer
{
  COMPAT_NONE,     /* no choice is compatible in the focus, so none is at all */
  COMPAT_FOUND,    /* a choice is compatible with all locks considered */
  COMPAT_CONFLICT, /* some choices are compatible in the focus, but of those tried none is
                      with all locks considered */
};

/* In case of a conflict, a lock outside of the focus at which one of these choices fails
   is added to the row FOCUS. */
enum compat_answer compat_choose_in_focus (struct antichains *antichains,
                                           const struct antichain *const *sets,
                                           uint32_t processes, tuple *choice,
                                           uint64_t *focus, struct arena *scratch);

#endif
