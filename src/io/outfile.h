/* outfile.h -- a result file that is never half written.
 *
 * What is written goes to a temporary file beside the target, which takes its
 * place when everything has arrived, with the mode that the old one had.  A
 * link stays a link; what it points to is replaced.  A device or a pipe cannot
 * be replaced and is written as it is.
 *
 *     struct outfile out;
 *     if (outfile_open (&out, path))
 *       fprintf (out.stream, ...);
 *     status = outfile_close (&out);
 *
 * Messages go to standard error; the path is borrowed.
 */
#ifndef IO_OUTFILE_H
#define IO_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "io/status.h"

struct outfile
{
  const char *path;
  FILE *stream;
  char *target; /* what a link leads to */
  char *beside; /* the temporary file; null: written as it is */
};

/* Is there a file at PATH that outfile_close would replace? */
bool outfile_would_replace (const char *path);

/* False, with a message, if it cannot be written; close it all the same. */
bool outfile_open (struct outfile *out, const char *path);

/* Put what was written in its place.  STATUS_FINE, or STATUS_NOT_WRITTEN with a
   message, once, and nothing left behind. */
enum status outfile_close (struct outfile *out);

/* Forget what was written. */
void outfile_discard (struct outfile *out);

#endif
