/* engine_pool.h -- the engines at work on one model, and what they keep.
 *
 * An engine is started with the first question it is asked; until it has to forget, it
 * keeps what may help with later ones.
 */
#ifndef ASK_ENGINE_POOL_H
#define ASK_ENGINE_POOL_H

#include "ask/decide_options.h"

struct engine_pool
{
  const struct decide_options *options;
  struct quota *quota;
  struct arena *scratch;
  struct arena kept;
  struct
  {
    const struct engine *engine;
    void *state;
    struct engine_means means;
    struct engine_numbers first;
    bool keeps; /* it may keep something */
  } started[ENGINE_LIMIT];
  uint32_t count; /* engines that were started and may keep something */
};

/* OPTIONS, QUOTA and SCRATCH are borrowed.  A pool must not move. */
void engine_pool_init (struct engine_pool *pool, const struct decide_options *options,
                       struct quota *quota, struct arena *scratch);

/* Ask ENGINE; adds its statistics to COUNTS.  After unwinding call engine_pool_forget. */
void engine_pool_ask (struct engine_pool *pool, const struct engine *engine,
                      const struct question *question, struct statistics *counts,
                      struct answer *answer);

/* May ENGINE keep something from earlier questions? */
bool engine_pool_has (const struct engine_pool *pool, const struct engine *engine);
/* Let ENGINE drop what it keeps, and abandon what it is doing. */
void engine_pool_dismiss (struct engine_pool *pool, const struct engine *engine);

/* Tell all engines that the query has ended. */
void engine_pool_rest (struct engine_pool *pool);
/* Drop what all engines keep; the next question starts them again. */
void engine_pool_forget (struct engine_pool *pool);

#endif
