/* temporary.c -- see temporary.h. */
#include <config.h>

#include "io/temporary.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The most files; no command has so many at a time. */
#define MOST 16

/* Globals, because the handler of a signal has no other context.  They change only while
   signals are blocked. */
static const char *volatile paths[MOST]; /* null: a free place */
static pid_t owner;                      /* the process that created them */

static void
block_signals (sigset_t *before)
{
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, before);
}

/* Replace OLD by NEW in the table. */
static void
exchange (const char *old, const char *new)
{
  size_t i = 0;
  while (i < MOST && paths[i] != old)
    i++;
  assert (i < MOST);
  paths[i] = new;
}

/* Enter PATH into the table.  A child drops the files of its parent from it first. */
static void
note (const char *path)
{
  if (owner != getpid ())
    for (size_t i = 0; i < MOST; i++)
      paths[i] = NULL;
  owner = getpid ();
  assert (path && *path);
  exchange (NULL, path);
}

/* Create the file PATH.  PATTERN is PATH if its XXXXXX is to be replaced, else null. */
static int
create (const char *path, char *pattern, mode_t mode)
{
  sigset_t before;
  block_signals (&before);
  int file = pattern
               ? mkostemp (pattern, O_CLOEXEC)
               : open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
  int error = errno;
  if (file >= 0)
    note (path);
  sigprocmask (SIG_SETMASK, &before, NULL);
  errno = error;
  return file;
}

int
temporary_create (char *path)
{
  assert (strlen (path) > 6 && strcmp (path + strlen (path) - 6, "XXXXXX") == 0);
  return create (path, path, 0);
}

int
temporary_create_named (const char *path, mode_t mode)
{
  assert (path && *path);
  return create (path, NULL, mode);
}

static void
forget (const char *path)
{
  sigset_t before;
  assert (path);
  block_signals (&before);
  if (owner == getpid ())
    exchange (path, NULL);
  sigprocmask (SIG_SETMASK, &before, NULL);
}

void
temporary_remove (const char *path)
{
  assert (path && owner == getpid ());
  unlink (path);
  forget (path);
}

void
temporary_keep (const char *path)
{
  forget (path);
}

void
temporary_remove_all (void)
{
  if (owner != getpid ())
    return;
  for (size_t i = 0; i < MOST; i++)
    {
      const char *path = paths[i];
      if (path)
        unlink (path);
    }
}
