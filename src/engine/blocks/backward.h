/* backward.h -- the steps of a process backwards: the predecessors of each place. */
#ifndef ENGINE_BLOCKS_BACKWARD_H
#define ENGINE_BLOCKS_BACKWARD_H

#include "engine/blocks/places.h"

struct backward
{
  uint32_t *first; /* by place: where its part of `from' begins; and an end */
  uint32_t *from;  /* places; a place with two steps to the same place is there twice */
};

void backward_init (struct backward *backward, const struct places *places,
                    struct arena *arena);

#endif
