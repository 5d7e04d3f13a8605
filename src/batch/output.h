/* output.h -- where the records of a batch go at the end.
 *
 * Into a file: they are written in order to FILE.part.new and renamed, once
 * all are there.  To a pipe, a device or standard output: at once, in order;
 * what comes too early waits in a file that has no name.
 *
 * Complaints go to standard error; the status is that of the command.
 */
#ifndef BATCH_OUTPUT_H
#define BATCH_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "io/status.h"

struct output
{
  struct arena *arena;
  const char *path;      /* for a person; of a file: its true path */
  int file;              /* that is written directly; or -1: a file */
};

/* PATH null or "-": standard output. */
enum status output_open (struct output *output, const char *path, struct arena *arena);

/* "phaselock batch: PATH: WHAT: reason of ERROR" */
enum status output_complain (const char *path, const char *what, int error);

/* Write to a pipe or device; stops when a signal comes and nobody reads. */
enum status output_write (struct output *output, const char *bytes, size_t length);

/* Is there a file of that name already? */
bool output_exists (const struct output *output);

/* A file that takes the place of the output's once it is complete. */
struct output_draft
{
  const char *path;
  int file;
  char *buffer;
  size_t used;
  uint64_t hash[2], size; /* at the end */
  void *hashing;
};

enum status output_draft_open (struct output_draft *draft, const struct output *output);
enum status output_draft_add (struct output_draft *draft, const char *bytes,
                              size_t length);
/* All of it is on the disk; its hash is known. */
enum status output_draft_seal (struct output_draft *draft);
/* Put it in place; unless REPLACE, not over another.  Gone if that fails. */
enum status output_draft_place (struct output_draft *draft, const struct output *output,
                                bool replace);
void output_draft_drop (struct output_draft *draft);

/* The hash of the file that is there; false: it cannot be read. */
bool output_hash (const struct output *output, uint64_t hash[2]);

/* A nameless file for what comes too early; -1: see errno. */
int output_open_nameless (void);

#endif
