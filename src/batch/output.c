/* output.c -- see output.h. */
#include <config.h>

#include "batch/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/text.h"
#include "io/interrupt.h"

#define BUFFER_SIZE ((size_t) 1 << 16)

enum status
output_complain (const char *path, const char *what, int error)
{
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, ": %s%s%s\n", what, error ? ": " : "", error ? strerror (error) : "");
  return STATUS_NOT_WRITTEN;
}

/* ---- Opening. ---- */

/* Is PATH another name of standard output (/dev/stdout)? */
static bool
is_standard_output (const struct stat *about)
{
  struct stat standard;
  return fstat (STDOUT_FILENO, &standard) == 0 && standard.st_dev == about->st_dev
         && standard.st_ino == about->st_ino;
}

/* The file that a link points to is written, not the link replaced. */
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

/* A named pipe waits for its reader, but not when a signal comes. */
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
  struct stat about;
  *output = (struct output){ .arena = arena, .path = path, .file = -1 };
  if (!path || strcmp (path, "-") == 0)
    {
      output->path = "standard output";
      output->file = STDOUT_FILENO;
      return fcntl (STDOUT_FILENO, F_GETFD) < 0
               ? output_complain (output->path, "cannot be written", errno) : STATUS_FINE;
    }
  if (*path == 0)
    return output_complain (path, "a file without a name cannot be written", 0);
  if (stat (path, &about) != 0)
    return STATUS_FINE;
  if (S_ISDIR (about.st_mode))
    return output_complain (path, "cannot be written", EISDIR);
  struct stat link;
  bool is_link = lstat (path, &link) == 0 && S_ISLNK (link.st_mode);
  if (is_link && is_standard_output (&about))
    output->file = STDOUT_FILENO;
  else if (!S_ISREG (about.st_mode))
    {
      output->file = open_stream (path);
      if (output->file < 0)
        return output_complain (path, "cannot be written", errno);
    }
  else if (is_link)
    output->path = follow_link (arena, path);
  return STATUS_FINE;
}

bool
output_exists (const struct output *output)
{
  struct stat about;
  return lstat (output->path, &about) == 0;
}

int
output_open_nameless (void)
{
  const char *folder = getenv ("TMPDIR");
  int file = open (folder && *folder ? folder : "/tmp",
                   O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
  return file >= 0 ? file : memfd_create ("phaselock-records", MFD_CLOEXEC);
}

/* ---- Directly. ---- */

/* Up to PIPE_BUF bytes a time, which a pipe that can be written takes at
   once: so a signal never waits for a reader that is not there. */
enum status
output_write (struct output *output, const char *bytes, size_t length)
{
  assert (output->file >= 0);
  while (length > 0)
    {
      struct pollfd ready = { .fd = output->file, .events = POLLOUT };
      int count = poll (&ready, 1, 100);
      if (count == 0 || (count < 0 && errno == EINTR))
        {
          if (interrupt_signal ())
            return STATUS_INTERRUPTED;
          continue;
        }
      ssize_t written = write (output->file, bytes, length < 4096 ? length : 4096);
      if (written < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (written < 0)
        return output_complain (output->path, "cannot be written", errno);
      bytes += written;
      length -= (size_t) written;
    }
  return STATUS_FINE;
}

/* ---- A file, complete or not at all. ---- */

enum status
output_draft_open (struct output_draft *draft, const struct output *output)
{
  size_t length = strlen (output->path);
  char *path = arena_alloc (output->arena, length + sizeof ".part.new");
  memcpy (path, output->path, length);
  memcpy (path + length, ".part.new", sizeof ".part.new");
  *draft = (struct output_draft){ .path = path };
  draft->buffer = arena_alloc (output->arena, BUFFER_SIZE);
  draft->hashing = XXH3_createState ();
  if (!draft->hashing)
    quota_exhaust (output->arena->quota, QUOTA_MEMORY);
  XXH3_128bits_reset (draft->hashing);
  draft->file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (draft->file >= 0)
    return STATUS_FINE;
  int why = errno;
  output_draft_drop (draft);
  return output_complain (path, "cannot be written", why);
}

static enum status
flush_draft (struct output_draft *draft)
{
  const char *rest = draft->buffer;
  while (draft->used > 0)
    {
      ssize_t written = write (draft->file, rest, draft->used);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return output_complain (draft->path, "cannot be written",
                                written < 0 ? errno : ENOSPC);
      rest += written;
      draft->used -= (size_t) written;
    }
  return STATUS_FINE;
}

enum status
output_draft_add (struct output_draft *draft, const char *bytes, size_t length)
{
  enum status status = STATUS_FINE;
  XXH3_128bits_update (draft->hashing, bytes, length);
  draft->size += length;
  while (length > 0 && status == STATUS_FINE)
    {
      size_t room = BUFFER_SIZE - draft->used;
      size_t part = length < room ? length : room;
      memcpy (draft->buffer + draft->used, bytes, part);
      draft->used += part;
      bytes += part;
      length -= part;
      if (draft->used == BUFFER_SIZE)
        status = flush_draft (draft);
    }
  return status;
}

/* The name of a file is on the disk when its folder is. */
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

static int
put_in_place (const char *from, const char *to, bool replace)
{
  struct stat about;
  if (replace)
    return rename (from, to);
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  /* A file system that cannot promise it: nearly the same. */
  if (lstat (to, &about) == 0)
    {
      errno = EEXIST;
      return -1;
    }
  return rename (from, to);
}

enum status
output_draft_seal (struct output_draft *draft)
{
  enum status status = flush_draft (draft);
  if (status == STATUS_FINE && fsync (draft->file) != 0 && errno != EINVAL)
    status = output_complain (draft->path, "cannot be written", errno);
  XXH128_hash_t hash = XXH3_128bits_digest (draft->hashing);
  draft->hash[0] = hash.high64;
  draft->hash[1] = hash.low64;
  return status;
}

enum status
output_draft_place (struct output_draft *draft, const struct output *output, bool replace)
{
  enum status status = STATUS_FINE;
  if (put_in_place (draft->path, output->path, replace) != 0)
    status = output_complain (output->path, errno == EEXIST
                              ? "is there already and was not overwritten; --force does"
                              : "cannot be written", errno == EEXIST ? 0 : errno);
  else
    {
      sync_folder (output->path);
      draft->path = NULL;
    }
  output_draft_drop (draft);
  return status;
}

void
output_draft_drop (struct output_draft *draft)
{
  if (draft->file >= 0)
    {
      close (draft->file);
      if (draft->path)
        unlink (draft->path);
    }
  draft->file = -1;
  XXH3_freeState (draft->hashing);
  draft->hashing = NULL;
}

bool
output_hash (const struct output *output, uint64_t hash[2])
{
  XXH3_state_t *hashing = XXH3_createState ();
  int file = open (output->path, O_RDONLY | O_CLOEXEC);
  char *buffer = arena_alloc (output->arena, BUFFER_SIZE);
  ssize_t got = -1;
  if (hashing && file >= 0)
    {
      XXH3_128bits_reset (hashing);
      while ((got = read (file, buffer, BUFFER_SIZE)) > 0)
        XXH3_128bits_update (hashing, buffer, (size_t) got);
      XXH128_hash_t digest = XXH3_128bits_digest (hashing);
      hash[0] = digest.high64;
      hash[1] = digest.low64;
    }
  if (file >= 0)
    close (file);
  XXH3_freeState (hashing);
  return got == 0;
}
