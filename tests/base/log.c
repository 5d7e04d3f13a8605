/* log.c -- tests of base/log.h.
 *
 * Built twice: as the program is configured, and with LOGGING (log_on), so that
 * both meanings of the macros are tested whatever `configure' was told.
 */
#include <config.h>

#ifdef TEST_LOGGING
#undef LOGGING
#define LOGGING 1
#endif

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/tap.h"

static bool
select_rooms (const char *list)
{
  const char *problem = NULL;
  return log_select (list, &problem);
}

/* Does LIST make no sense, and is its part from AT on blamed? */
static bool
is_refused (const char *list, size_t at)
{
  const char *problem = NULL;
  return !log_select (list, &problem) && problem == list + at;
}

/* The level that FILE has: lines of this and all lower levels are wanted. */
static unsigned
level_of (const char *file)
{
  unsigned level = 0;
  for (unsigned i = 1; i <= LOG_MOST; i++)
    if (log_wants (file, i))
      {
        if (level != i - 1)
          return 99; /* a hole */
        level = i;
      }
  return level;
}

static void
test_selection (void)
{
  tap_ok (level_of ("eml/flow.c") == 0 && level_of ("src/base/arena.c") == 0,
          "nothing is selected at first");
  tap_ok (select_rooms ("eml"), "a room alone is a list");
  tap_ok (level_of ("eml/flow.c") == 1, "and gets level 1");
  tap_ok (level_of ("wpds/pds.c") == 0, "another room gets nothing");
  tap_ok (select_rooms ("wpds:3,ask:2,witness"), "several rooms, with levels");
  tap_ok (level_of ("wpds/pds.c") == 3, "level 3 includes levels 1 and 2");
  tap_ok (level_of ("src/ask/decide.c") == 2, "level 2 excludes level 3");
  tap_ok (level_of ("src/witness/judge.c") == 1, "level 1 is the default in a list");
  tap_ok (level_of ("eml/flow.c") == 1, "what was selected before stays");
  tap_ok (select_rooms ("wpds:0"), "level 0 is a level");
  tap_ok (level_of ("wpds/pds.c") == 0, "and switches a room off");
  tap_ok (select_rooms ("all:2,io:3"), "all rooms, and one of them more");
  tap_ok (level_of ("eml/flow.c") == 2 && level_of ("src/cli/main.c") == 2
            && level_of ("src/io/json.c") == 3,
          "a later entry overrides an earlier one");
  tap_ok (select_rooms ("all:0"), "all rooms can be switched off");
  tap_ok (level_of ("eml/flow.c") == 0 && level_of ("src/io/json.c") == 0, "and are");
}

static void
test_nonsense (void)
{
  tap_ok (is_refused ("", 0), "an empty list");
  tap_ok (is_refused ("kitchen", 0), "no such room");
  tap_ok (is_refused ("em", 0) && is_refused ("emls", 0),
          "a part of a room's name, or more");
  tap_ok (is_refused ("EML", 0), "names are in lower case");
  tap_ok (is_refused ("eml,kitchen:2", 4), "the second entry is blamed");
  tap_ok (is_refused ("eml,,io", 4) && is_refused ("eml,", 4), "an empty entry");
  tap_ok (is_refused ("io,eml:", 3), "no level after the colon");
  tap_ok (is_refused ("io,eml:4", 3), "a level above the highest");
  tap_ok (is_refused ("eml:12", 0) && is_refused ("eml:x", 0) && is_refused ("eml:-1", 0),
          "a level that is no digit");
  tap_ok (is_refused ("eml:1:2", 0), "two levels");
  tap_ok (is_refused ("all:9", 0), "all rooms at a level above the highest");
}

