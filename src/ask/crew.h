/* crew.h -- the engines at work on one model, and what they keep.
 *
 * An engine is started with the first question it is asked, and keeps what may
 * help with the next one until it has to forget.
 */
#ifndef ASK_CREW_H
#define ASK_CREW_H

#include "engine/engine.h"

/* No table has more engines. */
#define CREW_LIMIT 16

struct crew
{
  struct engine_means means;
  struct arena kept;
  struct
  {
    const struct engine *engine;
    void *state;
    bool keeps; /* something, perhaps */
  } started[CREW_LIMIT];
  uint32_t count; /* of engines that were started and may keep something */
};

/* QUOTA, SCRATCH and COUNTS are borrowed.  A crew must stay where it is. */
void crew_init (struct crew *crew, struct quota *quota, struct arena *scratch,
                struct verdict_counts *counts);

/* Ask ENGINE.  May unwind; then crew_forget must follow. */
void crew_ask (struct crew *crew, const struct engine *engine,
               const struct question *question, struct answer *answer);

/* Ask ENGINE, which has ENGINE_DATA, about a model with data. */
void crew_ask_data (struct crew *crew, const struct engine *engine,
                    const struct data_question *question, struct data_answer *answer);

/* May ENGINE keep something from earlier questions? */
bool crew_has (const struct crew *crew, const struct engine *engine);
/* ENGINE drops what it keeps, and what it is in the middle of. */
void crew_dismiss (struct crew *crew, const struct engine *engine);

/* The query has ended. */
void crew_rest (struct crew *crew);
/* Drop what all engines keep; the next question starts them again. */
void crew_forget (struct crew *crew);

#endif
