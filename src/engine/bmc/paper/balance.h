/* balance.h -- idle steps, so that paths and loops are equally long [GanaiGupta2008, 7].
 *
 * Where a shorter and a longer path meet again, and where loops of different lengths go
 * round, a place can be reached at many depths, and costs what it costs at each of them:
 * after a while every place can be reached at every depth.  Idle steps on the shorter
 * path, and at the end of the shorter loop, keep it to few.
 *
 * An idle step changes nothing and needs no token, so any number of them anywhere is
 * exact; only the depth at which something is found is larger, by the idle steps of the
 * longest process.  The numbers are chosen so that
 *
 *     a place outside of loops is reached at one depth: its level, the length of the
 *     longest path to it without going round a loop;
 *     all loops take a multiple of one period, so that a place is reached at its level
 *     and multiples of the period later.
 *
 * A call takes as long as its callee without loops; recursive calls count as empty ones.
 * Differences that are too large stay: the depth would grow more than places are saved.
 */
#ifndef ENGINE_BMC_PAPER_BALANCE_H
#define ENGINE_BMC_PAPER_BALANCE_H

#include "ir/project.h"

/* By rule: the idle steps after it. */
const uint32_t *balance_find (const struct ir_projection *lowering, struct arena *arena);

#endif
