/* brute.h -- the search again, as plainly as can be: whole stacks, whole
 * states, every interleaving, no packing, no reduction.
 *
 * Shares with the referee the multi-PDS and the meaning of the automaton
 * (instance.h).  Also replays the referee's witnesses.
 */
#ifndef TESTS_EXPLICIT_BRUTE_H
#define TESTS_EXPLICIT_BRUTE_H

#include "engine/run.h"
#include "phaseauto/instance.h"

#define BRUTE_PROCESSES 4 /* that take part */
#define BRUTE_ALL 8       /* processes of a model */
#define BRUTE_LOCKS 8
#define BRUTE_DEPTH 12 /* deeper stacks are cut off */

enum brute_answer
{
  BRUTE_SAFE,
  BRUTE_VIOLATION,
  BRUTE_CUT,  /* a stack was too deep, and no violation was found */
  BRUTE_MANY, /* too many states */
};

struct brute_result
{
  enum brute_answer answer;
  uint32_t states;
  uint32_t length; /* of a shortest violation */
};

struct brute_result brute_search (const struct pds *pds,
                                  const struct pa_instance *instance,
                                  const process_id *processes, uint32_t count);

/* Is RUN a violation of the model?  Says what is wrong, or null. */
const char *brute_replay (const struct pds *pds, const struct pa_instance *instance,
                          const process_id *processes, uint32_t count,
                          const struct run *run);

#endif
