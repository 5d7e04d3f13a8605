/* progress.c -- see progress.h. */
#include <config.h>

#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/quota.h"
#include "base/text.h"

#define SECOND UINT64_C (1000000000)

void
progress_start (struct progress *progress, enum progress_mode mode, bool quiet)
{
  progress->mode = quiet ? PROGRESS_NEVER : mode;
  progress->terminal = isatty (STDERR_FILENO);
  progress->shown = false;
  progress->start = progress->last = quota_clock ();
}

static unsigned
terminal_width (void)
{
  struct winsize size;
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
    return size.ws_col;
  return 80;
}

/* "3 min 20 s" */
static void
write_duration (char *text, size_t size, uint64_t seconds)
{
  if (seconds < 60)
    snprintf (text, size, "%u s", (unsigned) seconds);
  else if (seconds < 3600)
    snprintf (text, size, "%u min %u s", (unsigned) (seconds / 60),
              (unsigned) (seconds % 60));
  else
    snprintf (text, size, "%llu h %u min", (unsigned long long) (seconds / 3600),
              (unsigned) (seconds / 60 % 60));
}

void
progress_show (struct progress *progress, uint64_t done, uint64_t all,
               uint64_t found, const char *now)
{
  if (progress->mode == PROGRESS_NEVER)
    return;
  uint64_t clock = quota_clock ();
  uint64_t pause = progress->terminal ? SECOND / 5 : 60 * SECOND;
  if (progress->mode == PROGRESS_ALWAYS && !progress->terminal)
    pause = SECOND;
  if (clock - progress->start < SECOND || clock - progress->last < pause)
    return;
  progress->last = clock;
  char left[64] = "", line[512], duration[32];
  if (done > 0 && all > done)
    {
      double rest = (double) (clock - progress->start) / (double) done
                    * (double) (all - done);
      write_duration (duration, sizeof duration, (uint64_t) (rest / 1e9));
      snprintf (left, sizeof left, ", about %s left", duration);
    }
  int length = snprintf (line, sizeof line, "%llu of %llu decided, %llu violation%s%s; now %s",
                         (unsigned long long) done, (unsigned long long) all,
                         (unsigned long long) found, found == 1 ? "" : "s", left, now);
  size_t shown = length < 0 ? 0 : (size_t) length;
  if (shown >= sizeof line)
    shown = sizeof line - 1;
  if (progress->terminal)
    {
      unsigned width = terminal_width () - 1;
      if (shown > width)
        shown = width;
      while (shown > 0 && ((unsigned char) line[shown] & 0xC0) == 0x80)
        shown--;
      fputs ("\r\033[K", stderr);
      text_print_safe (stderr, line, shown);
      progress->shown = true;
    }
  else
    {
      text_print_safe (stderr, line, shown);
      fputc ('\n', stderr);
    }
  fflush (stderr);
}

void
progress_clear (struct progress *progress)
{
  if (progress->shown)
    fputs ("\r\033[K", stderr);
  progress->shown = false;
}
