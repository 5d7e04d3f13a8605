/* local.h -- local paths without detours.
 *
 * A path may come back to a configuration without any step of the automaton, start or
 * join in between, and without having released a lock that it held before.  Such a loop
 * does nothing that a violation needs: afterwards the path holds the same locks, and
 * meanwhile no other process could acquire one of them.  Its steps are cut out.
 */
#ifndef WITNESS_LOCAL_H
#define WITNESS_LOCAL_H

#include "engine/run.h"

/* Cut all such loops out of PATH, in place. */
void local_path_cut_loops (struct local_path *path, const struct pds *pds,
                           struct arena *scratch);

#endif
