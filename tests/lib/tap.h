/* tap.h -- a unit test that speaks TAP: a plan at the end, a line per check.
 *
 *     int main (void) { tap_ok (1 + 1 == 2, "addition"); return tap_done (); }
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_count, tap_failures;

__attribute__ ((format (printf, 2, 3), unused)) static bool
tap_ok (bool fine, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  tap_failures += !fine;
  printf ("%s %d - ", fine ? "ok" : "not ok", ++tap_count);
  vprintf (format, arguments);
  putchar ('\n');
  fflush (stdout);
  va_end (arguments);
  return fine;
}

__attribute__ ((unused)) static int
tap_done (void)
{
  printf ("1..%d\n", tap_count);
  return tap_failures != 0;
}

#endif
