/* outfile.h -- a result file that is never half written.
 *
 * Output goes to a temporary file in the folder of the target.  When all of it
 * has been written, the temporary file replaces the target and gets its mode.  A
 * link stays a link; what it points to is replaced.  A device or a pipe cannot
 * be replaced and is written directly.
 *
 * What was written when a signal came (io/interrupt.h) is not complete.  It is put aside,
 * as NAME.part, or NAME.part.2 and so on if there is such a file, which may be the
 * journal of a batch; an old target stays as it is.
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
  char *target;    /* the file that will be replaced: where a link leads to */
  char *temporary; /* the file that is written; null: PATH itself is written */
};

/* Is there a file at PATH that outfile_close would replace? */
bool outfile_would_replace (const char *path);

/* Open PATH.  False, with a message, if it cannot be written; close OUT all the same. */
bool outfile_open (struct outfile *out, const char *path);

/* Replace the target.  STATUS_FINE; or STATUS_NOT_WRITTEN, with one message for
   opening and closing together, and no file left over, except for what is put aside; or,
   where it is a pipe that nobody reads, STATUS_BROKEN_PIPE, without a message. */
enum status outfile_close (struct outfile *out);

/* Give OUT up instead of closing it: the target stays as it is. */
void outfile_discard (struct outfile *out);

/* Rename FROM to TO.  Unless REPLACE, fail with EEXIST if there is a file TO. */
int outfile_rename (const char *from, const char *to, bool replace);

#endif
