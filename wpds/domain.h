/* domain.h -- what post* needs to know about weights.
 *
 * Weights are the elements of a bounded idempotent semiring (D, (x), (+), 1, 0)
 * [SPIN09, App. C]: (+) is commutative and idempotent, (x) distributes over it
 * from both sides, 0 annihilates, and no weight can grow by (+) forever.  (x)
 * need not commute: a (x) b means a first, then b.
 *
 * A weight is an immutable word, for instance a pointer, an index or a BDD; the
 * solvers only pass it on.  Weights given to a function are borrowed, weights
 * that come out of one carry a reference that their new owner releases.
 * Domains whose weights live in an arena make retain and release do nothing.
 * When work unwinds (base/quota.h) references are not released: the domain is
 * thrown away with the query.
 *
 * Every member is required.
 */
#ifndef WPDS_DOMAIN_H
#define WPDS_DOMAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct
{
  uintptr_t bits;
} wpds_weight;

struct wpds_domain
{
  void *context;
  wpds_weight (*one) (void *context);
  wpds_weight (*zero) (void *context);
  bool (*is_zero) (void *context, wpds_weight a);
  bool (*equal) (void *context, wpds_weight a, wpds_weight b);
  /* a (x) b. */
  wpds_weight (*extend) (void *context, wpds_weight a, wpds_weight b);
  /* Replace *SUM, whose reference is taken over, by *SUM (+) MORE.  False: that
     changed nothing.  Else *NEWS, where NEWS is not null, is some weight that
     is not zero and has old sum (+) news = new sum: MORE itself would do, but
     what is in MORE and not yet in the sum saves the solver work. */
  bool (*combine) (void *context, wpds_weight *sum, wpds_weight more,
                   wpds_weight *news);
  wpds_weight (*retain) (void *context, wpds_weight a);
  void (*release) (void *context, wpds_weight a);
  /* For people who debug. */
  void (*print) (void *context, wpds_weight a, FILE *file);
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
wpds_one (const struct wpds_domain *domain)
{
  return domain->one (domain->context);
}

static inline wpds_weight
wpds_zero (const struct wpds_domain *domain)
{
  return domain->zero (domain->context);
}

static inline bool
wpds_is_zero (const struct wpds_domain *domain, wpds_weight a)
{
  return domain->is_zero (domain->context, a);
}

static inline bool
wpds_equal (const struct wpds_domain *domain, wpds_weight a, wpds_weight b)
{
  return domain->equal (domain->context, a, b);
}

static inline wpds_weight
wpds_extend (const struct wpds_domain *domain, wpds_weight a, wpds_weight b)
{
  return domain->extend (domain->context, a, b);
}

static inline bool
wpds_combine (const struct wpds_domain *domain, wpds_weight *sum,
              wpds_weight more, wpds_weight *news)
{
  return domain->combine (domain->context, sum, more, news);
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

#endif
