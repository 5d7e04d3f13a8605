/* source.c -- see source.h. */
#include <config.h>

#include "base/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/quota.h"
#include "base/text.h"

static bool
refuse (struct source_error *error, const char *code, const char *message)
{
  *error = (struct source_error){ .code = code, .message = message };
  return false;
}

/* Refuse the byte at OFFSET. */
static bool
refuse_at (struct source_error *error, uint32_t offset, const char *code,
           const char *message)
{
  *error = (struct source_error){ code, message, true, { offset, offset + 1 } };
  return false;
}

/* Find where lines begin; refuse bytes that do not belong in a text. */
static bool
scan_text (struct source *source, struct arena *arena, struct source_error *error)
{
  const char *text = source->text;
  uint32_t i = 0;
  *vec_push (arena, &source->lines) = 0;
  while (i < source->length)
    {
      unsigned char byte = (unsigned char) text[i];
      if (byte == '\n')
        *vec_push (arena, &source->lines) = ++i;
      else if (byte == 0)
        return refuse_at (error, i, "nul-byte", "a NUL byte: this is not a text file");
      else if (byte == '\r' && text[i + 1] != '\n')
        return refuse_at (error, i, "lone-cr",
                          "a carriage return that is not followed by a line "
                          "feed; lines end with LF or CR LF");
      else if (byte < 0x80)
        i++;
      else
        {
          uint32_t bytes = text_utf8_length (text + i, source->length - i);
          if (!bytes)
            return refuse_at (error, i, "broken-utf8", "this byte is not UTF-8 text");
          i += bytes;
        }
    }
  return true;
}

/* Take LENGTH bytes of TEXT, which are followed by two NUL bytes. */
static bool
adopt (struct source *source, struct arena *arena, char *text, uint32_t length,
       struct source_error *error)
{
  assert (text[length] == 0 && text[length + 1] == 0);
  static const char bom[] = "\xEF\xBB\xBF";
  if (length >= 3 && memcmp (text, bom, 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  source->text = text;
  source->length = length;
  return scan_text (source, arena, error);
}

static void
start (struct source *source, const char *path)
{
  static char nothing[2];
  assert (path);
  *source = (struct source){ .path = path, .text = nothing };
}

bool
source_set (struct source *source, struct arena *arena, const char *path,
            const char *bytes, size_t length, struct source_error *error)
{
  start (source, path);
  assert (bytes || length == 0);
  if (length > SOURCE_LIMIT)
    return refuse (error, "too-large", "larger than 256 MiB");
  char *text = arena_calloc (arena, length + 2, 1);
  if (length)
    memcpy (text, bytes, length);
  return adopt (source, arena, text, (uint32_t) length, error);
}

/* Wait until FILE can be read; false: a signal came first, which stops a program that
   waits for a text to be typed. */
static bool
wait_for_bytes (int file, const struct quota *quota)
{
  struct pollfd ready = { .fd = file, .events = POLLIN };
  assert (file >= 0);
  while (poll (&ready, 1, 100) <= 0)
    if (quota->interrupted && *quota->interrupted)
      return false;
  return true;
}

bool
source_read (struct source *source, struct arena *arena, const char *path,
             struct source_error *error)
{
  start (source, path);
  bool standard_input = strcmp (path, "-") == 0;
  int file = standard_input ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return refuse (error, "unreadable", strerror (errno));

  /* Read in growing pieces rather than by the size: a FIFO has none.  A NUL
     byte ends the reading at once, so that /dev/zero costs one piece. */
  VEC (char) text = VEC_EMPTY;
  struct stat status;
  if (fstat (file, &status) == 0 && status.st_size > 0
      && status.st_size <= (off_t) SOURCE_LIMIT)
    vec_reserve (arena, &text, (uint64_t) status.st_size + 3);
  bool fine = true;
  for (;;)
    {
      if (text.capacity - text.count < 1024)
        vec_reserve (arena, &text, (uint64_t) text.count + (64 << 10));
      assert (text.capacity - text.count > 2);
      if (!wait_for_bytes (file, arena->quota))
        {
          fine = refuse (error, "unreadable", "interrupted while waiting for it");
          break;
        }
      ssize_t got = read (file, text.at + text.count, text.capacity - text.count - 2);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          fine = refuse (error, "unreadable", strerror (errno));
          break;
        }
      bool nul = memchr (text.at + text.count, 0, (size_t) got) != NULL;
      text.count += (uint32_t) got;
      if (got == 0 || nul)
        break;
      if (text.count > SOURCE_LIMIT)
        {
          fine = refuse (error, "too-large", "larger than 256 MiB");
          break;
        }
    }
  if (!standard_input)
    close (file);
  if (!fine)
    return false;
  text.at[text.count] = text.at[text.count + 1] = 0;
  return adopt (source, arena, text.at, text.count, error);
}

struct source_place
source_place (const struct source *source, uint32_t offset)
{
  if (source->length == 0)
    return (struct source_place){ offset > 0 ? offset : 1, 1 };
  assert (offset <= source->length && source->lines.count > 0);
  uint32_t line = vec_last_at_most (&source->lines, 0, source->lines.count, offset);
  struct source_place place = { line + 1, 1 };
  for (uint32_t i = source->lines.at[line]; i < offset; i++)
    place.column += text_starts_character (source->text[i]);
  return place;
}

struct span
source_line (const struct source *source, uint32_t line)
{
  assert (0 < line && line <= source->lines.count);
  struct span span = { source->lines.at[line - 1], source->length };
  if (line < source->lines.count)
    span.end = source->lines.at[line] - 1;
  else
    {
      /* In a text that was refused, the later lines were not counted. */
      const char *begin = source->text + span.begin;
      const char *end = memchr (begin, '\n', source->length - span.begin);
      span.end = end ? span.begin + (uint32_t) (end - begin) : source->length;
    }
  if (span.end > span.begin && source->text[span.end - 1] == '\r')
    span.end--;
  assert (span.begin <= span.end);
  return span;
}
