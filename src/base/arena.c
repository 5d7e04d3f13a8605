/* arena.c -- see arena.h.
 *
 * Invariant: a pointer with at least LARGE bytes is the payload of a block in
 * the list `large', any smaller one lies inside a block of the list `small'.
 * So arena_grow can tell where a pointer lives from its size alone.
 */
#include <config.h>

#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t) 64 << 10)
#define LARGE (BLOCK / 4)

struct arena_block
{
  struct arena_block *next, *previous;
  size_t bytes; /* of the payload, which follows */
  alignas (max_align_t) char payload[];
};

static size_t
round_up (size_t bytes)
{
  size_t unit = alignof (max_align_t);
  return (bytes + unit - 1) & ~(unit - 1);
}

void
arena_init (struct arena *arena, struct quota *quota)
{
  arena->quota = quota;
  arena->small = arena->large = NULL;
  arena->free = arena->end = NULL;
}

static void
free_list (struct arena *arena, struct arena_block *block)
{
  while (block)
    {
      struct arena_block *next = block->next;
      quota_discharge (arena->quota, sizeof *block + block->bytes);
      free (block);
      block = next;
    }
}

void
arena_clear (struct arena *arena)
{
  free_list (arena, arena->small);
  free_list (arena, arena->large);
  arena_init (arena, arena->quota);
}

static void
block_link (struct arena_block **list, struct arena_block *block)
{
  block->previous = NULL;
  block->next = *list;
  if (*list)
    (*list)->previous = block;
  *list = block;
}

/* A block for BYTES of payload: a new one, or OLD grown, which stays as it was
   if this unwinds. */
static struct arena_block *
block_grow (struct arena *arena, struct arena_block *old, size_t bytes)
{
  struct quota *quota = arena->quota;
  size_t before = old ? sizeof *old + old->bytes : 0;
  if (bytes > SIZE_MAX / 2)
    quota_exhaust (quota, QUOTA_MEMORY);
  size_t after = sizeof *old + bytes;
  assert (before <= after);
  quota_charge (quota, after - before);
  struct arena_block *block = realloc (old, after);
  if (!block)
    {
      quota_discharge (quota, after - before);
      quota_exhaust (quota, QUOTA_MEMORY);
    }
  block->bytes = bytes;
  return block;
}

static struct arena_block *
block_of_payload (void *payload)
{
  return (struct arena_block *) (void *) ((char *) payload
                                          - offsetof (struct arena_block, payload));
}

void *
arena_alloc (struct arena *arena, size_t bytes)
{
  if (bytes >= LARGE)
    {
      struct arena_block *block = block_grow (arena, NULL, bytes);
      block_link (&arena->large, block);
      return block->payload;
    }
  bytes = round_up (bytes);
  /* Also for no bytes at all: no caller sees a null pointer. */
  if (!arena->free || bytes > (size_t) (arena->end - arena->free))
    {
      struct arena_block *block = block_grow (arena, NULL, BLOCK);
      block_link (&arena->small, block);
      arena->free = block->payload;
      arena->end = block->payload + BLOCK;
    }
  void *object = arena->free;
  arena->free += bytes;
  return object;
}

void *
arena_calloc (struct arena *arena, size_t count, size_t size)
{
  assert (size > 0);
  if (count > SIZE_MAX / 2 / size)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  void *object = arena_alloc (arena, count * size);
  memset (object, 0, count * size);
  return object;
}

void *
arena_grow (struct arena *arena, void *old, size_t old_bytes, size_t bytes)
{
  assert (old_bytes <= bytes);
  if (old_bytes < LARGE)
    {
      if (bytes <= round_up (old_bytes))
        return old;
      void *object = arena_alloc (arena, bytes);
      if (old_bytes)
        memcpy (object, old, old_bytes);
      return object;
    }
  struct arena_block *block = block_of_payload (old);
  assert (block->bytes == old_bytes);
  block = block_grow (arena, block, bytes);
  if (block->previous)
    block->previous->next = block;
  else
    arena->large = block;
  if (block->next)
    block->next->previous = block;
  return block->payload;
}

char *
arena_copy (struct arena *arena, const char *bytes, size_t length)
{
  char *copy = arena_alloc (arena, length + 1);
  memcpy (copy, bytes, length);
  copy[length] = 0;
  return copy;
}
