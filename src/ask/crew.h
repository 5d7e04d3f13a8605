/* crew.h -- the engines at work on one model, and what they keep.
 *
 * An engine is started with the first question it is asked, and keeps what may
 * help with the next one until it has to forget.
 */
#ifndef ASK_CREW_H
#define ASK_CREW_H

#include "ask/decide_options.h"

struct crew
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
    bool keeps; /* something, perhaps */
  } started[ENGINE_LIMIT];
  uint32_t count; /* of engines that were started and may keep something */
};

/* OPTIONS, QUOTA and SCRATCH are borrowed.  A crew must stay where it is. */
void crew_init (struct crew *crew, const struct decide_options *options,
                struct quota *quota, struct arena *scratch);

/* Ask ENGINE; what it takes is added to COUNTS.  May unwind; then crew_forget must
   follow. */
void crew_ask (struct crew *crew, const struct engine *engine,
               const struct question *question, struct statistics *counts,
               struct answer *answer);

/* May ENGINE keep something from earlier questions? */
bool crew_has (const struct crew *crew, const struct engine *engine);
/* ENGINE drops what it keeps, and what it is in the middle of. */
void crew_dismiss (struct crew *crew, const struct engine *engine);

/* The query has ended. */
void crew_rest (struct crew *crew);
/* Drop what all engines keep; the next question starts them again. */
void crew_forget (struct crew *crew);

#endif
