/* casting.h -- from the processes that play the threads of an automaton to the question
   that an engine is asked. */
#ifndef ASK_CASTING_H
#define ASK_CASTING_H

#include "engine/engine.h"
#include "ask/groundwork.h"
#include "ask/decide_options.h"

/* Everything is borrowed. */
struct casting
{
  struct groundwork *groundwork;
  const struct decide_options *options;
  const struct pa_instance *instance; /* without `accesses' */
  const process_id *processes;        /* by thread */
  const struct watch *watches;        /* by thread */
};

/* The processes that play the threads, as a list of participants with room for COUNT. */
struct participant *casting_list (const struct casting *casting, uint32_t count,
                                  struct arena *arena);

/* Fill in the QUESTION, in ARENA.  Besides the threads, their companions take part
   (companions.h); without the reduction `active' all do. */
void casting_ask (const struct casting *casting, struct question *question,
                  struct arena *arena);

#endif
