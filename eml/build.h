/* build.h -- from resolved text to flow graphs. */
#ifndef EML_BUILD_H
#define EML_BUILD_H

#include "base/diag.h"
#include "eml/resolved.h"
#include "ir/ir.h"

/* Build the graphs of all bodies, and warn of code never reached; false: there were
   errors. */
bool build_graphs (struct ir *flow, const struct resolved *resolved, struct arena *arena,
                   struct diags *diags);

/* To be called when locks nest: gives the unlock of a lock of an array the slot of its
   acquire (locking.c). */
void build_pairs (struct ir *flow);

#endif
