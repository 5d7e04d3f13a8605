/* lines.c -- see lines.h. */
#include <config.h>

#include "certificate/checker/lines.h"

#include <assert.h>
#include <string.h>

void
lines_start (struct lines *lines, const char *text, uint32_t length)
{
  *lines = (struct lines){ .next = text, .end = text + length };
}

bool
lines_next (struct lines *lines)
{
  if (lines->next == lines->end)
    return false;
  const char *newline = memchr (lines->next, '\n', (size_t) (lines->end - lines->next));
  lines->at = lines->next;
  lines->line_end = newline ? newline : lines->end;
  lines->next = newline ? newline + 1 : lines->end;
  lines->number++;
  return true;
}

/* Pass the space in front of the next word.  Words are divided by one space. */
static void
pass_space (struct lines *lines)
{
  if (lines->at < lines->line_end && *lines->at == ' ')
    lines->at++;
}

static size_t
left (const struct lines *lines)
{
  return (size_t) (lines->line_end - lines->at);
}

bool
lines_at_end (const struct lines *lines)
{
  return left (lines) == 0 || (left (lines) >= 2 && memcmp (lines->at, " #", 2) == 0);
}

/* Is a word over here? */
static bool
is_edge (const struct lines *lines)
{
  return lines->at == lines->line_end || *lines->at == ' ';
}

bool
lines_word (struct lines *lines, const char *word)
{
  struct lines before = *lines;
  size_t length = strlen (word);
  pass_space (lines);
  if (left (lines) >= length && memcmp (lines->at, word, length) == 0)
    {
      lines->at += length;
      if (is_edge (lines))
        return true;
    }
  *lines = before;
  return false;
}

/* Digits only: what follows them is the caller's. */
static bool
take_digits (struct lines *lines, uint32_t limit, uint32_t *number)
{
  const char *first = lines->at;
  uint64_t value = 0;
  while (lines->at < lines->line_end && *lines->at >= '0' && *lines->at <= '9'
         && value <= UINT32_MAX)
    value = value * 10 + (uint64_t) (*lines->at++ - '0');
  bool superfluous = *first == '0' && lines->at - first > 1;
  if (lines->at == first || superfluous || value >= limit)
    return false;
  *number = (uint32_t) value;
  return true;
}

bool
lines_number (struct lines *lines, uint32_t limit, uint32_t *number)
{
  struct lines before = *lines;
  pass_space (lines);
  if (lines->at < lines->line_end && take_digits (lines, limit, number) && is_edge (lines))
    return true;
  *lines = before;
  return false;
}

bool
lines_hex (struct lines *lines, char *digits, uint32_t length)
{
  pass_space (lines);
  if (left (lines) < length)
    return false;
  for (uint32_t i = 0; i < length; i++)
    {
      char c = *lines->at++;
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
        return false;
      digits[i] = c;
    }
  digits[length] = 0;
  return is_edge (lines);
}

const char *
lines_rest (struct lines *lines, uint32_t *length)
{
  pass_space (lines);
  const char *rest = lines->at;
  *length = (uint32_t) left (lines);
  lines->at = lines->line_end;
  return rest;
}

struct lines_range
lines_ranges (struct lines *lines, uint32_t limit)
{
  pass_space (lines);
  return (struct lines_range){ .lines = lines, .limit = limit, .last = -1, .fine = true };
}

bool
lines_range (struct lines_range *range)
{
  struct lines *lines = range->lines;
  if (range->over)
    return false;
  range->fine = false;
  range->over = true;
  if (lines->at == lines->line_end || !take_digits (lines, range->limit, &range->begin))
    return false;
  uint32_t last = range->begin;
  if (lines->at < lines->line_end && *lines->at == '-')
    {
      lines->at++;
      if (lines->at == lines->line_end || !take_digits (lines, range->limit, &last)
          || last <= range->begin)
        return false;
    }
  if ((int64_t) range->begin <= range->last)
    return false;
  range->last = last;
  range->end = last + 1;
  range->over = is_edge (lines);
  if (!range->over && *lines->at++ != ',')
    return range->over = true, false;
  range->fine = true;
  return true;
}
