/* domain.h -- what post* needs to know about weights.
 *
 * Weights are the elements of a bounded idempotent semiring (D, (x), (+), 1, 0)
 * [SPIN09, App. C]: (+) is commutative and idempotent, (x) distributes over it
 * from both sides, 0 annihilates, and no weight can grow by (+) forever.  (x)
 * need not commute: a (x) b means a first, then b.
 *
 * A weight is an immutable word, for instance a pointer, an index or a BDD, that
 * only its domain interprets; 0 has one representation.  Weights given to a
 * function are borrowed; a weight that a function returns carries a reference,
 * which its new owner releases.  Domains whose weights live in an arena make
 * retain and release do nothing.  When work unwinds (base/quota.h) references
 * are not released: the domain is discarded with the query.
 *
 * Every function is required.
 */
#ifndef WPDS_DOMAIN_H
#define WPDS_DOMAIN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  uintptr_t bits;
} wpds_weight;

struct wpds_domain
{
  void *context;
  wpds_weight one, zero; /* the references are the domain's */
  /* a (x) b. */
  wpds_weight (*extend) (void *context, wpds_weight a, wpds_weight b);
  /* Replace *SUM, whose reference is taken over, by *SUM (+) MORE.  False: the sum
     did not change.  Otherwise *NEWS, unless NEWS is null, is some weight other
     than zero with old sum (+) news = new sum: MORE itself would do, but the part
     of MORE that the sum lacked saves the solver work. */
  bool (*combine) (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news);
  wpds_weight (*retain) (void *context, wpds_weight a);
  void (*release) (void *context, wpds_weight a);
};

/* For domains whose weights live in an arena, or are numbers. */
static inline wpds_weight
wpds_retain_nothing (void *context, wpds_weight a)
{
  (void) context;
  return a;
}

static inline void
wpds_release_nothing (void *context, wpds_weight a)
{
  (void) context;
  (void) a;
}

static inline wpds_weight
wpds_retain (const struct wpds_domain *domain, wpds_weight a)
{
  return domain->retain (domain->context, a);
}

static inline void
wpds_release (const struct wpds_domain *domain, wpds_weight a)
{
  domain->release (domain->context, a);
}

static inline wpds_weight
wpds_one (const struct wpds_domain *domain)
{
  return wpds_retain (domain, domain->one);
}

static inline bool
wpds_is_zero (const struct wpds_domain *domain, wpds_weight a)
{
  return a.bits == domain->zero.bits;
}

static inline wpds_weight
wpds_extend (const struct wpds_domain *domain, wpds_weight a, wpds_weight b)
{
  return domain->extend (domain->context, a, b);
}

static inline bool
wpds_combine (const struct wpds_domain *domain, wpds_weight *sum, wpds_weight more,
              wpds_weight *news)
{
  return domain->combine (domain->context, sum, more, news);
}

#endif
