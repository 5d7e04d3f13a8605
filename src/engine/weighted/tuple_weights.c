/* tuple_weights.c -- see tuple_weights.h. */
#include <config.h>

#include "engine/weighted/tuple_weights.h"

#include <assert.h>

static wpds_weight
get_effect (void *context, enum product_effect effect, lock_number lock)
{
  const struct antichains *antichains = context;
  assert (effect != PRODUCT_NOTHING);
  assert (effect == PRODUCT_PHASE || lock.index < antichains->fragments->locks);
  return antichain_weight (effect == PRODUCT_PHASE     ? antichains->phase
                           : effect == PRODUCT_ACQUIRE ? antichains->acquire[lock.index]
                                                       : antichains->release[lock.index]);
}

static wpds_weight
get_start (void *context)
{
  const struct antichains *antichains = context;
  return antichain_weight (antichains->one);
}

struct solution_domain
tuple_weights (const struct wpds_domain *domain, struct antichains *antichains)
{
  assert (domain && antichains->arena);
  return (struct solution_domain){
    .domain = domain, .context = antichains, .effect = get_effect, .start = get_start
  };
}
