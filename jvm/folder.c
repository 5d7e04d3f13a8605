/* folder.c -- see folder.h. */
#include <config.h>

#include "jvm/folder.h"

#include <assert.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

char *
folder_create (struct arena *arena)
{
  const char *base = getenv ("TMPDIR");
  char *path
    = arena_format (arena, "%s/phaselock-XXXXXX", base && *base == '/' ? base : "/tmp");
  return mkdtemp (path);
}

static int
remove_one (const char *path, const struct stat *status, int kind, struct FTW *place)
{
  (void) status;
  (void) kind;
  (void) place;
  remove (path);
  return 0;
}

void
folder_remove (const char *path)
{
  assert (path && path[0] == '/' && path[1]);
  nftw (path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
