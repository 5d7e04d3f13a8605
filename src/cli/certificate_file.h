/* certificate_file.h -- a file of certificates, one after the other.
 *
 * `check --certificate' writes one for each model, and of a jar that may be a gigabyte:
 * the file is looked through once, and each certificate is read when it is wanted.
 */
#ifndef CLI_CERTIFICATE_FILE_H
#define CLI_CERTIFICATE_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "base/source.h"

/* A certificate in the file. */
struct certificate_piece
{
  uint64_t offset, length;
  uint32_t lines_before;
};

struct certificate_file
{
  const char *path; /* borrowed */
  FILE *file;
  VEC (struct certificate_piece) pieces; /* at least one */
};

/* Open PATH ("-": standard input), and find its pieces, in ARENA.  False: ERROR says why
   it cannot be read.  Close it in either case. */
bool certificate_file_open (struct certificate_file *file, const char *path,
                            struct arena *arena, struct source_error *error);
void certificate_file_close (struct certificate_file *file);

/* Read a PIECE of it into ARENA; SOURCE has no table of lines. */
bool certificate_file_read (struct certificate_file *file,
                            const struct certificate_piece *piece, struct source *source,
                            struct arena *arena, struct source_error *error);

#endif
