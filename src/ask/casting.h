/* casting.h -- from the processes that play the threads of an automaton to the question
 * that an engine is asked.
 */
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

/* The processes that play the threads as participants, with room for COUNT. */
struct participant *casting_list (const struct casting *casting, uint32_t count,
                                  struct arena *arena);

/* The question, in ARENA.  Processes that play no thread take part, too, if they start or
   end others that do (companions.h), and all of them without the reduction `active'. */
void casting_ask (const struct casting *casting, struct question *question,
                  struct arena *arena);

#endif
