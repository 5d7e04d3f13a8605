/* coupling.h -- what both ways of tying unrolled processes together share (strategy.h).
 */
#ifndef ENGINE_BMC_COUPLING_H
#define ENGINE_BMC_COUPLING_H

#include "engine/bmc/unroll.h"
#include "engine/sat/clauses.h"

/* Which executions are covered by the solver's last answer, "unsatisfiable"? */
enum coupling_reach
{
  COUPLING_ALL,     /* all up to the present depth */
  COUPLING_SOME,    /* some, but the refutation did not need the others to be left out */
  COUPLING_TOO_FEW, /* some: the bound on passings of the token made it unsatisfiable */
};

struct coupling
{
  struct bmc *bmc;
  struct clauses *clauses;
  struct unrolled_points receivers, senders; /* of all depths so far */
};

void coupling_init (struct coupling *coupling, struct bmc *bmc, struct clauses *clauses);

/* Add the conditions and points that BMC found at the last depth. */
void coupling_take_over (struct coupling *coupling);

/* Add clauses: CONDITION implies THEN; CONDITION implies that A and B are equal. */
void coupling_require (struct coupling *coupling, aig_lit condition, aig_lit then);
void coupling_require_equal (struct coupling *coupling, aig_lit condition, struct bits a,
                             struct bits b);

/* Add clauses: CONDITION implies that the shared states A and B agree on every item that
   some step changes. */
void coupling_require_state (struct coupling *coupling, aig_lit condition,
                             const struct bits *a, const struct bits *b);

/* Add the clause (not *OPEN or AT[0] or ... or AT[COUNT-1] or next), where `next' is a
   fresh literal that later calls can constrain; *OPEN becomes `next'.  For disjunctions
   whose members are not all known yet. */
void coupling_require_some (struct bmc *bmc, struct clauses *clauses, aig_lit *open,
                            const aig_lit *at, uint32_t count);

/* Returns the literal that is true iff GOES, the passing of the token from FROM to TO,
   makes two accesses race; adds each such race to the hits. */
aig_lit coupling_find_races (struct coupling *coupling, aig_lit goes,
                             const struct unrolled_point *from,
                             const struct unrolled_point *to);

/* Assume for the next call of the solver that no process receives the token. */
void coupling_stop (struct coupling *coupling);

#endif
