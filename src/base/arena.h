/* arena.h -- region allocator for objects that share one lifetime.
 *
 * Every object lives until its arena is cleared; there is no per-object free.
 * Exhausted memory unwinds to the checkpoint of the arena's quota, so no
 * caller ever sees a null pointer.  Small objects are cut from blocks.  A large
 * object has a block of its own, which realloc can grow in place: vectors need
 * that.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "base/quota.h"

struct arena_block;

struct arena
{
  struct quota *quota;
  struct arena_block *small; /* blocks cut into objects, newest first */
  struct arena_block *large; /* blocks of one object each */
  char *free;                /* the unused rest of the newest small block */
  char *end;
};

void arena_init (struct arena *arena, struct quota *quota);
void arena_clear (struct arena *arena);

/* Uninitialised memory, aligned for any object.  Zero bytes are fine. */
void *arena_alloc (struct arena *arena, size_t bytes);

/* COUNT zeroed elements of SIZE bytes.  A product that overflows unwinds. */
void *arena_calloc (struct arena *arena, size_t count, size_t size);

/* Make OLD, which came from this arena with OLD_BYTES (none: a null pointer),
   BYTES long; it may move.  It never shrinks. */
void *arena_grow (struct arena *arena, void *old, size_t old_bytes, size_t bytes);

/* A terminated copy of LENGTH bytes. */
char *arena_copy (struct arena *arena, const char *bytes, size_t length);

/* A text formatted like printf. */
char *arena_format (struct arena *arena, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
char *arena_vformat (struct arena *arena, const char *format, va_list arguments);

#endif
