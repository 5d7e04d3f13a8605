/* output.h -- where the records of a batch go: to a stream or into a file.
 *
 * A stream (a pipe, a device, standard output) takes each record at once.  A
 * file is written as a draft, FILE.part.new, which is renamed once it is
 * complete: there is the whole FILE or none.
 *
 * Complaints go to standard error; the status is that of the command.
 */
#ifndef BATCH_OUTPUT_H
#define BATCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "io/status.h"

struct output
{
  struct arena *arena;
  const char *path; /* for messages; of a file, the target of links */
  int stream;       /* -1: the output is a file */
  const char *draft_path;
  FILE *draft; /* of a file that is being written; else null */
};

/* PATH null or "-": standard output. */
enum status output_open (struct output *output, const char *path, struct arena *arena);
bool output_is_stream (const struct output *output);
/* Close what is open; a draft is dropped. */
void output_close (struct output *output);

/* The path of a file with SUFFIX appended, in the arena. */
char *output_beside (const struct output *output, const char *suffix);
/* Does a file of that name exist? */
bool output_exists (const struct output *output);

/* Write to the stream or the draft.  STATUS_INTERRUPTED: a signal came while nobody read
   the stream; STATUS_BROKEN_PIPE, without a message: nobody ever will. */
enum status output_write (struct output *output, const char *bytes, size_t length);

#define OUTPUT_HASH_SIZE 33

enum status output_start_draft (struct output *output);
/* Sync the draft to disk; returns its HASH. */
enum status output_finish_draft (struct output *output, char hash[OUTPUT_HASH_SIZE]);
/* Rename the draft; unless REPLACE, not over a file.  If that fails, it is removed. */
enum status output_place_draft (struct output *output, bool replace);

/* The hash of the file at PATH; false: it cannot be read. */
bool output_hash (const char *path, char hash[OUTPUT_HASH_SIZE]);
void output_print_hash (char hash[OUTPUT_HASH_SIZE], uint64_t high, uint64_t low);

/* Write all of it, whatever interrupts that; 0, or an error as in errno. */
int output_write_whole (int file, const char *bytes, size_t length);

/* "phaselock batch: PATH: WHAT: reason of ERROR"; STATUS_NOT_WRITTEN. */
enum status output_complain (const char *path, const char *what, int error);

#endif
