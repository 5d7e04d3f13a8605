/* portfolio.h -- `auto': which engine is asked, and how much work it may do.
 *
 * Tiny questions are searched state by state, which needs no preparation.  The others go
 * to the antichains, within a budget of work; where sets of tuples stay small the budget
 * is never spent, and where they explode, BDDs share what the tuples have in common.
 * Questions that neither can be asked, because there are too many scripts
 * (life_scripts.h), are left to the search of all states in the end.  Budgets count work,
 * not time, so that every machine gives the same answers.  The table of all this is
 * portfolio.def.
 */
#ifndef ASK_PORTFOLIO_H
#define ASK_PORTFOLIO_H

#include "ask/engine_pool.h"
#include "ask/decision.h"

/* The engine that a decision names if none had to be asked, and that is asked when a
   "safe" must be a proof. */
const struct engine *portfolio_first (void);

/* Ask one engine after the other, until one answers.  DECISION names the last one that
   was asked, and has its answer; the name is set before it is asked. */
void portfolio_ask (struct engine_pool *pool, const struct question *question,
                    struct decision *decision, struct answer *answer);

/* Ask engines that know values about a whole model.  BUDGET: of the first of them,
   instead of the table's, and without a long proof at the end; 0: the table's. */
void portfolio_ask_data (struct engine_pool *pool, const struct question *question,
                         uint64_t budget, struct decision *decision);

/* Ask whether there are values for the suspicion of QUESTION: one call of the solver. */
void portfolio_confirm (struct engine_pool *pool, const struct question *question,
                        struct statistics *counts, struct answer *answer);

/* The work reserved for the questions of one query that have too many scripts. */
uint64_t portfolio_spare (void);

/* Ask an engine that needs no scripts about QUESTION, one of these, with at most *SPARE
   work, reduced by what was done.  Unknown, without a reason, if that was too little. */
void portfolio_search (struct engine_pool *pool, const struct question *question,
                       uint64_t *spare, struct decision *decision);

#endif
