/* output.c -- see output.h. */
#include <config.h>

#include "batch/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/text.h"
#include "io/interrupt.h"
#include "io/outfile.h"
#include "io/temporary.h"

enum status
output_complain (const char *path, const char *what, int error)
{
  assert (path && error >= 0);
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, ": %s%s%s\n", what, error ? ": " : "", error ? strerror (error) : "");
  return STATUS_NOT_WRITTEN;
}

/* ---- Opening. ---- */

/* Is this another name of standard output (/dev/stdout)? */
static bool
is_standard_output (const struct stat *about)
{
  struct stat standard;
  return fstat (STDOUT_FILENO, &standard) == 0 && standard.st_dev == about->st_dev
         && standard.st_ino == about->st_ino;
}

/* Write to the file that a link points to, and keep the link. */
static const char *
follow_link (struct arena *arena, const char *path)
{
  char *true_path = realpath (path, NULL);
  if (!true_path)
    return path;
  const char *copy = arena_copy (arena, true_path, strlen (true_path));
  free (true_path);
  return copy;
}

/* Open PATH; a named pipe waits for its reader, but not after a signal. */
static int
open_stream (const char *path)
{
  for (;;)
    {
      int file = open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
      if (file >= 0)
        {
          int flags = fcntl (file, F_GETFL);
          fcntl (file, F_SETFL, flags & ~O_NONBLOCK);
          return file;
        }
      if (errno != ENXIO || interrupt_signal ())
        return -1;
      poll (NULL, 0, 50);
    }
}

enum status
output_open (struct output *output, const char *path, struct arena *arena)
{
  struct stat about, link;
  *output = (struct output){ .arena = arena, .path = path, .stream = -1 };
  if (!path || strcmp (path, "-") == 0)
    {
      output->path = "standard output";
      output->stream = STDOUT_FILENO;
      return fcntl (STDOUT_FILENO, F_GETFD) < 0
               ? output_complain (output->path, "cannot be written", errno)
               : STATUS_FINE;
    }
  if (*path == 0)
    return output_complain (path, "a file without a name cannot be written", 0);
  if (stat (path, &about) != 0)
    return STATUS_FINE;
  if (S_ISDIR (about.st_mode))
    return output_complain (path, "cannot be written", EISDIR);
  bool is_link = lstat (path, &link) == 0 && S_ISLNK (link.st_mode);
  if (is_link && is_standard_output (&about))
    output->stream = STDOUT_FILENO;
  else if (S_ISREG (about.st_mode))
    output->path = is_link ? follow_link (arena, path) : path;
  else if ((output->stream = open_stream (path)) < 0)
    return output_complain (path, "cannot be written", errno);
  return STATUS_FINE;
}

bool
output_is_stream (const struct output *output)
{
  return output->stream >= 0;
}

char *
output_beside (const struct output *output, const char *suffix)
{
  assert (!output_is_stream (output));
  size_t length = strlen (output->path);
  char *path = arena_alloc (output->arena, length + strlen (suffix) + 1);
  memcpy (path, output->path, length);
  strcpy (path + length, suffix);
  return path;
}

bool
output_exists (const struct output *output)
{
  struct stat about;
  assert (!output_is_stream (output));
  return lstat (output->path, &about) == 0;
}

static void
drop_draft (struct output *output)
{
  if (output->draft)
    {
      fclose (output->draft);
      temporary_remove (output->draft_path);
    }
  output->draft = NULL;
}

void
output_close (struct output *output)
{
  drop_draft (output);
  if (output->stream > STDERR_FILENO)
    close (output->stream);
  output->stream = -1;
}

/* ---- Writing. ---- */

int
output_write_whole (int file, const char *bytes, size_t length)
{
  assert (file >= 0);
  while (length > 0)
    {
      /* A partial write means that the disk is full; the next try tells the error. */
      ssize_t written = write (file, bytes, length);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return written < 0 ? errno : ENOSPC;
      assert ((size_t) written <= length);
      bytes += written;
      length -= (size_t) written;
    }
  return 0;
}

/* Write at most PIPE_BUF bytes at a time, which a pipe that is ready takes at once: so a
   signal never has to wait for the reader. */
