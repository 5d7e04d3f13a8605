/* bystanders.h -- removes from a run the processes that only looked on. */
#ifndef ENGINE_BYSTANDERS_H
#define ENGINE_BYSTANDERS_H

#include "engine/run.h"
#include "engine/steps/program.h"

/* RUN, of PROGRAM, with the steps of the processes that play threads.  Those of others
   are kept only if they may have been needed, to start one or to be joined. */
const struct run *bystanders_drop (struct run *run, const struct program *program);

#endif
