/* explain.h -- from a verdict to a finding that can be shown.
 *
 * What is said of a violation is computed here, once, before anything is shown: the
 * locks that are held, why no lock prevented it, and which lock would have.  What
 * prints, draws, or writes records and pages decides nothing.
 */
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H

#include "witness/verdict.h"
#include "explain/because.h"
#include "explain/finding.h"
#include "explain/repair.h"

/* The violation that VERDICT is, or the suspicion that it has, not explained yet.  All is
   borrowed; the witness of a verdict lasts until the next query (witness/judge.h). */
struct finding finding_of (struct ir_subject *subject, const struct query *query,
                           const struct verdict *verdict);

/* Fill in what needs no decision, unless it is there: the locks that are held, the sites,
   and why no lock prevented it. */
void finding_explain_locks (struct finding *finding, struct arena *arena);

/* Fill in the rest of FINDING, unless that was done; results go to ARENA.  OPTIONS are
   those of the query.  A repair that is known already is kept.  Otherwise one is
   sought with at most *BUDGET decisions (repair.h); null: REPAIR_DECISIONS, whatever
   other findings took, so that the same finding always gets the same repair. */
void finding_explain (struct finding *finding, const struct decide_options *options,
                      uint32_t *budget, struct arena *arena);

#endif
