/* next_visible.h -- what the next visible step of a process may be.
 *
 * Some steps are exposed (symbolic/effect.h).  A symbol is *near* if a process at it may
 * come to an exposed step without another visible step before.  This is computed
 * statically, without matching returns to calls, so it over-approximates; that is
 * harmless (movers.h).
 */
#ifndef ENGINE_BMC_NEXT_VISIBLE_H
#define ENGINE_BMC_NEXT_VISIBLE_H

#include "engine/symbolic/effect.h"

/* Returns, by symbol, whether it is near an exposed step. */
bool *next_visible_find (const struct unrolling *all);

#endif
