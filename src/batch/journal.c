/* journal.c -- see journal.h.
 *
 * Invariant: the file has SIZE bytes, all of them whole lines, except while a
 * line is being appended; one that could not be is cut off again.
 */
#include <config.h>

#include "batch/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/quota.h"
#include "base/text.h"
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
  char text[80] = "another process is writing this batch";
  if (fcntl (journal->file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
    snprintf (text, sizeof text, "process %ld is writing this batch", (long) lock.l_pid);
  return output_complain (journal->path, text, 0);
}

/* Open and lock the file; again if it was removed in between, by a batch that ended. */
static enum status
open_locked (struct journal *journal)
{
  for (;;)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      struct stat opened, named;
      journal->file = open (journal->path,
                            O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (journal->file < 0 && errno == ELOOP)
        return output_complain (journal->path, "is in the way: it is a symbolic link", 0);
      if (journal->file < 0)
        return output_complain (journal->path, "cannot be written", errno);
      if (fcntl (journal->file, F_SETLK, &lock) != 0)
        return complain_of_lock (journal);
      if (fstat (journal->file, &opened) != 0)
        return output_complain (journal->path, "cannot be read", errno);
      if (!S_ISREG (opened.st_mode))
        return output_complain (journal->path, "is in the way: it is not a file", 0);
      journal->size = (uint64_t) opened.st_size;
      if (lstat (journal->path, &named) == 0 && named.st_dev == opened.st_dev
          && named.st_ino == opened.st_ino)
        return STATUS_FINE;
      close (journal->file);
    }
}

static enum status
cut_off (struct journal *journal, uint64_t size)
{
  assert (size <= journal->size);
  if (ftruncate (journal->file, (off_t) size) != 0)
    return output_complain (journal->path, "cannot be written", errno);
  journal->size = size;
  return STATUS_FINE;
}

enum status
journal_open (struct journal *journal, const char *path, bool resume, bool force)
{
  *journal = (struct journal){ .path = path, .file = -1, .synced = quota_clock () };
  enum status status = open_locked (journal);
  if (status != STATUS_FINE)
    {
      /* The journal belongs to another process: do not touch it. */
      journal_close (journal);
      return status;
    }
  journal->continued = resume && journal->size > 0;
  if (journal->size == 0 || journal->continued)
    return STATUS_FINE;
  return force ? cut_off (journal, 0)
               : output_complain (path,
                                  "a batch was not finished; --resume continues "
                                  "it, --force starts afresh",
                                  0);
}

enum status
journal_open_nameless (struct journal *journal)
{
  const char *folder = getenv ("TMPDIR");
  *journal
    = (struct journal){ .path = "an unnamed file for records that wait ($TMPDIR or /tmp)",
                        .synced = quota_clock () };
  journal->file = open (folder && *folder ? folder : "/tmp",
                        O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
  if (journal->file < 0)
    journal->file = memfd_create ("phaselock-records", MFD_CLOEXEC);
  return journal->file >= 0 ? STATUS_FINE
                            : output_complain (journal->path, "cannot be written", errno);
}

/* ---- Whose journal is it? ---- */

/* Explain the differences between the first line THEN and the one expected NOW. */
static void
explain_difference (const json_t *then, const json_t *now)
{
  static const char *const member[] = { "version", "options", "queries" };
  static const char *const what[]
    = { "another version of phaselock", "other options", "other queries" };
  const char *kind = json_string_value (json_object_get (then, "kind"));
  if (!kind || strcmp (kind, "batch") != 0)
    {
      fputs ("is not a journal of a batch", stderr);
      return;
    }
  for (size_t i = 0; i < sizeof member / sizeof *member; i++)
    {
      const json_t *old = json_object_get (then, member[i]);
      const json_t *new = json_object_get (now, member[i]);
      if (json_equal (old, new))
        continue;
      char *old_text = json_dumps (old, JSON_ENCODE_ANY);
      char *new_text = json_dumps (new, JSON_ENCODE_ANY);
      fprintf (stderr, "belongs to a batch with %s (then ", what[i]);
      text_print_safe (stderr, old_text ? old_text : "?",
                       old_text ? strlen (old_text) : 1);
      fputs (", now ", stderr);
      text_print_safe (stderr, new_text ? new_text : "?",
                       new_text ? strlen (new_text) : 1);
      fputc (')', stderr);
      free (old_text);
      free (new_text);
      return;
    }
  fputs ("belongs to a batch of other models, automata or fields, or they have changed "
         "since",
         stderr);
}

/* Is LINE the same as HEADER? */
static bool
check_header (const struct journal *journal, const char *header, const char *line,
              size_t length)
{
  if (strlen (header) == length + 1 && memcmp (header, line, length) == 0)
    return true;
  json_t *then = json_loadb (line, length, 0, NULL);
  json_t *now = json_loads (header, 0, NULL);
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, journal->path, strlen (journal->path));
  fputs (": ", stderr);
  explain_difference (then, now);
  fputs ("; --force starts afresh\n", stderr);
  json_decref (then);
  json_decref (now);
  return false;
}

/* ---- Reading. ---- */

enum status
journal_begin (struct journal *journal, const char *header, journal_note *note,
               void *context)
{
  assert (journal->file >= 0 && header[strlen (header) - 1] == '\n');
  uint64_t begin = 0;
  if (journal->continued)
    {
      const char *text
        = mmap (NULL, journal->size, PROT_READ, MAP_PRIVATE, journal->file, 0),
        *end;
      if (text == MAP_FAILED)
        return output_complain (journal->path, "cannot be read", errno);
      bool ours = true;
      while (ours && begin < journal->size
             && (end = memchr (text + begin, '\n', journal->size - begin)))
        {
          assert (begin == 0 || text[begin - 1] == '\n');
          size_t length = (size_t) (end - text) - begin;
          if (begin > 0)
            note (context, text + begin, length, begin);
          else
            ours = check_header (journal, header, text, length);
          begin += length + 1;
        }
      munmap ((void *) (uintptr_t) text, journal->size);
      if (!ours)
        return STATUS_BAD_INPUT;
    }
  assert (begin <= journal->size);
  journal->continued = begin > 0;
  /* Drop a line that a dying batch left unfinished. */
  enum status status = begin < journal->size ? cut_off (journal, begin) : STATUS_FINE;
  if (status == STATUS_FINE && begin == 0)
    status = journal_append (journal, header, strlen (header));
  assert (status != STATUS_FINE || journal->size > 0);
  return status;
}

enum status
journal_read (const struct journal *journal, uint64_t offset, char *line, size_t length)
{
  assert (journal->file >= 0 && length > 0 && offset + length <= journal->size);
  for (size_t done = 0; done < length;)
    {
      ssize_t got
        = pread (journal->file, line + done, length - done, (off_t) (offset + done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return output_complain (journal->path, "cannot be read", got < 0 ? errno : 0);
      done += (size_t) got;
    }
  return STATUS_FINE;
}

/* ---- Writing. ---- */

enum status
journal_append (struct journal *journal, const char *line, size_t length)
{
  assert (journal->file >= 0 && length > 0);
  assert (memchr (line, '\n', length) == line + length - 1);
  int error = output_write_whole (journal->file, line, length);
  if (error == 0)
    {
      journal->size += length;
      return STATUS_FINE;
    }
  /* Remove what was written of the line, or the next one would be appended to it. */
  int ignored = ftruncate (journal->file, (off_t) journal->size);
  (void) ignored;
  return output_complain (journal->path, "cannot be written", error);
}

void
journal_sync (struct journal *journal)
{
  uint64_t now = quota_clock ();
  assert (now >= journal->synced);
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
  assert (journal->file >= 0);
  unlink (journal->path);
  journal_close (journal);
}
