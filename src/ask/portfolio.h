/* portfolio.h -- `auto': which engine is asked, and how much work it may do.
 *
 * Tiny questions are searched state by state, which needs no preparation at all.
 * The others go to the antichains, within a budget of work; where sets of tuples
 * stay small the budget is never spent, and where they explode, BDDs share what the
 * tuples have in common.  Questions that both cannot be asked, because there are too many
 * scripts (life_scripts.h), are left to the explicit search, in the end.  Budgets count
 * work, not time, so that every machine gives the same answers.  doc/theory.md, 8, has
 * the reasons for the constants.
 */
#ifndef ASK_PORTFOLIO_H
#define ASK_PORTFOLIO_H

#include "ask/crew.h"

/* The engine that a verdict names where none had to be asked. */
const struct engine *portfolio_first (void);

/* Ask one engine after the other, until one answers.  *ENGINE is the name of the last
   one that was asked, *WHY a word of doc/json.md; both are set before it is asked. */
void portfolio_ask (struct crew *crew, const struct question *question,
                    struct answer *answer, const char **engine, const char **why);

/* States that a search with data may visit and store for one question.  Each has a few
   hundred bytes at most; what is left over is for engines that list none (doc/data.md). */
#define PORTFOLIO_DATA 4000000

/* About a model with data: ask engines that know it.  BUDGET: states instead of those
   above, and no long proof at the end; 0: as above. */
void portfolio_ask_data (struct crew *crew, const struct data_question *question,
                         uint64_t budget, struct data_answer *answer,
                         const char **engine, const char **why);

/* Has the suspicion of QUESTION values?  One call of the solver. */
void portfolio_confirm (struct crew *crew, const struct data_question *question,
                        struct data_answer *answer);

/* States that the explicit search may visit and store for the questions of one query
   that were left to it, one by one. */
#define PORTFOLIO_SPARE 2000000

/* Leave QUESTION to the explicit search, which may visit and store *SPARE states; those
   are taken off.  Unknown, with no reason, if they were not enough. */
void portfolio_search (struct crew *crew, const struct question *question,
                       uint64_t *spare, struct answer *answer, const char **engine,
                       const char **why);

#endif
