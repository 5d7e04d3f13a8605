/* queue.c -- see queue.h. */
#include <config.h>

#include "wpds/queue.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"

void
wpds_queue_init (struct wpds_queue *queue, struct arena *arena, uint32_t ranks)
{
  memset (queue, 0, sizeof *queue);
  queue->arena = arena;
  queue->ranks = ranks;
  queue->first = arena_alloc (arena, ranks * sizeof *queue->first);
  memset (queue->first, 0xff, ranks * sizeof *queue->first);
  uint32_t bits = ranks;
  do
    {
      uint32_t words = bits / 64 + 1;
      assert (queue->levels < WPDS_QUEUE_LEVELS);
      queue->masks[queue->levels++] = arena_calloc (arena, words, sizeof (uint64_t));
      bits = words;
    }
  while (bits > 1);
}

void
wpds_queue_push (struct wpds_queue *queue, uint32_t rank, uint32_t item)
{
  assert (rank < queue->ranks);
  assert (item != WPDS_QUEUE_EMPTY);
  while (queue->next.count <= item)
    *vec_push (queue->arena, &queue->next) = WPDS_QUEUE_EMPTY;
  queue->next.at[item] = queue->first[rank];
  queue->first[rank] = item;
  uint32_t bit = rank;
  for (uint32_t level = 0; level < queue->levels; level++, bit /= 64)
    {
      uint64_t before = queue->masks[level][bit / 64];
      bits_add (queue->masks[level], bit);
      if (before)
        return;
    }
}

uint32_t
wpds_queue_pop (struct wpds_queue *queue)
{
  assert (!wpds_queue_is_empty (queue));
  uint32_t bit = 0;
  for (uint32_t level = queue->levels; level-- > 0;)
    {
      assert (queue->masks[level][bit]); /* as the level above promised */
      bit = bit * 64 + (uint32_t) __builtin_ctzll (queue->masks[level][bit]);
    }
  uint32_t rank = bit;
  uint32_t item = queue->first[rank];
  assert (rank < queue->ranks && item != WPDS_QUEUE_EMPTY);
  queue->first[rank] = queue->next.at[item];
  if (queue->first[rank] != WPDS_QUEUE_EMPTY)
    return item;
  for (uint32_t level = 0; level < queue->levels; level++, bit /= 64)
    {
      bits_drop (queue->masks[level], bit);
      if (queue->masks[level][bit / 64])
        break;
    }
  return item;
}
