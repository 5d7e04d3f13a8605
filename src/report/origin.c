/* origin.c -- see origin.h. */
#include <config.h>

#include "report/origin.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COMMAND_LIMIT 4000 /* bytes that are read; the rest becomes dots */

/* ---- The date. ---- */

/* What SOURCE_DATE_EPOCH says; false if it says nothing that is a time. */
static bool
given_time (time_t *time)
{
  const char *text = getenv ("SOURCE_DATE_EPOCH");
  if (!text || *text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  long long seconds = strtoll (text, &end, 10);
  *time = (time_t) seconds;
  return errno == 0 && *end == '\0' && (long long) *time == seconds;
}

const char *
origin_date (struct arena *arena)
{
  assert (arena);
  time_t when;
  struct tm parts;
  if (!given_time (&when))
    when = time (NULL);
  if (when == (time_t) -1 || !gmtime_r (&when, &parts))
    return NULL;
  enum
  {
    SIZE = 64
  };
  char *text = arena_alloc (arena, SIZE);
  size_t length = strftime (text, SIZE, "%Y-%m-%d %H:%M UTC", &parts);
  assert (length < SIZE);
  return length > 0 ? text : NULL;
}

/* ---- The command. ---- */

/* Can WORD stand in a command without quotation marks? */
static bool
is_plain (const char *word)
{
  static const char fine[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789_./,:=+@%-";
  return *word && word[strspn (word, fine)] == '\0';
}

/* WORD at END, quoted if it must be; returns the new end. */
static char *
put_word (char *end, const char *word)
{
  bool quoted = !is_plain (word);
  if (quoted)
    *end++ = '\'';
  for (; *word; word++)
    if (*word == '\'')
      end = stpcpy (end, "'\\''");
    else
      *end++ = *word;
  if (quoted)
    *end++ = '\'';
  *end = '\0';
  return end;
}

/* COUNT bytes of WORDS, each word ended by a NUL, as one line. */
static const char *
quote (struct arena *arena, const char *words, size_t count)
{
  assert (count > 0 && words[count - 1] == '\0');
  const char *slash = strrchr (words, '/');
  const char *word = slash ? slash + 1 : words;
  /* A byte becomes four at most; a word has two marks and a space besides. */
  char *text = arena_alloc (arena, 7 * count + 1);
  char *end = text;
  while (word < words + count)
    {
      if (end > text)
        *end++ = ' ';
      end = put_word (end, word);
      word += strlen (word) + 1;
    }
  assert ((size_t) (end - text) <= 7 * count);
  return text;
}

/* The system keeps the words as they were given; what main has, argp has sorted. */
const char *
origin_command (struct arena *arena)
{
  assert (arena);
  FILE *file = fopen ("/proc/self/cmdline", "rb");
  if (!file)
    return NULL;
  static const char dots[] = " ...";
  char words[COMMAND_LIMIT + 1];
  size_t count = fread (words, 1, COMMAND_LIMIT, file);
  bool whole = count < COMMAND_LIMIT;
  fclose (file);
  if (count == 0)
    return NULL;
  words[whole ? count - 1 : count] = '\0'; /* the last word has its end already */
  const char *text = quote (arena, words, whole ? count : count + 1);
  if (whole)
    return text;
  char *longer = arena_alloc (arena, strlen (text) + sizeof dots);
  strcpy (stpcpy (longer, text), dots);
  return longer;
}
