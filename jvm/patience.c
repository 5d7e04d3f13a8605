/* patience.c -- see patience.h. */
#include <config.h>

#include "jvm/patience.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/quota.h"

/* A signal is noticed within so many milliseconds. */
#define SLICE 100

void
patience_init (struct patience *patience, const volatile sig_atomic_t *interrupted)
{
  assert (patience);
  *patience = (struct patience){ .interrupted = interrupted, .output = -1 };
}

/* Keep the end of BYTES after what was kept before. */
static void
keep (struct patience *patience, const char *bytes, size_t length)
{
  size_t most = sizeof patience->printed - 1;
  assert (length > 0 && length <= most);
  if (patience->length + length > most)
    {
      size_t dropped = patience->length + length - most;
      memmove (patience->printed, patience->printed + dropped,
               patience->length - dropped);
      patience->length -= dropped;
    }
  for (size_t i = 0; i < length; i++)
    patience->printed[patience->length++] = bytes[i] ? bytes[i] : ' ';
  patience->printed[patience->length] = 0;
}

static void
take_output (struct patience *patience)
{
  assert (patience->output >= 0);
  char bytes[1024];
  ssize_t length = read (patience->output, bytes, sizeof bytes);
  if (length > 0)
    keep (patience, bytes, (size_t) length);
  else if (length == 0 || (errno != EINTR && errno != EAGAIN))
    {
      close (patience->output);
      patience->output = -1;
    }
}

/* Milliseconds of the next look at the flag; 0: the deadline has passed. */
static int
slice_until (uint64_t deadline)
{
  uint64_t now = quota_clock ();
  uint64_t left = deadline > now ? (deadline - now + 999999) / 1000000 : 0;
  return left < SLICE ? (int) left : SLICE;
}

/* Take what is printed until FILE is ready (-1: until something was printed). */
static enum patience_end
wait_for (struct patience *patience, int file, short events, uint64_t deadline)
{
  assert (file >= 0 || patience->output >= 0);
  for (;;)
    {
      struct pollfd files[2] = { { file, events, 0 }, { patience->output, POLLIN, 0 } };
      if (patience->interrupted && *patience->interrupted)
        return PATIENCE_INTERRUPTED;
      int slice = slice_until (deadline);
      int ready = poll (files, 2, slice);
      if (ready > 0 && files[1].revents)
        take_output (patience);
      if (ready > 0 && (file < 0 || files[0].revents))
        return PATIENCE_READY;
      if (slice == 0)
        return PATIENCE_LATE;
    }
}

enum patience_end
patience_wait (struct patience *patience, int file, bool writing, uint64_t deadline)
{
  assert (file >= 0);
  return wait_for (patience, file, writing ? POLLOUT : POLLIN, deadline);
}

/* The rest of the line that begins with WORDS, if the line is complete. */
static const char *
find_line (struct patience *patience, const char *words)
{
  assert (patience->length < sizeof patience->printed);
  for (char *line = patience->printed; line && *line;)
    {
      char *end = strchr (line, '\n');
      if (end && strncmp (line, words, strlen (words)) == 0)
        {
          *end = 0;
          return line + strlen (words);
        }
      line = end ? end + 1 : NULL;
    }
  return NULL;
}

const char *
patience_line (struct patience *patience, const char *words, uint64_t deadline,
               enum patience_end *end)
{
  *end = PATIENCE_READY;
  assert (*words);
  for (;;)
    {
      const char *rest = find_line (patience, words);
      if (rest || patience->output < 0)
        return rest;
      *end = wait_for (patience, -1, 0, deadline);
      if (*end != PATIENCE_READY)
        return NULL;
    }
}

const char *
patience_reason (enum patience_end end)
{
  static const char *const reasons[] = { [PATIENCE_READY] = "the connection was closed",
                                         [PATIENCE_LATE] = "no answer in time",
                                         [PATIENCE_INTERRUPTED] = "interrupted" };
  assert (end < sizeof reasons / sizeof *reasons);
  return reasons[end];
}
