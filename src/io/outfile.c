/* outfile.c -- see outfile.h. */
#include <config.h>

#include "io/outfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"
#include "io/interrupt.h"
#include "io/temporary.h"

void
outfile_discard (struct outfile *out)
{
  assert (!out->temporary || out->target);
  if (out->stream)
    fclose (out->stream);
  if (out->temporary)
    temporary_remove (out->temporary);
  free (out->temporary);
  free (out->target);
  *out = (struct outfile){ .path = out->path };
}

/* Say why OUT cannot be written, unless its reader has left, and give it up. */
static bool
complain (struct outfile *out, int error)
{
  assert (out->path);
  if (error != EPIPE)
    {
      text_print_safe (stderr, out->path, strlen (out->path));
      fprintf (stderr, ": error: cannot write: %s\n",
               error ? strerror (error) : "write error");
    }
  outfile_discard (out);
  return false;
}

/* The mode that open gives to a new file. */
static mode_t
new_file_mode (void)
{
  mode_t mask = umask (0);
  umask (mask);
  return 0666 & ~mask;
}

bool
outfile_would_replace (const char *path)
{
  assert (path);
  struct stat old;
  return stat (path, &old) == 0 && S_ISREG (old.st_mode);
}

bool
outfile_open (struct outfile *out, const char *path)
{
  assert (path);
  *out = (struct outfile){ .path = path };
  struct stat old, link;
  bool there = stat (path, &old) == 0;
  bool is_link = there && lstat (path, &link) == 0 && S_ISLNK (link.st_mode);
  if (there && S_ISDIR (old.st_mode))
    return complain (out, EISDIR);
  if (there && !S_ISREG (old.st_mode))
    {
      out->stream = fopen (path, "we");
      return out->stream || complain (out, errno);
    }
  /* Of a link, replace what it points to. */
  out->target = is_link ? realpath (path, NULL) : strdup (path);
  char *temporary = NULL;
  if (!out->target || asprintf (&temporary, "%s.phaselock-XXXXXX", out->target) < 0)
    return complain (out, errno);
  int file = temporary_create (temporary), error = errno;
  if (file < 0)
    {
      free (temporary);
      return complain (out, error);
    }
  out->temporary = temporary;
  out->stream = fdopen (file, "w");
  error = errno;
  if (!out->stream)
    {
      close (file);
      return complain (out, error);
    }
  if (fchmod (file, there ? old.st_mode & 07777 : new_file_mode ()) != 0)
    return complain (out, errno);
  assert (out->stream && out->target && out->temporary);
  return true;
}

int
outfile_rename (const char *from, const char *to, bool replace)
{
  struct stat about;
  assert (strcmp (from, to) != 0);
  if (replace)
    return rename (from, to);
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  /* A file system without RENAME_NOREPLACE: test first, which leaves a gap. */
  if (lstat (to, &about) == 0)
    {
      errno = EEXIST;
      return -1;
    }
  return rename (from, to);
}

/* Put no more than so many files aside: whoever left them has to clear up first. */
#define MOST_PARTS 99

/* Put the temporary file aside, under the first name that is free.  Returns that name, to
   be freed; null: it cannot be put aside. */
static char *
put_aside (struct outfile *out)
{
  for (int i = 1; i <= MOST_PARTS; i++)
    {
      char *part = NULL;
      int length = i == 1 ? asprintf (&part, "%s.part", out->target)
                          : asprintf (&part, "%s.part.%d", out->target, i);
      if (length < 0)
        return NULL;
      if (outfile_rename (out->temporary, part, false) == 0)
        {
          temporary_keep (out->temporary);
          free (out->temporary);
          out->temporary = NULL;
          return part;
        }
      int error = errno;
      free (part);
      if (error != EEXIST)
        return NULL;
    }
  return NULL;
}

/* Put OUT aside, since a signal came before all was written. */
static enum status
interrupt (struct outfile *out)
{
  struct stat about;
  assert (interrupt_signal () && out->temporary && !out->stream);
  bool empty = stat (out->temporary, &about) == 0 && about.st_size == 0;
  char *part = empty ? NULL : put_aside (out);
  text_print_safe (stderr, out->path, strlen (out->path));
  fputs (": not written: interrupted", stderr);
  if (part)
    {
      fputs ("; what there is, is in ", stderr);
      text_print_safe (stderr, part, strlen (part));
    }
  fputc ('\n', stderr);
  free (part);
  outfile_discard (out);
  return STATUS_NOT_WRITTEN;
}

enum status
outfile_close (struct outfile *out)
{
  assert (out->path && (!out->temporary || out->target));
  if (!out->stream)
    return STATUS_NOT_WRITTEN;
  errno = 0;
  bool fine = fflush (out->stream) == 0 && !ferror (out->stream);
  if (!fine && errno == 0)
    {
      /* errno no longer has the reason: another attempt to write restores it. */
      clearerr (out->stream);
      if (fputc ('\n', out->stream) != EOF)
        fflush (out->stream);
    }
  if (fine && out->temporary)
    fine = fsync (fileno (out->stream)) == 0;
  int error = errno;
  if (fclose (out->stream) != 0 && fine)
    {
      fine = false;
      error = errno;
    }
  out->stream = NULL;
  if (fine && out->temporary && interrupt_signal ())
    return interrupt (out);
  if (fine && out->temporary && rename (out->temporary, out->target) != 0)
    {
      fine = false;
      error = errno;
    }
  LOG (1, "%s: %s", out->path, fine ? "written" : "not written");
  if (!fine)
    {
      complain (out, error);
      return error == EPIPE ? STATUS_BROKEN_PIPE : STATUS_NOT_WRITTEN;
    }
  if (out->temporary)
    temporary_keep (out->temporary); /* it is the target now */
  free (out->temporary);
  out->temporary = NULL;
  outfile_discard (out);
  return STATUS_FINE;
}
