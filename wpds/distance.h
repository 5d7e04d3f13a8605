/* distance.h -- weights that are lengths: the shortest run (min-plus).
 *
 * A weight is its number: (+) is the minimum, (x) the sum, 1 is 0, and 0 is
 * DISTANCE_NONE.  The author of a system adds weights by their numbers.
 */
#ifndef WPDS_DISTANCE_H
#define WPDS_DISTANCE_H

#include "wpds/path.h"

#define DISTANCE_NONE UINTPTR_MAX

extern const struct wpds_domain distance_domain;

/* For paths: a part is any length that is not smaller. */
bool distance_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                     wpds_weight *left, wpds_weight *right);

#endif
