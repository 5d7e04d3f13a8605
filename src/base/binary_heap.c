/* binary_heap.c -- see binary_heap.h. */
#include <config.h>

#include "base/binary_heap.h"

#include <stdbool.h>

static bool
is_before (const struct heap_item *a, const struct heap_item *b)
{
  return a->key != b->key ? a->key < b->key : a->tie < b->tie;
}

void
heap_add (struct binary_heap *heap, struct arena *arena, struct heap_item item)
{
  assert (arena);
  uint32_t i = heap->items.count;
  vec_push (arena, &heap->items);
  struct heap_item *at = heap->items.at;
  for (; i > 0 && is_before (&item, &at[(i - 1) / 2]); i = (i - 1) / 2)
    at[i] = at[(i - 1) / 2];
  at[i] = item;
}

void
heap_replace_first (struct binary_heap *heap, struct heap_item item)
{
  struct heap_item *at = heap->items.at;
  uint32_t i = 0, count = heap->items.count;
  assert (count > 0);
  for (uint32_t child; (child = 2 * i + 1) < count; i = child)
    {
      if (child + 1 < count && is_before (&at[child + 1], &at[child]))
        child++;
      if (!is_before (&at[child], &item))
        break;
      at[i] = at[child];
    }
  at[i] = item;
}

struct heap_item
heap_take (struct binary_heap *heap)
{
  struct heap_item first = heap_first (heap);
  struct heap_item last = heap->items.at[--heap->items.count];
  if (heap->items.count > 0)
    heap_replace_first (heap, last);
  return first;
}
