/* queue.h -- items by rank: the smallest rank first, in constant time.
 *
 * A tree of bit masks 64 wide tells which ranks have items, so finding the
 * smallest among a million takes four steps.  Items of one rank form a list
 * through NEXT, last in, first out.  An item is in at most one place.
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
  uint64_t *masks[WPDS_QUEUE_LEVELS]; /* level 0: one bit a rank */
  uint32_t levels;
  VEC (uint32_t) next; /* of each item */
};

void wpds_queue_init (struct wpds_queue *queue, struct arena *arena,
                      uint32_t ranks);
bool wpds_queue_is_empty (const struct wpds_queue *queue);
void wpds_queue_push (struct wpds_queue *queue, uint32_t rank, uint32_t item);
/* An item of the smallest rank; the queue is not empty. */
uint32_t wpds_queue_pop (struct wpds_queue *queue);

#endif
