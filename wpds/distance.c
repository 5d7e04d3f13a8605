/* distance.c -- see distance.h. */
#include <config.h>

#include "wpds/distance.h"

#include <assert.h>

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  if (a.bits == DISTANCE_NONE || b.bits == DISTANCE_NONE)
    return (wpds_weight){ DISTANCE_NONE };
  assert (a.bits < DISTANCE_NONE - b.bits);
  return (wpds_weight){ a.bits + b.bits };
}

static bool
do_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  (void) context;
  if (more.bits >= sum->bits)
    return false;
  *sum = more;
  if (news)
    *news = more;
  return true;
}

const struct wpds_domain distance_domain = { .one = { 0 },
                                             .zero = { DISTANCE_NONE },
                                             .extend = do_extend,
                                             .combine = do_combine,
                                             .retain = wpds_retain_nothing,
                                             .release = wpds_release_nothing };

bool
distance_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                wpds_weight *left, wpds_weight *right)
{
  assert (part.bits != DISTANCE_NONE);
  *left = a;
  *right = b;
  return do_extend (context, a, b).bits <= part.bits;
}
