/* changed_files.h -- which files of a git work tree differ from a revision (--changed).
 */
#ifndef INPUTS_CHANGED_FILES_H
#define INPUTS_CHANGED_FILES_H

#include <stdbool.h>

#include "base/vec.h"

struct changed_files
{
  VEC (const char *) list; /* from the root of the work tree, or from here if new */
};

/* Ask git, in the current folder, which files differ from REVISION, and which it does not
   know.  All is in ARENA; false with *MESSAGE if git cannot say. */
bool changed_files_since (struct changed_files *files, const char *revision,
                          struct arena *arena, const char **message);

#endif
