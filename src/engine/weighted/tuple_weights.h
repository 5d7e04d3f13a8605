/* tuple_weights.h -- roles whose weights are antichains of tuples. */
#ifndef ENGINE_TUPLE_WEIGHTS_H
#define ENGINE_TUPLE_WEIGHTS_H

#include "engine/weighted/solution.h"
#include "wpds/antichain.h"

/* DOMAIN is that of ANTICHAINS; both are borrowed. */
struct solution_domain tuple_weights (const struct wpds_domain *domain,
                                      struct antichains *antichains);

#endif
