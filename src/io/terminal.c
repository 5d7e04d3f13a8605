/* terminal.c -- see terminal.h. */
#include <config.h>

#include "io/terminal.h"

#include <assert.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Does the locale of the environment use UTF-8?  It is only asked for, not set:
   nothing else in the program may depend on the locale. */
static bool
locale_is_utf8 (void)
{
  locale_t locale = newlocale (LC_CTYPE_MASK, "", (locale_t) 0);
  if (locale == (locale_t) 0)
    return false;
  bool utf8 = strcmp (nl_langinfo_l (CODESET, locale), "UTF-8") == 0;
  freelocale (locale);
  return utf8;
}

uint32_t
terminal_columns (int file)
{
  struct winsize size;
  return ioctl (file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* The width that the user (COLUMNS) or the terminal gives, in columns; 0: unknown. */
static uint32_t
find_width (int file, bool is_terminal)
{
  const char *columns = getenv ("COLUMNS");
  unsigned long wanted = columns ? strtoul (columns, NULL, 10) : 0;
  if (wanted == 0 && is_terminal)
    wanted = terminal_columns (file);
  if (wanted == 0 || wanted > 10000)
    return 0;
  return wanted < TERMINAL_NARROWEST ? TERMINAL_NARROWEST : (uint32_t) wanted;
}

struct terminal
terminal_of (FILE *file)
{
  assert (file);
  bool is_terminal = isatty (fileno (file)) == 1;
  const char *no_color = getenv ("NO_COLOR");
  uint32_t width = find_width (fileno (file), is_terminal);
  return (struct terminal){ .width = width ? width : TERMINAL_USUAL,
                            .known = width > 0,
                            .utf8 = locale_is_utf8 (),
                            .colours = is_terminal && !(no_color && *no_color) };
}
