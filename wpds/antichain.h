/* antichain.h -- weights that are sets of tuples of fragments (theory.md, 5c and 5d).
 *
 * A tuple of degree k has k + 1 fragments, one per phase; composing two tuples
 * joins the last fragment of the first with the first of the second:
 *
 *     (f0 .. fa) (g0 .. gb)  =  (f0 .. fa-1, fa g0, g1 .. gb)
 *
 * A weight is a set of tuples of one degree of which none is below another:
 * one tuple is below another if each of its fragments is (fragment.h).  Extend
 * composes all pairs, combine unites; both keep only the minimal tuples, since
 * composition preserves the order, and whatever is compatible with a tuple is
 * compatible with the tuples below it.
 *
 * Tuples are interned lists that share their beginnings; weights are immutable
 * arrays.  Both live in the arena.
 *
 * Sets can explode.  Once the work exceeds the budget, if any, nothing is composed and no
 * set grows any more, and `exceeded' is set: results are invalid then, so the owner
 * checks `exceeded' before it uses one.
 */
#ifndef WPDS_ANTICHAIN_H
#define WPDS_ANTICHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/domain.h"
#include "wpds/fragment.h"

typedef struct
{
  uint32_t index;
} tuple;

#define TUPLE_NONE ((tuple){ UINT32_MAX })

struct tuple_info
{
  tuple before; /* all fragments but the last; TUPLE_NONE: the last is the only one */
  fragment last;
  uint32_t degree;
  uint32_t shape; /* equal shapes in all phases have equal numbers */
  /* Hashes of the contents, so that the order of tuples in a set, and the choice
     between tuples that a focus cannot tell apart, do not depend on earlier work. */
  uint32_t hash, shape_hash;
  uint32_t size; /* bits set in all fragments */
};

/* A weight. */
struct antichain
{
  uint32_t degree;
  uint32_t count; /* 0: the weight zero */
  tuple tuples[]; /* by shape, then by size and hash */
};

struct antichains
{
  struct arena *arena;
  struct fragments *fragments;
  uint32_t most;   /* weights of higher degree become zero */
  bool keep_all;   /* keep all tuples, not only the minimal ones */
  uint64_t budget; /* of work, 0: without limit */
  bool exceeded;
  uint64_t work;    /* pairs of tuples composed or compared so far; pairs
                       whose result is remembered count as well, so that
                       the work depends on the sets alone */
  uint32_t largest; /* the most tuples in a weight */
  VEC (struct tuple_info) tuples;
  struct pairmap tuple_ids;    /* (before, last) -> tuple */
  struct pairmap shape_ids;    /* (shape before, shape of the last): its number */
  struct pairmap compositions; /* (tuple, tuple) -> tuple */
  VEC (tuple) collected;       /* scratch */
  VEC (tuple) sorting;         /* scratch, too */
  uint32_t unit;               /* of effort (base/quota.h), for a composition */
  const struct antichain *zero, *one, *phase;
  const struct antichain **acquire, **release; /* by lock */
};

/* FRAGMENTS is borrowed. */
void antichains_init (struct antichains *antichains, struct arena *arena,
                      struct fragments *fragments, uint32_t most);

const struct antichain *antichain_extend (struct antichains *antichains,
                                          const struct antichain *a,
                                          const struct antichain *b);
/* The union of A and B.  *NEWS, unless NEWS is null, becomes the part of B that A
   lacked, perhaps zero. */
const struct antichain *antichain_combine (struct antichains *antichains,
                                           const struct antichain *a,
                                           const struct antichain *b,
                                           const struct antichain **news);

/* Fragment number PHASE of a tuple. */
fragment tuple_fragment (const struct antichains *antichains, tuple t, uint32_t phase);
/* Is A below B? */
bool tuple_is_below (const struct antichains *antichains, tuple a, tuple b);

/* Antichains as weights of the solvers (domain.h). */
struct wpds_domain antichain_domain (struct antichains *antichains);
wpds_weight antichain_weight (const struct antichain *antichain);
const struct antichain *antichain_of_weight (wpds_weight weight);
/* The set of this tuple alone. */
const struct antichain *antichain_single (struct antichains *antichains, tuple t);
/* The wpds_split (path.h) of antichains, with them as CONTEXT.  A part is a single tuple;
   it lies below a weight if a tuple of the weight is below it in the order of tuples. */
bool antichain_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                      wpds_weight *left, wpds_weight *right);

#endif
