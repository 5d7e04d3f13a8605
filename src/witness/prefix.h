/* prefix.h -- how a process gets somewhere by itself.
 *
 * A shortest way from its entry to a symbol, calls that return counted as one
 * step; through these any way that returns.
 */
#ifndef WITNESS_PREFIX_H
#define WITNESS_PREFIX_H

#include "engine/run.h"
#include "wpds/survey.h"

/* Append to PATH, which is at its entry, the steps that lead to TARGET on top of
   the stack.  False: they would be more than LIMIT; then PATH is spoilt. */
bool prefix_append (struct local_path *path, const struct survey *survey,
                    pds_symbol target, uint32_t limit, struct arena *arena);

#endif
