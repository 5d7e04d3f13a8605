/* unmatched.h -- which symbols a process can reach at a depth if returns need not match
 * calls: after the return of a body it may be at any of the calls of that body.
 *
 * This is what the paper has before it distinguishes contexts.  Here a place is a stack,
 * so that calls and returns match by themselves; unmatched symbols are for the comparison
 * only (--without contexts).
 */
#ifndef ENGINE_BMC_PAPER_UNMATCHED_H
#define ENGINE_BMC_PAPER_UNMATCHED_H

#include "ir/project.h"

struct unmatched_sites
{
  VEC (pds_symbol) list;
};

struct unmatched
{
  const struct ir_projection *lowering;
  struct unmatched_sites *sites; /* by instance: where its calls go on */
};

void unmatched_init (struct unmatched *unmatched, const struct ir_projection *lowering,
                     struct arena *arena);

/* By symbol: set AFTER to what one step leads to from the symbols of NOW. */
void unmatched_follow (const struct unmatched *unmatched, const bool *now, bool *after);

#endif
