/* runs.h -- from a counterexample of the relation to a run of the model. */
#ifndef ENGINE_BLOCKS_RUNS_H
#define ENGINE_BLOCKS_RUNS_H

#include "engine/pdr/counterexample.h"
#include "engine/blocks/block_relation.h"
#include "engine/symbolic/found.h"

/* Returns the run of EXAMPLE, in the arena of the relation. */
struct found runs_tell (struct block_relation *relation,
                        const struct counterexample *example);

#endif
