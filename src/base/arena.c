/* arena.c -- see arena.h.
 *
 * Invariant: an object of at least LARGE bytes is the payload of a block in
 * the list `large', any smaller object lies inside a block of the list `small'.
 * So arena_grow can tell from the size of an object where it lives.
 */
#include <config.h>

#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
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
  assert (quota);
  *arena = (struct arena){ .quota = quota };
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
  assert (arena->quota);
  free_list (arena, arena->small);
  free_list (arena, arena->large);
  arena_init (arena, arena->quota);
}

static void
block_link (struct arena_block **list, struct arena_block *block)
{
  block->previous = NULL;
  block->next = *list;
  if (block->next)
    block->next->previous = block;
  *list = block;
}

/* A block with BYTES of payload: a new one, or OLD grown.  If this unwinds, OLD
   stays as it was. */
static struct arena_block *
block_grow (struct arena *arena, struct arena_block *old, size_t bytes)
{
  struct quota *quota = arena->quota;
  assert (quota && arena->free <= arena->end);
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
  /* Even an object of no bytes needs a block, to have an address. */
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
      assert (old || old_bytes == 0);
      void *object = arena_alloc (arena, bytes);
      if (old_bytes)
        memcpy (object, old, old_bytes);
      return object;
    }
  struct arena_block *block
    = (void *) ((char *) old - offsetof (struct arena_block, payload));
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
  assert (bytes && length < SIZE_MAX);
  char *copy = arena_alloc (arena, length + 1);
  memcpy (copy, bytes, length);
  copy[length] = 0;
  return copy;
}

char *
arena_vformat (struct arena *arena, const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, again);
  va_end (again);
  assert (length >= 0);
  char *text = arena_alloc (arena, (size_t) length + 1);
  vsnprintf (text, (size_t) length + 1, format, arguments);
  return text;
}

char *
arena_format (struct arena *arena, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = arena_vformat (arena, format, arguments);
  va_end (arguments);
  return text;
}
