/* companions.h -- who has to take part so that others can: the processes that start them,
 * and those that they join.
 *
 * Let S be a set of processes that contains, with each process, all processes with a
 * start that names it, and all processes that it joins.  An execution without the
 * actions of processes outside of S is still one: fewer locks are taken and fewer
 * processes are started, so that acquires and starts can still happen; what a wake or a
 * join of a process in S needs is done by processes in S.  So only the smallest such
 * set around the threads of a question has to be looked at; in a model without life
 * cycles that is the threads alone (doc/theory-reductions.md, 5a).
 */
#ifndef ENGINE_COMPANIONS_H
#define ENGINE_COMPANIONS_H

#include "wpds/survey.h"

/* Mark in IN, by process, the COUNT processes and their companions.  IN is all false
   at first. */
void companions_mark (struct survey *survey, const process_id *processes, uint32_t count,
                      bool *in, struct arena *scratch);

#endif
