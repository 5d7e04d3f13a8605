/* position.c -- see position.h. */
#include <config.h>

#include "explain/position.h"

#include <assert.h>
#include <string.h>

/* The number after the last colon of the first *LENGTH bytes; then *LENGTH is the
   length of what comes before the colon. */
static bool
take_number (const char *text, size_t *length, uint32_t *number)
{
  size_t at = *length;
  while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
    at--;
  if (at == *length || *length - at > 9 || at == 0 || text[at - 1] != ':')
    return false;
  *number = 0;
  for (size_t i = at; i < *length; i++)
    *number = *number * 10 + (uint32_t) (text[i] - '0');
  *length = at - 1;
  return *number > 0;
}

bool
position_parse (const char *text, struct position *position)
{
  size_t length = strlen (text);
  uint32_t last, before;
  if (!take_number (text, &length, &last))
    return false;
  size_t rest = length;
  if (take_number (text, &rest, &before))
    *position = (struct position){ rest, before, last };
  else
    *position = (struct position){ length, last, 0 };
  assert (position->file < strlen (text) && text[position->file] == ':');
  return position->file > 0;
}
