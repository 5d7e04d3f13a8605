/* block_state.h -- the bits of a state of a relation. */
#ifndef ENGINE_BLOCKS_BLOCK_STATE_H
#define ENGINE_BLOCKS_BLOCK_STATE_H

#include "engine/blocks/block_relation.h"

/* Create the bits; the places must have numbers. */
void state_make (struct block_relation *relation);

#endif
