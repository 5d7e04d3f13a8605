/* coupling.h -- what ties processes together that were unrolled apart, whichever way the
 * token goes (strategy.h).
 */
#ifndef ENGINE_BMC_COUPLING_H
#define ENGINE_BMC_COUPLING_H

#include "engine/bmc/unroll.h"
#include "engine/sat/clauses.h"

/* Of which executions was "no", the last answer of the solver? */
enum coupling_reach
{
  COUPLING_ALL, /* of these depths */
  COUPLING_SOME,
  COUPLING_TOO_FEW, /* ... and that was the reason for it */
};

struct coupling
{
  struct bmc *bmc;
  struct clauses *clauses;
  struct unrolled_points receivers, senders; /* at all depths so far */
};

void coupling_init (struct coupling *coupling, struct bmc *bmc, struct clauses *clauses);

/* Take over what was new at the last depth. */
void coupling_take_over (struct coupling *coupling);

/* CONDITION implies THEN; that A and B are equal. */
void coupling_require (struct coupling *coupling, aig_lit condition, aig_lit then);
void coupling_require_equal (struct coupling *coupling, aig_lit condition, struct bits a,
                             struct bits b);

/* CONDITION implies that the shared states A and B are equal, as far as they change. */
void coupling_require_state (struct coupling *coupling, aig_lit condition,
                             const struct bits *a, const struct bits *b);

/* *OPEN implies one of the COUNT literals AT, or something later, which is then *OPEN. */
void coupling_require_some (struct bmc *bmc, struct clauses *clauses, aig_lit *open,
                            const aig_lit *at, uint32_t count);

/* The token goes from point FROM to point TO if GOES.  Returns: that shows a race. */
aig_lit coupling_find_races (struct coupling *coupling, aig_lit goes,
                             const struct unrolled_point *from,
                             const struct unrolled_point *to);

/* Nobody receives anything in the next call of the solver. */
void coupling_stop (struct coupling *coupling);

#endif
