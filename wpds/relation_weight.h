/* relation_weight.h -- relations (relation.h) as weights of the solvers
 * (domain.h): a relation packed into a word, and the table of functions. */
#ifndef WPDS_RELATION_WEIGHT_H
#define WPDS_RELATION_WEIGHT_H

#include "wpds/domain.h"
#include "wpds/relation.h"

/* References are passed on: a weight owns what the relation owned. */
wpds_weight relation_weight_of (struct relation relation);
struct relation relation_weight_value (wpds_weight weight);

/* The domain of relations; DOMAIN is borrowed. */
struct wpds_domain relation_weight_domain (const struct relation_domain *domain);

#endif
