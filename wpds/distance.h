/* distance.h -- weights that are lengths: the shortest run (min-plus).
 *
 * A weight is a length: (+) is the minimum, (x) the sum, 1 the length 0, and 0 is
 * DISTANCE_NONE.  The bits of a wpds_weight are the length itself.
 */
#ifndef WPDS_DISTANCE_H
#define WPDS_DISTANCE_H

#include "wpds/path.h"

#define DISTANCE_NONE UINTPTR_MAX

extern const struct wpds_domain distance_domain;

/* The wpds_split (path.h) of lengths: a part lies below those that are not larger. */
bool distance_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                     wpds_weight *left, wpds_weight *right);

#endif
