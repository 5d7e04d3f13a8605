/* crew.h -- the engines at work on one model, and what they keep.
 *
 * An engine is started with the first question it is asked, and keeps what may
 * help with the next until it has to forget it.
 */
#ifndef ENGINE_CREW_H
#define ENGINE_CREW_H

#include "engine/engine.h"

/* More engines than that are in no table. */
#define CREW_LIMIT 16

struct crew
{
  struct engine_means means;
  struct arena kept;
  struct
  {
    const struct engine *engine;
    void *state;
  } started[CREW_LIMIT];
  uint32_t count;
};

/* QUOTA, SCRATCH and COUNTS are borrowed. */
void crew_init (struct crew *crew, struct quota *quota, struct arena *scratch,
                struct verdict_counts *counts);

/* Ask ENGINE.  May unwind; then crew_forget must follow. */
void crew_ask (struct crew *crew, const struct engine *engine,
               const struct question *question, struct answer *answer);

/* Does any engine keep anything? */
bool crew_keeps (const struct crew *crew);
/* The query is over. */
void crew_rest (struct crew *crew);
/* Drop what all engines keep; the next question starts them again. */
void crew_forget (struct crew *crew);

#endif
