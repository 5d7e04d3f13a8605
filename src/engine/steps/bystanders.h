/* bystanders.h -- a run without those who only looked on. */
#ifndef ENGINE_BYSTANDERS_H
#define ENGINE_BYSTANDERS_H

#include "engine/run.h"
#include "engine/steps/program.h"

/* RUN, of PROGRAM, with what the threads did; the others only if they may have started or
   ended for them. */
const struct run *bystanders_drop (struct run *run, const struct program *program);

#endif
