/* prefix.h -- a shortest way of one process to a symbol.
 *
 * The path begins at the entry of the process.  A call that returns counts as one step;
 * any path through the procedure that is called will do.
 */
#ifndef WITNESS_PREFIX_H
#define WITNESS_PREFIX_H

#include "engine/run.h"
#include "wpds/survey.h"

/* Append to PATH, which is empty, the steps from its entry to TARGET on top of the stack;
   the process can reach TARGET.  False: more than LIMIT steps; PATH is undefined. */
bool prefix_append (struct local_path *path, const struct survey *survey,
                    pds_symbol target, uint32_t limit, struct arena *arena);

#endif
