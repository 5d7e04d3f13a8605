/* log.c -- see log.h. */
#include <config.h>

#include "base/log.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* All rooms; tests/base/log.c compares them with tests/house/rooms. */
static const char *const rooms[]
  = { "base",   "io",    "wpds",    "ir",          "eml",     "phaseauto",
      "java",   "jvm",   "llvm",    "inputs",      "trace",   "query",
      "engine", "ask",   "witness", "certificate", "explain", "results",
      "report", "batch", "library", "recording",   "record",  "cli" };
#define ROOMS (sizeof rooms / sizeof *rooms)

static unsigned selected[ROOMS]; /* by room: the level; 0: nothing */

/* The number of the room called by LENGTH bytes of NAME, or ROOMS. */
static size_t
find_room (const char *name, size_t length)
{
  assert (strlen (name) >= length);
  for (size_t i = 0; i < ROOMS; i++)
    if (strlen (rooms[i]) == length && strncmp (rooms[i], name, length) == 0)
      return i;
  return ROOMS;
}

/* The part of the path FILE that begins with its room: "ask/choices.c"; all of
   FILE if there is none.  A room inside a room counts as the inner one. */
static const char *
from_room (const char *file)
{
  assert (file);
  const char *found = file;
  for (const char *at = file; strchr (at, '/'); at = strchr (at, '/') + 1)
    if (find_room (at, strcspn (at, "/")) < ROOMS)
      found = at;
  return found;
}

bool
log_select (const char *list, const char **problem)
{
  assert (list && problem);
  for (const char *at = list;; at++)
    {
      size_t length = strcspn (at, ":,");
      bool all = length == 3 && strncmp (at, "all", 3) == 0;
      size_t room = find_room (at, length);
      unsigned level = 1;
      *problem = at;
      if (room == ROOMS && !all)
        return false;
      at += length;
      if (*at == ':')
        {
          if (at[1] < '0' || at[1] > '0' + LOG_MOST || (at[2] != ',' && at[2] != 0))
            return false;
          level = (unsigned) (at[1] - '0');
          at += 2;
        }
      for (size_t i = 0; i < ROOMS; i++)
        if (all || i == room)
          selected[i] = level;
      assert (*at == ',' || *at == 0);
      if (*at == 0)
        return true;
    }
}

bool
log_wants (const char *file, unsigned level)
{
  assert (level > 0 && level <= LOG_MOST);
  const char *path = from_room (file);
  size_t room = find_room (path, strcspn (path, "/"));
  return room < ROOMS && level <= selected[room];
}

void
log_line (const char *file, const char *format, ...)
{
  assert (format);
  const char *path = from_room (file);
  const char *dot = strrchr (path, '.');
  char text[1000];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  fprintf (stderr, "[%.*s] ", (int) (dot ? dot - path : (long) strlen (path)), path);
  text_print_safe (stderr, text, strlen (text));
  fputc ('\n', stderr);
}
