/* journal.c -- see journal.h. */
#include <config.h>

#include "batch/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch/output.h"

/* Nanoseconds between two calls of fdatasync. */
#define SYNC_PAUSE UINT64_C (10000000000)

/* ---- Opening. ---- */

static enum status
complain_of_lock (const struct journal *journal)
{
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  int why = errno;
  if (why != EACCES && why != EAGAIN)
    return output_complain (journal->path, "cannot be locked", why);
  if (fcntl (journal->file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
    {
      char text[80];
      snprintf (text, sizeof text, "process %ld is writing this batch",
                (long) lock.l_pid);
      return output_complain (journal->path, text, 0);
    }
  return output_complain (journal->path, "another process is writing this batch", 0);
}

/* Open and lock; again if the file was removed in between, by a batch that
   came to its end. */
static enum status
open_locked (struct journal *journal)
{
  for (;;)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      struct stat opened, named;
      journal->file = open (journal->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      if (journal->file < 0)
        return output_complain (journal->path, "cannot be written", errno);
      if (fcntl (journal->file, F_SETLK, &lock) != 0)
        return complain_of_lock (journal);
      if (fstat (journal->file, &opened) != 0)
        return output_complain (journal->path, "cannot be read", errno);
      if (!S_ISREG (opened.st_mode))
        return output_complain (journal->path, "is in the way: it is no file", 0);
      journal->size = (uint64_t) opened.st_size;
      if (stat (journal->path, &named) == 0 && named.st_dev == opened.st_dev
          && named.st_ino == opened.st_ino)
        return STATUS_FINE;
      close (journal->file);
    }
}

static enum status
empty_journal (struct journal *journal, uint64_t size)
{
  if (ftruncate (journal->file, (off_t) size) != 0)
    return output_complain (journal->path, "cannot be written", errno);
  journal->size = size;
  return STATUS_FINE;
}

enum status
journal_open (struct journal *journal, const char *path, bool resume, bool force,
              struct arena *arena)
{
  *journal = (struct journal){ .arena = arena, .path = path, .file = -1, .size = 0,
                               .synced = quota_clock () };
  enum status status = open_locked (journal);
  if (status != STATUS_FINE)
    {
      /* It is somebody else's, then: hands off. */
      journal_close (journal);
      return status;
    }
  if (journal->size == 0)
    return STATUS_FINE;
  if (resume)
    journal->continued = true;
  else if (force)
    return empty_journal (journal, 0);
  else
    return output_complain (path, "a batch was not finished; --resume goes on with it, "
                                  "--force starts anew", 0);
  return STATUS_FINE;
}

/* ---- Reading. ---- */

/* Tell all whole lines from the beginning; returns where they end. */
static uint64_t
tell_lines (struct journal *journal,
            bool (*note) (void *context, const char *line, size_t length,
                          uint64_t offset),
            void *context, bool *fine)
{
  VEC (char) text = VEC_EMPTY;
  uint64_t read_to = 0, begin = 0;
  *fine = true;
  for (;;)
    {
      vec_reserve (journal->arena, &text, (uint64_t) text.count + 65536);
      ssize_t got = pread (journal->file, text.at + text.count, 65536, (off_t) read_to);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return begin;
      read_to += (uint64_t) got;
      uint32_t from = text.count, used = 0;
      text.count += (uint32_t) got;
      for (char *end; (end = memchr (text.at + from, '\n', text.count - from)); from = used)
        {
          size_t length = (size_t) (end - text.at) - used;
          *fine = note (context, text.at + used, length, begin);
          if (!*fine)
            return begin;
          begin += length + 1;
          used += (uint32_t) length + 1;
        }
      text.count -= used;
      memmove (text.at, text.at + used, text.count);
    }
}

enum status
journal_begin (struct journal *journal, const char *header,
               bool (*note) (void *context, const char *line, size_t length,
                             uint64_t offset),
               void *context)
{
  assert (journal->file >= 0);
  bool fine = true;
  uint64_t end = journal->continued ? tell_lines (journal, note, context, &fine) : 0;
  if (!fine)
    return STATUS_BAD_INPUT;
  /* A line that a dying batch left unfinished goes. */
  if (end < journal->size)
    {
      enum status status = empty_journal (journal, end);
      if (status != STATUS_FINE)
        return status;
    }
  journal->continued = end > 0;
  return end > 0 ? STATUS_FINE : journal_append (journal, header, strlen (header));
}

enum status
journal_read (const struct journal *journal, uint64_t offset, char *line, size_t length)
{
  while (length > 0)
    {
      ssize_t got = pread (journal->file, line, length, (off_t) offset);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return output_complain (journal->path, "cannot be read", got < 0 ? errno : 0);
      line += got;
      length -= (size_t) got;
      offset += (uint64_t) got;
    }
  return STATUS_FINE;
}

/* ---- Writing. ---- */

enum status
journal_append (struct journal *journal, const char *line, size_t length)
{
  assert (length > 0 && line[length - 1] == '\n');
  size_t done = 0;
  while (done < length)
    {
      /* One write does it.  Less than all of it means that the disk is full;
         the next one says why. */
      ssize_t written = write (journal->file, line + done, length - done);
      if (written < 0 && errno != EINTR)
        break;
      done += written > 0 ? (size_t) written : 0;
    }
  if (done == length)
    {
      journal->size += length;
      return STATUS_FINE;
    }
  /* What was written of the line is taken away again, or the next one would be
     part of it. */
  int why = errno;
  if (ftruncate (journal->file, (off_t) journal->size) != 0)
    why = why ? why : errno;
  return output_complain (journal->path, "cannot be written", why);
}

void
journal_sync (struct journal *journal)
{
  uint64_t now = quota_clock ();
  if (journal->file < 0 || now - journal->synced < SYNC_PAUSE)
    return;
  journal->synced = now;
  fdatasync (journal->file);
}

void
journal_close (struct journal *journal)
{
  if (journal->file >= 0)
    close (journal->file);
  journal->file = -1;
}

void
journal_remove (struct journal *journal)
{
  if (journal->file >= 0)
    unlink (journal->path);
  journal_close (journal);
}
