/* bystanders.c -- see bystanders.h. */
#include <config.h>

#include "engine/steps/bystanders.h"

#include <assert.h>

const struct run *
bystanders_drop (struct run *run, const struct program *program)
{
  uint32_t kept = 0, threads = program->lives > 0 ? program->count : program->threads;
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (run->steps.at[i].participant.index < threads)
      run->steps.at[kept++] = run->steps.at[i];
  run->steps.count = kept;
  assert (kept > 0 && run->steps.at[kept - 1].moves);
  return run;
}