static void
test_paths (void)
{
  tap_ok (select_rooms ("all:0") && select_rooms ("engine:1"), "only the engines");
  tap_ok (log_wants ("src/engine/engine.c", 1), "a path from the root");
  tap_ok (log_wants ("../src/engine/weighted/solution.c", 1), "a folder in a room");
  tap_ok (log_wants ("/home/wpds/phaselock/src/engine/engine.c", 1),
          "the last room in a path counts, not a folder above the root");
  tap_ok (!log_wants ("/home/engine/phaselock/eml/flow.c", 1), "and only the last");
  tap_ok (!log_wants ("engine.c", 1) && !log_wants ("src/engines/x.c", 1)
            && !log_wants ("tests/x/y.c", 1),
          "no room, no line");
  tap_ok (select_rooms ("all:0") && select_rooms ("certificate")
            && log_wants ("src/certificate/checker/closure.c", 1),
          "the checker belongs to the room of certificates");
}

/* Every room of tests/house/rooms has a log. */
static void
test_rooms (void)
{
  char path[4096], line[1000], folder[200], file_name[210];
  const char *source = getenv ("SOURCE");
  snprintf (path, sizeof path, "%s/tests/house/rooms", source ? source : ".");
  FILE *rooms = fopen (path, "r");
  unsigned known = 0, unknown = 0;
  select_rooms ("all:1");
  while (rooms && fgets (line, sizeof line, rooms))
    {
      if (line[0] == '#' || sscanf (line, "%199s", folder) != 1)
        continue;
      snprintf (file_name, sizeof file_name, "%s/x.c", folder);
      *(log_wants (file_name, 1) ? &known : &unknown) += 1;
    }
  if (rooms)
    fclose (rooms);
  tap_ok (known > 10 && unknown == 0, "every room of the house has a log (%u of %u)",
          known, known + unknown);
}

/* What F prints to standard error. */
static const char *
printed_by (void (*f) (void))
{
  static char text[4000];
  fflush (stderr);
  int old = dup (STDERR_FILENO);
  FILE *file = tmpfile ();
  if (old < 0 || !file || dup2 (fileno (file), STDERR_FILENO) < 0)
    return "no temporary file";
  f ();
  fflush (stderr);
  dup2 (old, STDERR_FILENO);
  close (old);
  rewind (file);
  text[fread (text, 1, sizeof text - 1, file)] = 0;
  fclose (file);
  return text;
}

static void
print_lines (void)
{
  log_line ("/build/src/ask/decide.c", "query %d: %s", 3, "safe");
  log_line ("eml/flow.c", "a\nb\033[0m");
}

static void
print_long_line (void)
{
  char text[3000];
  memset (text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  log_line ("eml/flow.c", "%s", text);
}

static int evaluated;

/* This file is in no room: for the macros it says that it is. */
#line 1 "src/base/log_test.c"
static void
use_macros (void)
{
  LOG (2, "not selected %d", evaluated += 100);
  LOG (1, "selected %d", evaluated += 1);
}

static void
test_macros (void)
{
  select_rooms ("all:0");
  select_rooms ("base:1");
  const char *text = printed_by (use_macros);
#ifdef LOGGING
  tap_ok (LOG_IS_COMPILED_IN, "the log is compiled in");
  tap_ok (strcmp (text, "[base/log_test] selected 1\n") == 0,
          "LOG prints what is selected, with room and file");
  tap_ok (evaluated == 1, "arguments of other lines are not evaluated");
  tap_ok (LOGS (1) && !LOGS (2), "LOGS tells what is selected");
#else
  tap_ok (!LOG_IS_COMPILED_IN, "the log is compiled out");
  tap_ok (text[0] == 0, "LOG prints nothing");
  tap_ok (evaluated == 0, "arguments are not evaluated");
  tap_ok (!LOGS (1), "nothing is ever selected");
#endif
}

int
main (void)
{
  test_selection ();
  test_nonsense ();
  test_paths ();
  test_rooms ();
  tap_ok (strcmp (printed_by (print_lines),
                  "[ask/decide] query 3: safe\n[eml/flow] a<U+000A>b<U+001B>[0m\n")
            == 0,
          "a line has its room and file, and nothing hostile");
  size_t length = strlen (printed_by (print_long_line));
  tap_ok (900 < length && length < 1100, "a long line is cut");
  test_macros ();
  return tap_done ();
}
