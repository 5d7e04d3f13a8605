/* destination.h -- where results go: standard output, or the file of -o.
 *
 * A file appears under its name only when it is complete (outfile.h); if it
 * cannot be written, there is one message, and status 4.  Errors of standard
 * output are handled by src/cli/main.c.
 */
#ifndef IO_DESTINATION_H
#define IO_DESTINATION_H

#include "io/outfile.h"

struct destination
{
  FILE *stream;
  bool is_file;
  struct outfile file;
};

/* PATH null or "-" means standard output.  False, with a message, if nothing can
   be written there; close it all the same. */
bool destination_open (struct destination *destination, const char *path);
enum status destination_close (struct destination *destination);
/* Give DESTINATION up instead of closing it: an existing file stays as it is. */
void destination_discard (struct destination *destination);

#endif
