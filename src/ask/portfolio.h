/* portfolio.h -- `auto': which engine is asked, and how much work it may do.
 *
 * Tiny questions are searched state by state, which needs no preparation at all.
 * The others go to the antichains, within a budget of work; where sets of tuples
 * stay small the budget is never spent, and where they explode, BDDs share what the
 * tuples have in common.  Questions that both cannot be asked, because there are too many
 * scripts (life_scripts.h), are left to the search of all states, in the end.  Budgets
 * count work, not time, so that every machine gives the same answers.  The table of all
 * this is portfolio.def.
 */
#ifndef ASK_PORTFOLIO_H
#define ASK_PORTFOLIO_H

#include "ask/engine_pool.h"
#include "ask/decision.h"

/* The engine that a decision names where none had to be asked, and that is asked where
   one is needed whose "safe" is a proof. */
const struct engine *portfolio_first (void);

/* Ask one engine after the other, until one answers.  DECISION names the last one that
   was asked, and has its answer; the name is set before it is asked. */
void portfolio_ask (struct engine_pool *pool, const struct question *question,
                    struct decision *decision, struct answer *answer);

/* About a whole model: ask engines that know values.  BUDGET: for the first of them,
   instead of that of the table, and no long proof at the end; 0: as in the table. */
void portfolio_ask_data (struct engine_pool *pool, const struct question *question,
                         uint64_t budget, struct decision *decision);

/* Has the suspicion of QUESTION values?  One call of the solver. */
void portfolio_confirm (struct engine_pool *pool, const struct question *question,
                        struct statistics *counts, struct answer *answer);

/* Work that is spared for the questions of one query that have too many scripts. */
uint64_t portfolio_spare (void);

/* Leave QUESTION, one of these, to an engine that needs no scripts: at most *SPARE work,
   which is taken off.  Unknown, with no reason, if it was not enough. */
void portfolio_search (struct engine_pool *pool, const struct question *question,
                       uint64_t *spare, struct decision *decision);

#endif
