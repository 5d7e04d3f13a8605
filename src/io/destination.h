/* destination.h -- where results go: standard output, or the file of -o.
 *
 * A file appears under its name only when it is complete (outfile.h); what
 * cannot be written is said once, with status 4.  Standard output is looked
 * after by main.c.
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

/* PATH null or "-": standard output.  False, with a message: nothing can be
   written there; close it all the same. */
bool destination_open (struct destination *destination, const char *path);
enum status destination_close (struct destination *destination);
/* Instead of closing it: nothing was written, and a file that is there stays. */
void destination_discard (struct destination *destination);

#endif