static enum status
write_stream (const struct output *output, const char *bytes, size_t length)
{
  while (length > 0)
    {
      struct pollfd ready = { .fd = output->stream, .events = POLLOUT };
      int count = poll (&ready, 1, 100);
      if (count == 0 || (count < 0 && errno == EINTR))
        {
          if (interrupt_signal ())
            return STATUS_INTERRUPTED;
          continue;
        }
      ssize_t written = write (output->stream, bytes, length < 4096 ? length : 4096);
      if (written < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (written < 0)
        return errno == EPIPE
                 ? STATUS_BROKEN_PIPE
                 : output_complain (output->path, "cannot be written", errno);
      assert ((size_t) written <= length);
      bytes += written;
      length -= (size_t) written;
    }
  return STATUS_FINE;
}

enum status
output_write (struct output *output, const char *bytes, size_t length)
{
  assert (length > 0 && bytes[length - 1] == '\n');
  if (output_is_stream (output))
    return write_stream (output, bytes, length);
  assert (output->draft);
  if (fwrite (bytes, 1, length, output->draft) == length)
    return STATUS_FINE;
  return output_complain (output->draft_path, "cannot be written", errno);
}

/* ---- A file, complete or not at all. ---- */

enum status
output_start_draft (struct output *output)
{
  assert (!output_is_stream (output) && !output->draft);
  output->draft_path = output_beside (output, ".part.new");
  int file = temporary_create_named (output->draft_path, 0666);
  if (file < 0)
    return output_complain (output->draft_path, "cannot be written", errno);
  output->draft = fdopen (file, "w");
  if (!output->draft)
    {
      close (file);
      temporary_remove (output->draft_path);
      quota_exhaust (output->arena->quota, QUOTA_MEMORY);
    }
  setvbuf (output->draft, NULL, _IOFBF, (size_t) 1 << 16);
  return STATUS_FINE;
}

enum status
output_finish_draft (struct output *output, char hash[OUTPUT_HASH_SIZE])
{
  assert (output->draft);
  bool fine = fflush (output->draft) == 0
              && (fsync (fileno (output->draft)) == 0 || errno == EINVAL)
              && output_hash (output->draft_path, hash);
  return fine ? STATUS_FINE
              : output_complain (output->draft_path, "cannot be written", errno);
}

/* Sync the folder: only then is the name of the file on the disk. */
static void
sync_folder (const char *path)
{
  const char *slash = strrchr (path, '/');
  char folder[4096];
  snprintf (folder, sizeof folder, "%.*s", slash ? (int) (slash - path) + 1 : 1,
            slash ? path : ".");
  int file = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file >= 0)
    {
      fsync (file);
      close (file);
    }
}

enum status
output_place_draft (struct output *output, bool replace)
{
  assert (output->draft && output->draft_path);
  if (outfile_rename (output->draft_path, output->path, replace) != 0)
    {
      int why = errno;
      drop_draft (output);
      if (why != EEXIST)
        return output_complain (output->path, "cannot be written", why);
      return output_complain (output->path, "already exists; --force overwrites it", 0);
    }
  temporary_keep (output->draft_path);
  fclose (output->draft);
  output->draft = NULL;
  sync_folder (output->path);
  return STATUS_FINE;
}

/* ---- Hashes. ---- */

void
output_print_hash (char hash[OUTPUT_HASH_SIZE], uint64_t high, uint64_t low)
{
  snprintf (hash, OUTPUT_HASH_SIZE, "%016llx%016llx", (unsigned long long) high,
            (unsigned long long) low);
}

bool
output_hash (const char *path, char hash[OUTPUT_HASH_SIZE])
{
  XXH3_state_t *state = XXH3_createState ();
  int file = open (path, O_RDONLY | O_CLOEXEC);
  char buffer[1 << 16];
  ssize_t got = -1;
  if (state && file >= 0)
    {
      XXH3_128bits_reset (state);
      while ((got = read (file, buffer, sizeof buffer)) > 0)
        XXH3_128bits_update (state, buffer, (size_t) got);
      XXH128_hash_t digest = XXH3_128bits_digest (state);
      output_print_hash (hash, digest.high64, digest.low64);
    }
  int why = errno;
  if (file >= 0)
    close (file);
  XXH3_freeState (state);
  errno = why;
  return got == 0;
}
