/* relation.h -- the multi-arity relational weight domain [SPIN09, section 7].
 *
 * A weight of degree k is a relation of arity k + 2 between lock histories,
 * held in a BDD over the plies 0 .. k + 1 of process 0:
 *
 *     extend   generalised relational composition, degrees add up
 *     combine  union (of weights of equal degree: no others ever meet, since
 *              the degree is the number of phases between two control states)
 *     one      the identity, of degree 0
 *     zero     the empty relation, of any degree
 *
 * Weights whose degree is past the last phase become zero.  Weights carry a
 * reference each; arguments are borrowed, results owned.  The manager of
 * buddy.h must have been started for the variables of the facts.
 */
#ifndef WPDS_RELATION_H
#define WPDS_RELATION_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/domain.h"
#include "wpds/history_bdd.h"

struct relation
{
  uint32_t degree; /* RELATION_ZERO: the empty relation */
  buddy_set set;
};

#define RELATION_ZERO UINT32_MAX
/* Stands for { (h, h, ptrans (h)) }, of degree 1, whose BDD is never built. */
#define RELATION_PHASE (UINT32_MAX - 1)

struct relation_domain
{
  const struct history_facts *facts;
  uint32_t most;            /* the highest degree that is kept */
  buddy_set *twins;         /* by degree a: the twins of ply a + 1 */
  buddy_set *nothing;       /* by ply: no fact but `held' is true */
  struct buddy_map **left;  /* by degree a: ply a + 1 to its twin */
  struct buddy_map **right; /* by degree a: 0 to that twin, k to a + k */
  struct relation one, phase;
  struct relation start;              /* { (h, h) } for the history of the empty
                                         path that holds nothing */
  struct relation *acquire, *release; /* by lock */
};

/* FACTS has at least MOST + 2 plies. */
void relation_init (struct relation_domain *domain, struct arena *arena,
                    const struct history_facts *facts, uint32_t most);
void relation_clear (struct relation_domain *domain);

struct relation relation_zero (void);
struct relation relation_retain (struct relation relation);
void relation_release (struct relation relation);
bool relation_is_zero (struct relation relation);
bool relation_equal (struct relation a, struct relation b);

struct relation relation_extend (const struct relation_domain *domain, struct relation a,
                                 struct relation b);
struct relation relation_combine (struct relation a, struct relation b);

/* { (h, h) } for the histories h at whose end exactly the locks of HELD (by lock)
   are held: neutral for runs after which no other locks can be held. */
struct relation relation_holding (const struct relation_domain *domain, const bool *held);

/* The tuples of a weight that begin with the history of the empty path that holds
   nothing, without ply 0: phase x is ply x + 1. */
buddy_set relation_from_start (const struct relation_domain *domain,
                               struct relation relation);

/* Relations as weights of the solvers.  A weight takes over the reference of its
   relation, a relation that of its weight.  DOMAIN is borrowed. */
wpds_weight relation_weight_of (struct relation relation);
struct relation relation_weight_value (wpds_weight weight);
struct wpds_domain relation_weight_domain (const struct relation_domain *domain);

#endif
