/* sharing.h -- which processes use an atomic set at all.
 *
 * A violation takes two processes that access fields of one set, and a unit.  A model
 * without two such processes, or without a unit, is safe whatever the locks do; somebody
 * who modelled too little should be told of so empty a reason.
 *
 * Locks are ignored: a process counts even if they keep it from its accesses, but none is
 * left out.  Linear in the rules.
 */
#ifndef WPDS_SHARING_H
#define WPDS_SHARING_H

#include "wpds/pds.h"

struct sharing_users
{
  enum
  {
    SHARING_NOBODY,
    SHARING_ONE,
    SHARING_MANY,
  } number;
  process_id one; /* if there is just one */
};

struct sharing
{
  bool has_unit;                     /* some process may begin one */
  const struct sharing_users *users; /* by atomic set */
};

void sharing_find (struct sharing *sharing, const struct pds *pds, struct arena *arena);

#endif
