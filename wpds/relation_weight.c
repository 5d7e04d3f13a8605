/* relation_weight.c -- see relation_weight.h.
 *
 * A weight is the BDD in the low half of the word and the degree, plus one,
 * in the high half; the word zero is the empty relation.
 */
#include <config.h>

#include "wpds/relation_weight.h"

#include <assert.h>

static_assert (sizeof (uintptr_t) >= 8, "a weight needs 64 bits");

wpds_weight
relation_weight_of (struct relation relation)
{
  assert (relation.set.node >= 0);
  assert (relation_is_zero (relation) == buddy_is_false (relation.set));
  if (relation_is_zero (relation))
    return (wpds_weight){ 0 };
  return (wpds_weight){ ((uintptr_t) relation.degree + 1) << 32
                        | (uint32_t) relation.set.node };
}

struct relation
relation_weight_value (wpds_weight weight)
{
  if (weight.bits == 0)
    return relation_zero ();
  return (struct relation){ (uint32_t) (weight.bits >> 32) - 1,
                            { (int) (weight.bits & 0xFFFFFFFFu) } };
}

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  return relation_weight_of (relation_extend (
    context, relation_weight_value (a), relation_weight_value (b)));
}

/* The news is the part of MORE that the sum lacks: propagating the difference alone
   keeps later compositions small. */
static bool
do_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  (void) context;
  struct relation old = relation_weight_value (*sum);
  struct relation add = relation_weight_value (more);
  struct relation both = relation_combine (old, add);
  if (relation_equal (both, old))
    {
      relation_release (both);
      return false;
    }
  if (news)
    *news = relation_is_zero (old)
              ? relation_weight_of (relation_retain (add))
              : relation_weight_of (
                  (struct relation){ add.degree, buddy_minus (add.set, old.set) });
  relation_release (old);
  *sum = relation_weight_of (both);
  return true;
}

static wpds_weight
do_retain (void *context, wpds_weight a)
{
  (void) context;
  return relation_weight_of (relation_retain (relation_weight_value (a)));
}

static void
do_release (void *context, wpds_weight a)
{
  (void) context;
  relation_release (relation_weight_value (a));
}

struct wpds_domain
relation_weight_domain (const struct relation_domain *domain)
{
  union
  {
    const struct relation_domain *given;
    void *context;
  } pointer = { .given = domain };
  return (struct wpds_domain){ .context = pointer.context,
                               .one = relation_weight_of (domain->one),
                               .zero = relation_weight_of (relation_zero ()),
                               .extend = do_extend,
                               .combine = do_combine,
                               .retain = do_retain,
                               .release = do_release };
}
