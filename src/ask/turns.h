/* turns.h -- several engines at one question, in turn, until one of them answers.
 *
 * No engine is the best one for all questions, and which one is shows only when it has
 * answered.  So each engine gets a stack of its own (base/fiber.h) and works until it has
 * spent as much as the others; then the next one goes on where it stopped.  Nothing is
 * done twice, and if all go at one pace, the answer comes after at most k times the work
 * of the best of k engines, and a sixteenth more.
 *
 * Work is counted in units of base/quota.h, not in seconds, and results that engines keep
 * from earlier questions are charged as if they were computed: on every machine the same
 * engine answers the same question, whatever was asked before.
 *
 * An engine that runs out of memory, or that reaches a bound, has no more turns, and
 * frees what it has; the others go on.
 */
#ifndef ASK_TURNS_H
#define ASK_TURNS_H

#include "ask/engine_pool.h"

/* An engine that takes part. */
struct turns_engine
{
  const struct engine *engine;
  uint64_t joins; /* it joins when the others have spent this */
  uint32_t pace;  /* how much the others spend for each unit of this one */
};

/* Ask the COUNT engines WHO, which have their turns in this order.  Returns the one whose
   answer this is; if all had to stop, the last one, and the answer is unknown.  May
   unwind; then engine_pool_forget must follow. */
const struct engine *turns_ask (struct engine_pool *pool, const struct turns_engine *who,
                                uint32_t count, const struct question *question,
                                struct statistics *counts, struct answer *answer);

#endif
