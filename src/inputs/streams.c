/* streams.c -- what can be read only once, kept for several readers. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/source.h"
#include "inputs/inputs.h"

static bool
is_interrupted (const struct inputs *inputs)
{
  return inputs->options->interrupted && *inputs->options->interrupted;
}

static bool
write_whole (int file, const char *bytes, size_t length)
{
  for (size_t done = 0; done < length;)
    {
      ssize_t written = write (file, bytes + done, length - done);
      if (written < 0 && errno != EINTR)
        return false;
      done += written > 0 ? (size_t) written : 0;
      assert (done <= length);
    }
  return true;
}

/* Copies at most one buffer more than a model may have: whoever reads the model
   then finds that it is too large. */
static bool
copy_stream (const struct inputs *inputs, int from, int to)
{
  char buffer[65536];
  assert (from >= 0 && to >= 0);
  uint64_t all = 0;
  while (all <= SOURCE_LIMIT)
    {
      /* Somebody who types a model, or does not, can still stop the program. */
      struct pollfd ready = { .fd = from, .events = POLLIN };
      if (poll (&ready, 1, 100) <= 0)
        {
          errno = EINTR;
          if (is_interrupted (inputs))
            return false;
          continue;
        }
      ssize_t got = read (from, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return false;
      if (got == 0)
        return true;
      if (!write_whole (to, buffer, (size_t) got))
        return false;
      all += (uint64_t) got;
      /* A stream of endless zeros is not a text either. */
      if (memchr (buffer, 0, (size_t) got))
        return true;
    }
  return true;
}

/* A copy of what PATH, which is a stream, gives; -1: none, see errno. */
static int
keep_copy (const struct inputs *inputs, const char *path)
{
  int from = strcmp (path, "-") == 0 ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (from < 0)
    return -1;
  assert (from == STDIN_FILENO || strcmp (path, "-") != 0);
  int copy = memfd_create ("phaselock-model", MFD_CLOEXEC);
  bool fine = copy >= 0 && copy_stream (inputs, from, copy);
  int why = errno;
  if (from != STDIN_FILENO)
    close (from);
  if (!fine && copy >= 0)
    close (copy);
  errno = why;
  return fine ? copy : -1;
}

static bool
is_stream (const char *path)
{
  struct stat about;
  return strcmp (path, "-") == 0
         || (stat (path, &about) == 0 && !S_ISREG (about.st_mode)
             && !S_ISDIR (about.st_mode));
}

bool
inputs_keep_streams (struct inputs *inputs)
{
  bool fine = true;
  for (size_t i = 0; i < inputs->count; i++)
    {
      struct input *input = &inputs->list[i];
      assert (input->copy < 0);
      if (input->part || !is_stream (input->path))
        continue;
      input->copy = keep_copy (inputs, input->path);
      if (input->copy >= 0 || is_interrupted (inputs))
        continue;
      char message[200];
      snprintf (message, sizeof message, "cannot be read: %s", strerror (errno));
      fine = inputs_complain (inputs, input->path, message);
    }
  return fine;
}
