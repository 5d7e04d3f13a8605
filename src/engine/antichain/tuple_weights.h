/* tuple_weights.h -- roles whose weights are antichains of tuples. */
#ifndef SRC_ROLE_ANTICHAIN_H
#define SRC_ROLE_ANTICHAIN_H

#include "engine/weighted/solution.h"
#include "wpds/antichain.h"

/* DOMAIN is that of ANTICHAINS; both are borrowed. */
struct role_domain role_antichain (const struct wpds_domain *domain,
                                   struct antichains *antichains);

#endif
