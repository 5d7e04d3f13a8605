/* outfile.c -- see outfile.h. */
#include <config.h>

#include "io/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static void
forget (struct outfile *out)
{
  if (out->stream)
    fclose (out->stream);
  if (out->beside)
    unlink (out->beside);
  free (out->beside);
  free (out->target);
  out->stream = NULL;
  out->target = out->beside = NULL;
}

static bool
complain (struct outfile *out, int error)
{
  text_print_safe (stderr, out->path, strlen (out->path));
  fprintf (stderr, ": error: cannot write: %s\n",
           error ? strerror (error) : "write error");
  forget (out);
  return false;
}

/* The mode of a file that is not there yet: what open would give it. */
static mode_t
usual_mode (void)
{
  mode_t mask = umask (0);
  umask (mask);
  return 0666 & ~mask;
}

bool
outfile_would_replace (const char *path)
{
  struct stat old;
  return stat (path, &old) == 0 && S_ISREG (old.st_mode);
}

bool
outfile_open (struct outfile *out, const char *path)
{
  *out = (struct outfile){ .path = path };
  struct stat old;
  bool there = stat (path, &old) == 0;
  if (there && S_ISDIR (old.st_mode))
    return complain (out, EISDIR);
  if (there && !S_ISREG (old.st_mode))
    {
      out->stream = fopen (path, "we");
      return out->stream || complain (out, errno);
    }
  /* Rewrite what a link points to. */
  out->target = there ? realpath (path, NULL) : strdup (path);
  if (!out->target || asprintf (&out->beside, "%s.phaselock-XXXXXX", out->target) < 0)
    {
      out->beside = NULL;
      return complain (out, errno);
    }
  int file = mkostemp (out->beside, O_CLOEXEC);
  if (file < 0)
    {
      int error = errno;
      free (out->beside);
      out->beside = NULL;
      return complain (out, error);
    }
  out->stream = fdopen (file, "w");
  if (!out->stream || fchmod (file, there ? old.st_mode & 07777 : usual_mode ()) != 0)
    {
      int error = errno;
      if (!out->stream)
        close (file);
      return complain (out, error);
    }
  return true;
}

enum status
outfile_close (struct outfile *out)
{
  if (!out->stream)
    return STATUS_NOT_WRITTEN;
  errno = 0;
  bool fine = fflush (out->stream) == 0 && !ferror (out->stream);
  if (!fine && errno == 0)
    {
      /* The reason is long forgotten: trying once more brings it back. */
      clearerr (out->stream);
      if (fputc ('\n', out->stream) != EOF)
        fflush (out->stream);
    }
  if (fine && out->beside)
    fine = fsync (fileno (out->stream)) == 0;
  int error = errno;
  if (fclose (out->stream) != 0 && fine)
    {
      fine = false;
      error = errno;
    }
  out->stream = NULL;
  if (fine && out->beside && rename (out->beside, out->target) != 0)
    {
      fine = false;
      error = errno;
    }
  if (!fine)
    {
      complain (out, error);
      return STATUS_NOT_WRITTEN;
    }
  free (out->beside);
  out->beside = NULL;
  forget (out);
  return STATUS_FINE;
}

void
outfile_discard (struct outfile *out)
{
  forget (out);
}
