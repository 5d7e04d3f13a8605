/* distance.c -- see distance.h. */
#include <config.h>

#include "wpds/distance.h"

static wpds_weight
get_one (void *context)
{
  (void) context;
  return (wpds_weight){ 0 };
}

static wpds_weight
get_zero (void *context)
{
  (void) context;
  return (wpds_weight){ DISTANCE_NONE };
}

static bool
test_zero (void *context, wpds_weight a)
{
  (void) context;
  return a.bits == DISTANCE_NONE;
}

static bool
test_equal (void *context, wpds_weight a, wpds_weight b)
{
  (void) context;
  return a.bits == b.bits;
}

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  if (test_zero (context, a) || test_zero (context, b))
    return get_zero (context);
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

static void
do_print (void *context, wpds_weight a, FILE *file)
{
  if (test_zero (context, a))
    fputs ("none", file);
  else
    fprintf (file, "%llu", (unsigned long long) a.bits);
}

const struct wpds_domain distance_domain
  = { NULL, get_one, get_zero, test_zero, test_equal,
      do_extend, do_combine, wpds_retain_nothing, wpds_release_nothing, do_print };

bool
distance_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                wpds_weight *left, wpds_weight *right)
{
  *left = a;
  *right = b;
  return do_extend (context, a, b).bits <= part.bits;
}
