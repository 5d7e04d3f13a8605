/* modified_utf8.c -- see modified_utf8.h. */
#include <config.h>

#include "java/reader/modified_utf8.h"

#include <assert.h>
#include <stdio.h>

#include "base/text.h"

static bool
is_continuation (const uint8_t *bytes, size_t length, size_t at)
{
  return at < length && (bytes[at] & 0xC0) == 0x80;
}

bool
modified_utf8_is_valid (const uint8_t *bytes, size_t length, size_t *wrong)
{
  assert (bytes || length == 0);
  for (size_t i = 0; i < length;)
    {
      uint8_t byte = bytes[i];
      *wrong = i;
      if (byte > 0 && byte < 0x80)
        i++;
      else if ((byte & 0xE0) == 0xC0 && is_continuation (bytes, length, i + 1))
        i += 2;
      else if ((byte & 0xF0) == 0xE0 && is_continuation (bytes, length, i + 1)
               && is_continuation (bytes, length, i + 2))
        i += 3;
      else
        return false;
    }
  return true;
}

/* The code unit at BYTES + *AT of a valid text; moves *AT past it. */
static uint32_t
take_unit (const uint8_t *bytes, size_t length, size_t *at)
{
  assert (*at < length);
  uint32_t byte = bytes[(*at)++];
  if (byte < 0x80)
    return byte;
  assert (*at < length && byte < 0xF0);
  uint32_t unit = (byte & (byte < 0xE0 ? 0x1Fu : 0x0Fu)) << 6 | (bytes[(*at)++] & 0x3Fu);
  if (byte >= 0xE0)
    {
      assert (*at < length);
      unit = unit << 6 | (bytes[(*at)++] & 0x3Fu);
    }
  return unit;
}

#define NO_CHARACTER UINT32_MAX

/* The character at BYTES + *AT; NO_CHARACTER for a NUL or a lone surrogate, which
 *UNIT then is. */
static uint32_t
take_character (const uint8_t *bytes, size_t length, size_t *at, uint32_t *unit)
{
  *unit = take_unit (bytes, length, at);
  if (*unit == 0 || (*unit >= 0xDC00 && *unit < 0xE000))
    return NO_CHARACTER;
  if (*unit < 0xD800 || *unit >= 0xE000)
    return *unit;
  size_t next = *at;
  uint32_t low = next < length ? take_unit (bytes, length, &next) : 0;
  if (low < 0xDC00 || low >= 0xE000)
    return NO_CHARACTER;
  *at = next;
  return 0x10000 + ((*unit - 0xD800) << 10) + (low - 0xDC00);
}

/* Write CHARACTER to TEXT as UTF-8; how many bytes. */
static size_t
put_character (char *text, uint32_t character)
{
  assert (character > 0 && character <= 0x10FFFF);
  static const uint8_t first[] = { 0, 0xC0, 0xE0, 0xF0 };
  size_t more = character < 0x80      ? 0
                : character < 0x800   ? 1
                : character < 0x10000 ? 2
                                      : 3;
  text[0] = (char) (first[more] | character >> (6 * more));
  for (size_t i = 1; i <= more; i++)
    text[i] = (char) (0x80 | (character >> (6 * (more - i)) & 0x3F));
  return more + 1;
}

static bool
is_ascii (const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (bytes[i] >= 0x80)
      return false;
  return true;
}

name_id
modified_utf8_intern (struct names *names, struct arena *arena, const uint8_t *bytes,
                      size_t length)
{
  assert (names && arena);
  if (is_ascii (bytes, length))
    return names_intern (names, (const char *) bytes, length);
  /* Two bytes or more become at most seven. */
  char *text = arena_alloc (arena, 4 * length + 8);
  size_t used = 0;
  for (size_t at = 0; at < length;)
    {
      uint32_t unit, character = take_character (bytes, length, &at, &unit);
      used += put_character (text + used, character == NO_CHARACTER ? 0xFFFD : character);
      if (character == NO_CHARACTER)
        used += (size_t) sprintf (text + used, "%04X", (unsigned) unit);
      assert (used <= 4 * length);
    }
  return names_intern (names, text, used);
}

/* May a name have the byte, which is a character? */
static bool
is_plain (uint8_t byte)
{
  return byte >= ' ' && byte < 0x7F && byte != '.' && byte != ';' && byte != '['
         && byte != '/';
}

bool
modified_utf8_names_member (const uint8_t *bytes, size_t length)
{
  if (length == 0)
    return false;
  for (size_t at = 0; at < length;)
    if (bytes[at] < 0x80)
      {
        if (!is_plain (bytes[at++]))
          return false;
      }
    else
      {
        uint32_t unit, character = take_character (bytes, length, &at, &unit);
        if (character == NO_CHARACTER || text_is_hostile (character))
          return false;
      }
  return true;
}

bool
modified_utf8_names_class (const uint8_t *bytes, size_t length)
{
  size_t begin = 0;
  for (size_t i = 0; i <= length; i++)
    if (i == length || bytes[i] == '/')
      {
        if (!modified_utf8_names_member (bytes + begin, i - begin))
          return false;
        begin = i + 1;
      }
  return true;
}
