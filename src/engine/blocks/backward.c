/* backward.c -- see backward.h: a counting sort. */
#include <config.h>

#include "engine/blocks/backward.h"

void
backward_init (struct backward *backward, const struct places *places,
               struct arena *arena)
{
  uint32_t count = places->list.count;
  uint32_t *first = arena_calloc (arena, count + (size_t) 2, sizeof *first);
  uint32_t *from = arena_calloc (arena, places->next.count + (size_t) 1, sizeof *from);
  for (uint32_t i = 0; i < places->next.count; i++)
    if (places->next.at[i] != PLACE_GONE)
      first[places->next.at[i] + 2]++;
  for (uint32_t i = 2; i <= count + 1; i++)
    first[i] += first[i - 1];
  for (uint32_t p = 0; p < count; p++)
    {
      const struct place *place = &places->list.at[p];
      for (uint32_t i = 0; i < place->next_count; i++)
        {
          uint32_t to = places->next.at[place->first_next + i];
          if (to != PLACE_GONE)
            from[first[to + 1]++] = p;
        }
    }
  assert (first[0] == 0 && first[count] <= places->next.count);
  *backward = (struct backward){ first, from };
}
