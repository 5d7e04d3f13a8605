/* progress.c -- see progress.h. */
#include <config.h>

#include "io/progress.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/quota.h"
#include "base/text.h"
#include "io/terminal.h"

#define SECOND UINT64_C (1000000000)

void
progress_start (struct progress *progress, enum progress_mode mode, bool quiet)
{
  assert (mode <= PROGRESS_NEVER);
  uint64_t now = quota_clock ();
  *progress = (struct progress){ .mode = quiet ? PROGRESS_NEVER : mode,
                                 .terminal = isatty (STDERR_FILENO),
                                 .start = now,
                                 .last = now };
}

void
progress_part (struct progress *progress, uint64_t done, uint64_t all, const char *noun)
{
  assert (done < all && noun);
  progress->parts_done = done;
  progress->parts = all;
  progress->part_noun = noun;
}

/* "3 min 20 s" */
static void
write_duration (char *text, size_t size, uint64_t seconds)
{
  uint64_t minutes = seconds / 60;
  if (minutes == 0)
    snprintf (text, size, "%" PRIu64 " s", seconds);
  else if (minutes < 60)
    snprintf (text, size, "%" PRIu64 " min %" PRIu64 " s", minutes, seconds % 60);
  else
    snprintf (text, size, "%" PRIu64 " h %" PRIu64 " min", minutes / 60, minutes % 60);
}

/* A rate with three significant digits, never with an exponent: 15700, 0.25 */
static void
write_rate (char *text, size_t size, double rate)
{
  assert (rate >= 0);
  double unit = 1;
  while (rate / unit >= 1000)
    unit *= 10;
  if (unit > 1)
    snprintf (text, size, "%.0f", (double) (uint64_t) (rate / unit + 0.5) * unit);
  else
    snprintf (text, size, "%.3g", rate);
}

bool
progress_is_due (const struct progress *progress)
{
  if (progress->mode == PROGRESS_NEVER)
    return false;
  uint64_t clock = quota_clock ();
  assert (progress->start <= progress->last && progress->last <= clock);
  uint64_t pause = progress->terminal                  ? SECOND / 5
                   : progress->mode == PROGRESS_ALWAYS ? SECOND
                   : progress->often                   ? 5 * SECOND
                                                       : 60 * SECOND;
  return clock - progress->start >= SECOND && clock - progress->last >= pause;
}

/* Would a line be shown now?  If so note the time, since the caller shows one. */
static bool
is_due (struct progress *progress)
{
  if (!progress_is_due (progress))
    return false;
  progress->last = quota_clock ();
  return true;
}

/* ", about 3 min 20 s left", as if all parts were alike, or nothing if it is too
   early. */
static void
write_left (const struct progress *progress, char *text, size_t size, uint64_t done,
            uint64_t all)
{
  char duration[32];
  *text = 0;
  assert (size > 0 && progress->last > progress->start);
  if (all < done || (progress->parts == 0 && (done <= progress->before || all == done)))
    return;
  double ready = (double) (done - progress->before), wanted = (double) all;
  wanted -= (double) progress->before;
  if (progress->parts > 0)
    {
      ready = (double) progress->parts_done + (all > 0 ? ready / wanted : 0);
      wanted = (double) progress->parts;
    }
  if (ready <= 0)
    return;
  double rest = (double) (progress->last - progress->start) / ready * (wanted - ready);
  write_duration (duration, sizeof duration, (uint64_t) (rest / 1e9));
  snprintf (text, size, ", about %s left", duration);
}

static void
print_line (struct progress *progress, const char *line)
{
  size_t length = strlen (line);
  if (progress->terminal)
    {
      uint32_t columns = terminal_columns (STDERR_FILENO);
      size_t width = (columns > TERMINAL_NARROWEST ? columns : TERMINAL_USUAL) - 1;
      if (length > width)
        length = width;
      while (length > 0 && !text_starts_character (line[length]))
        length--;
      fputs ("\r\033[K", stderr);
      progress->shown = true;
    }
  text_print_safe (stderr, line, length);
  if (!progress->terminal)
    fputc ('\n', stderr);
  fflush (stderr);
}

void
progress_show (struct progress *progress, uint64_t done, uint64_t all, uint64_t found,
               const char *now)
{
  assert (now && done <= all);
  char left[64], line[512], parts[96] = "";
  if (!is_due (progress))
    return;
  write_left (progress, left, sizeof left, done, all);
  if (progress->parts > 0)
    snprintf (parts, sizeof parts, "%" PRIu64 " of %" PRIu64 " %s done; of the next, ",
              progress->parts_done, progress->parts, progress->part_noun);
  snprintf (line, sizeof line,
            "%s%" PRIu64 " of %" PRIu64 " decided, %" PRIu64 " violation%s%s; now %s",
            parts, done, all, found, found == 1 ? "" : "s", left, now);
  print_line (progress, line);
}

void
progress_show_batch (struct progress *progress, uint64_t done, uint64_t all,
                     uint64_t found, const char *slowest, uint64_t since)
{
  assert (progress->before <= done && done <= all);
  char left[64], line[512], running[256] = "", duration[32], rate[32];
  if (!is_due (progress))
    return;
  write_left (progress, left, sizeof left, done, all);
  if (slowest)
    {
      uint64_t ago = progress->last > since ? progress->last - since : 0;
      write_duration (duration, sizeof duration, ago / SECOND);
      snprintf (running, sizeof running, "; slowest: %s, for %s", slowest, duration);
    }
  double seconds = (double) (progress->last - progress->start) / 1e9;
  write_rate (rate, sizeof rate, (double) (done - progress->before) / seconds);
  snprintf (line, sizeof line,
            "%" PRIu64 " of %" PRIu64 " decided, %s a second%s, %" PRIu64
            " violation%s%s",
            done, all, rate, left, found, found == 1 ? "" : "s", running);
  print_line (progress, line);
}

void
progress_show_count (struct progress *progress, uint64_t done, uint64_t all,
                     const char *what)
{
  assert (what && (all == 0 || done <= all));
  char line[160], of[32] = "", parts[96] = "";
  if (!is_due (progress))
    return;
  if (all > 0)
    snprintf (of, sizeof of, " of %" PRIu64, all);
  if (progress->parts > 0)
    snprintf (parts, sizeof parts, "%" PRIu64 " of %" PRIu64 " %s done; of the next, ",
              progress->parts_done, progress->parts, progress->part_noun);
  snprintf (line, sizeof line, "%s%" PRIu64 "%s %s", parts, done, of, what);
  print_line (progress, line);
}

void
progress_clear (struct progress *progress)
{
  if (progress->shown)
    fputs ("\r\033[K", stderr);
  progress->shown = false;
}
