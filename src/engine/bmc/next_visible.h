/* next_visible.h -- what the next visible step of a process may be.
 *
 * Some steps are exposed (symbolic/effect.h).  A process that is about to come to such a
 * step without another visible one before is near.  That is found out statically, for
 * each symbol, without regard to who has called whom, and so it is sometimes said of
 * symbols where it is not so; that does no harm (movers.h).
 */
#ifndef ENGINE_BMC_NEXT_VISIBLE_H
#define ENGINE_BMC_NEXT_VISIBLE_H

#include "engine/symbolic/effect.h"

/* By symbol: is who is there near an exposed step? */
bool *next_visible_find (const struct unrolling *all);

#endif
