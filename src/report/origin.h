/* origin.h -- when a page was made, and with which command.
 *
 * The heading of a page says so; a page that is found again after a year is of no
 * use without it.
 */
#ifndef REPORT_ORIGIN_H
#define REPORT_ORIGIN_H

#include "base/arena.h"

/* The time now, or what SOURCE_DATE_EPOCH (seconds since 1970) says, so that builds
   can be repeated: "2026-11-16 18:05 UTC".  Null if the clock has no such time. */
const char *origin_date (struct arena *arena);

/* The command line of this process as it would be typed in a shell, without the
   folder of the program; null where the system does not tell. */
const char *origin_command (struct arena *arena);

#endif
