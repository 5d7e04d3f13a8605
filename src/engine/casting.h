/* casting.h -- from the processes that play the threads of an automaton to the question
 * that an engine is asked.
 */
#ifndef ENGINE_CASTING_H
#define ENGINE_CASTING_H

#include "engine/engine.h"
#include "engine/groundwork.h"
#include "query/decide_options.h"

/* Everything is borrowed. */
struct casting
{
  struct groundwork *groundwork;
  const struct decide_options *options;
  const struct pa_instance *instance; /* without `accesses' */
  const process_id *processes;        /* by thread */
  const struct watch *watches;        /* by thread */
};

/* The processes that play the threads as participants, with room for COUNT. */
struct participant *casting_list (const struct casting *casting, uint32_t count,
                                  struct arena *arena);

/* The question, in ARENA.  Companions of the threads (companions.h) take part, and
   without the reduction `active' all other processes, too. */
void casting_ask (const struct casting *casting, struct question *question,
                  struct arena *arena);

#endif
