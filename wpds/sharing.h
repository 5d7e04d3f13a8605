/* sharing.h -- which processes use an atomic set at all.
 *
 * A violation takes two processes that access fields of one set, and a unit.  Where
 * there are not two, or no unit, everything is safe whatever the locks do: for an empty
 * reason, of which somebody who modelled too little should know.
 *
 * Whether locks let a process get somewhere is not asked, so a process may be counted
 * that never comes to its access, but none is left out.  Linear in the rules.
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
