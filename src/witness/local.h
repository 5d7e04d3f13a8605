/* local.h -- local paths without detours.
 *
 * A path that comes back to a configuration it was in, with no step of the automaton,
 * start or join in between and without having released a lock that it held, has done
 * nothing that a violation needs: it holds the same locks as before, has used no fewer,
 * and no other process could acquire one of its locks meanwhile.  The steps in between
 * are cut out.
 */
#ifndef WITNESS_LOCAL_H
#define WITNESS_LOCAL_H

#include "engine/run.h"

/* Cut all such loops out of PATH, in place. */
void local_path_cut_loops (struct local_path *path, const struct pds *pds,
                           struct arena *scratch);

#endif
