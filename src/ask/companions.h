/* companions.h -- which processes must take part so that others can: those that start
 * them, and those that they join.
 *
 * Let S be a set of processes that contains, with each process, all processes with a
 * start that names it, and all processes that it joins.  An execution without the actions
 * of processes outside of S is still one: fewer locks are taken and fewer processes are
 * started, so acquires and starts remain possible; what a wake or a join in S needs is
 * done by processes in S.  So only the smallest such set around the threads of a question
 * has to be considered; in a model without life cycles that is the threads alone
 * (doc/theory-reductions.md, 5a).
 */
#ifndef ASK_COMPANIONS_H
#define ASK_COMPANIONS_H

#include "ask/life_cycles.h"

/* Append to LIST, whose first COUNT processes play threads, their companions; LIST has
   room for all processes of the model.  Returns the number of processes in it then.  The
   quota of ARENA may unwind. */
uint32_t companions_add (const struct life_cycles *cycles, process_id *list,
                         uint32_t count, struct arena *arena);

#endif
