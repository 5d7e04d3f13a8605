/* cursor.h -- reading big-endian numbers from bytes that may lie.
 *
 * A cursor walks over a part of a class file.  A read past its end returns 0 and
 * marks the cursor as failed, and all later reads fail, too: a reader takes all
 * numbers of a structure and asks once whether they were there.  Nobody allocates
 * what a count claims before cursor_holds has said that the bytes are there.
 */
#ifndef JAVA_CURSOR_H
#define JAVA_CURSOR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct cursor
{
  const uint8_t *bytes; /* of the whole class file */
  uint32_t at, end;     /* offsets in it */
  bool failed;          /* something was read that is not there */
};

/* COUNT things of at least SIZE bytes each are still to come. */
static inline bool
cursor_holds (const struct cursor *cursor, uint32_t count, uint32_t size)
{
  assert (cursor->at <= cursor->end);
  return !cursor->failed && (uint64_t) count * size <= cursor->end - cursor->at;
}

static inline uint32_t
cursor_take (struct cursor *cursor, uint32_t size)
{
  assert (size <= 4);
  uint32_t value = 0;
  if (!cursor_holds (cursor, 1, size))
    {
      cursor->failed = true;
      return 0;
    }
  for (uint32_t i = 0; i < size; i++)
    value = value << 8 | cursor->bytes[cursor->at++];
  return value;
}

static inline uint8_t
cursor_u1 (struct cursor *cursor)
{
  return (uint8_t) cursor_take (cursor, 1);
}

static inline uint16_t
cursor_u2 (struct cursor *cursor)
{
  return (uint16_t) cursor_take (cursor, 2);
}

static inline uint32_t
cursor_u4 (struct cursor *cursor)
{
  return cursor_take (cursor, 4);
}

static inline void
cursor_skip (struct cursor *cursor, uint32_t size)
{
  if (cursor_holds (cursor, 1, size))
    cursor->at += size;
  else
    cursor->failed = true;
}

#endif
