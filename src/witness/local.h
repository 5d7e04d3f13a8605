/* local.h -- local paths without detours.
 *
 * A path that comes back to a configuration it was in, with no step of the
 * automaton in between and without having let go of a lock that it held, has
 * done nothing that anybody needs: it holds the same locks as before, has used
 * no fewer, and nobody could take one of its locks meanwhile.  What was in
 * between is cut out.
 */
#ifndef WITNESS_LOCAL_H
#define WITNESS_LOCAL_H

#include "engine/run.h"

void local_path_cut_loops (struct local_path *path, const struct pds *pds,
                           struct arena *scratch);

/* The paths of the participants of RUN, COUNT of them. */
void local_paths_of_run (struct local_path *paths, uint32_t count,
                         const struct run *run, struct arena *arena);

#endif
