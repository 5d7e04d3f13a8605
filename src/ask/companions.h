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
#ifndef ASK_COMPANIONS_H
#define ASK_COMPANIONS_H

#include "ask/life_cycles.h"

/* The processes that are companions of the COUNT processes at the beginning of LIST, and
   are not among them, are added to it, which has room for all processes of the model.
   Returns the number of processes in it then.  The quota of ARENA may unwind. */
uint32_t companions_add (const struct life_cycles *cycles, process_id *list,
                         uint32_t count, struct arena *arena);

#endif
