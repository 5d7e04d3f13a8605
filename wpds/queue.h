/* queue.h -- a priority queue of items by rank, the smallest rank first.
 *
 * A tree of bit masks 64 wide tells which ranks have items, so push and pop take one
 * step for each level: four for a million ranks.  Items of one rank form a list
 * through NEXT, last in, first out.  An item is in the queue at most once.
 */
#ifndef WPDS_QUEUE_H
#define WPDS_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define WPDS_QUEUE_LEVELS 6 /* 64^6 > 2^32 */
#define WPDS_QUEUE_EMPTY UINT32_MAX

struct wpds_queue
{
  struct arena *arena;
  uint32_t ranks;
  uint32_t *first;                    /* item of each rank */
  uint64_t *masks[WPDS_QUEUE_LEVELS]; /* level 0: one bit for each rank; above: one
                                         for each word of the level below */
  uint32_t levels;
  VEC (uint32_t) next; /* of each item */
};

void wpds_queue_init (struct wpds_queue *queue, struct arena *arena, uint32_t ranks);
void wpds_queue_push (struct wpds_queue *queue, uint32_t rank, uint32_t item);
/* Remove an item of the smallest rank; the queue is not empty. */
uint32_t wpds_queue_pop (struct wpds_queue *queue);

static inline bool
wpds_queue_is_empty (const struct wpds_queue *queue)
{
  return queue->masks[queue->levels - 1][0] == 0;
}

#endif
