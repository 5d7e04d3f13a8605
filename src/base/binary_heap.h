/* binary_heap.h -- a binary heap: the item with the smallest key first.
 *
 *     struct binary_heap heap = HEAP_EMPTY;
 *     heap_add (&heap, arena, (struct heap_item){ .key = cost, .value = node });
 *     while (heap.items.count > 0)
 *       use (heap_take (&heap).value);
 *
 * Items are ordered by key, then by tie; the order of items with equal keys and ties is
 * not specified, but the same on every run.  Adding and taking cost the logarithm of the
 * number of items.  Items belong to the arena.
 */
#ifndef BASE_BINARY_HEAP_H
#define BASE_BINARY_HEAP_H

#include <assert.h>
#include <stdint.h>

#include "base/vec.h"

struct heap_item
{
  uint64_t key;
  uint32_t tie;
  uint32_t value;
};

struct binary_heap
{
  VEC (struct heap_item) items; /* item i is not after items 2i + 1 and 2i + 2 */
};

#define HEAP_EMPTY                                                                       \
  {                                                                                      \
    VEC_EMPTY                                                                            \
  }

void heap_add (struct binary_heap *heap, struct arena *arena, struct heap_item item);

/* The smallest item of a heap that is not empty. */
static inline struct heap_item
heap_first (const struct binary_heap *heap)
{
  assert (heap->items.count > 0);
  return heap->items.at[0];
}

/* Remove the smallest item, and return it. */
struct heap_item heap_take (struct binary_heap *heap);
/* Replace the smallest item by ITEM: faster than to take one and add the other. */
void heap_replace_first (struct binary_heap *heap, struct heap_item item);

#endif
