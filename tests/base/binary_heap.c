/* binary_heap.c -- items come out in the order of their keys and ties. */
#include <config.h>

#include <stdlib.h>

#include "base/binary_heap.h"
#include "tests/lib/tap.h"

static bool
is_after (struct heap_item a, struct heap_item b)
{
  return a.key != b.key ? a.key > b.key : a.tie > b.tie;
}

/* Add, take and replace at random; a table without order knows what is in the heap. */
static bool
works (unsigned seed, struct arena *arena)
{
  enum
  {
    MOST = 64
  };
  struct binary_heap heap = HEAP_EMPTY;
  struct heap_item table[MOST];
  uint32_t count = 0;
  srandom (seed);
  for (uint32_t i = 0; i < 400; i++)
    {
      struct heap_item item = { .key = (uint64_t) random () % 20,
                                .tie = (uint32_t) random () % 4,
                                .value = i };
      long what = random () % 4;
      if (count == 0 || (what < 2 && count < MOST))
        {
          heap_add (&heap, arena, item);
          table[count++] = item;
          continue;
        }
      struct heap_item first = heap_first (&heap);
      uint32_t place = count;
      for (uint32_t k = 0; k < count; k++)
        {
          if (is_after (first, table[k]))
            return false;
          if (table[k].value == first.value)
            place = k;
        }
      if (place == count)
        return false;
      if (what == 2)
        {
          heap_replace_first (&heap, item);
          table[place] = item;
          continue;
        }
      if (heap_take (&heap).value != first.value)
        return false;
      table[place] = table[--count];
    }
  return heap.items.count == count;
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  arena_init (&arena, &quota);
  unsigned wrong = 0;
  for (unsigned seed = 1; seed <= 500; seed++)
    wrong += !works (seed, &arena);
  tap_ok (wrong == 0, "200,000 random operations on heaps (%u runs wrong)", wrong);
  arena_clear (&arena);
  return tap_done ();
}
