/* lines.c -- see lines.h. */
#include <config.h>

#include "certificate/checker/lines.h"

#include <assert.h>
#include <string.h>

void
lines_start (struct lines *lines, const char *text, uint32_t length)
{
  assert (text || length == 0);
  *lines = (struct lines){ .next = text, .end = text + length };
}

bool
lines_next (struct lines *lines)
{
  assert (lines->next <= lines->end);
  if (lines->next == lines->end)
    return false;
  const char *newline = memchr (lines->next, '\n', (size_t) (lines->end - lines->next));
  lines->at = lines->next;
  lines->line_end = newline ? newline : lines->end;
  lines->next = newline ? newline + 1 : lines->end;
  lines->number++;
  return true;
}

static size_t
left (const struct lines *lines)
{
  assert (lines->number > 0 && lines->at <= lines->line_end);
  return (size_t) (lines->line_end - lines->at);
}

/* Pass the space in front of the next word. */
static void
pass_space (struct lines *lines)
{
  if (left (lines) > 0 && *lines->at == ' ')
    lines->at++;
}

bool
lines_at_end (const struct lines *lines)
{
  return left (lines) == 0 || (left (lines) >= 2 && memcmp (lines->at, " #", 2) == 0);
}

/* Does a word end here? */
static bool
is_edge (const struct lines *lines)
{
  return left (lines) == 0 || *lines->at == ' ';
}

bool
lines_word (struct lines *lines, const char *word)
{
  const char *at = lines->at;
  size_t length = strlen (word), space = left (lines) > 0 && *at == ' ';
  assert (length > 0);
  at += space;
  if (left (lines) < space + length || memcmp (at, word, length) != 0
      || (at + length < lines->line_end && at[length] != ' '))
    return false;
  lines->at = at + length;
  return true;
}

/* A number below LIMIT; the caller checks what follows its digits. */
static bool
take_digits (struct lines *lines, uint32_t limit, uint32_t *number)
{
  const char *first = lines->at;
  uint64_t value = 0;
  while (lines->at < lines->line_end && *lines->at >= '0' && *lines->at <= '9'
         && value <= UINT32_MAX)
    value = value * 10 + (uint64_t) (*lines->at++ - '0');
  if (lines->at == first || value >= limit || (*first == '0' && lines->at - first > 1))
    return false;
  *number = (uint32_t) value;
  return true;
}

bool
lines_number (struct lines *lines, uint32_t limit, uint32_t *number)
{
  const char *before = lines->at;
  pass_space (lines);
  if (take_digits (lines, limit, number) && is_edge (lines))
    return true;
  lines->at = before;
  return false;
}

bool
lines_hex (struct lines *lines, char *digits, uint32_t length)
{
  assert (length > 0);
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
  return (struct lines_range){ .lines = lines, .limit = limit, .fine = true };
}

bool
lines_range (struct lines_range *range)
{
  struct lines *lines = range->lines;
  assert (range->end <= range->limit);
  if (range->over)
    return false;
  range->fine = false;
  range->over = true;
  if (!take_digits (lines, range->limit, &range->begin) || range->begin < range->end)
    return false;
  uint32_t last = range->begin;
  if (left (lines) > 0 && *lines->at == '-')
    {
      lines->at++;
      if (!take_digits (lines, range->limit, &last) || last <= range->begin)
        return false;
    }
  range->end = last + 1;
  range->over = is_edge (lines);
  range->fine = range->over || *lines->at == ',';
  if (range->fine && !range->over)
    lines->at++;
  return range->fine;
}
