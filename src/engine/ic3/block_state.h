/* state.h -- the bits of a state of a relation. */
#ifndef ENGINE_IC3_BLOCK_STATE_H
#define ENGINE_IC3_BLOCK_STATE_H

#include "engine/ic3/block_relation.h"

/* Make the bits; the places have numbers. */
void state_make (struct block_relation *relation);

#endif
