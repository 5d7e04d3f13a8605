/* destination.c -- see destination.h. */
#include <config.h>

#include "io/destination.h"

#include <assert.h>
#include <string.h>

bool
destination_open (struct destination *destination, const char *path)
{
  *destination = (struct destination){ .stream = stdout };
  if (!path || strcmp (path, "-") == 0)
    return true;
  destination->is_file = true;
  if (!outfile_open (&destination->file, path))
    return false;
  destination->stream = destination->file.stream;
  assert (destination->stream);
  return true;
}

enum status
destination_close (struct destination *destination)
{
  assert (destination->stream);
  return destination->is_file ? outfile_close (&destination->file) : STATUS_FINE;
}

void
destination_discard (struct destination *destination)
{
  assert (destination->stream);
  if (destination->is_file)
    outfile_discard (&destination->file);
}
