/* backward.h -- the steps of a process backwards: from which places one comes to a place.
 */
#ifndef ENGINE_BLOCKS_BACKWARD_H
#define ENGINE_BLOCKS_BACKWARD_H

#include "engine/blocks/places.h"

struct backward
{
  uint32_t *first; /* by place, and the end: its part of `from' */
  uint32_t *from;  /* places; one with two ways to the same place is there twice */
};

void backward_init (struct backward *backward, const struct places *places,
                    struct arena *arena);

#endif
