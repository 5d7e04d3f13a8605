/* record_reader.h -- reading saved result files: one JSON record per query and line.
 *
 * What `check --format jsonl' and `batch' write (doc/json.md) is read back line
 * by line and checked strictly.  A last line without its newline that is not JSON
 * was being written when the writer died: it is left out with a warning.  The
 * journal that a killed batch leaves, FILE.part, can be read as well.  An SQLite
 * file that `merge' wrote is read as the lines it was made of.
 *
 *     struct record_reader reader;
 *     struct record record;
 *     if (record_reader_open (&reader, path))
 *       while (record_reader_next (&reader, &record))
 *         use (&record);
 *     status = record_reader_close (&reader);
 *
 * Messages go to standard error as FILE:LINE.  The reader owns its buffer and
 * the current record, which lives until the next call; whoever keeps its
 * `json' takes a reference (json_incref), and the strings live as long as that.
 */
#ifndef RESULTS_RECORD_READER_H
#define RESULTS_RECORD_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "io/status.h"
#include "results/saved_record.h"

struct record_reader
{
  const char *path; /* borrowed; "-" is standard input */
  FILE *file;
  struct store_reader *store; /* of an SQLite file; else null */
  char *text;                 /* the current line */
  size_t length, capacity;
  uint64_t line;        /* its number, from 1 */
  bool allow_undecided; /* accept records without a verdict; set after opening */
  bool torn;            /* the last line was left out */
  bool failed;
  json_t *json; /* the current record */
};

/* False, with a message, if it cannot be opened; close it all the same. */
bool record_reader_open (struct record_reader *reader, const char *path);

/* The next record; false at the end, or after a message at the first that is bad. */
bool record_reader_next (struct record_reader *reader, struct record *record);

/* STATUS_FINE, or STATUS_BAD_INPUT if there was a message. */
enum status record_reader_close (struct record_reader *reader);

/* "FILE:LINE" of PATH, to standard error; LINE 0: only the file. */
void record_reader_print_origin (const char *path, uint64_t line);

#endif
