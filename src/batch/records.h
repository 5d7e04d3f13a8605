/* records.h -- the records of a batch, kept until it is their turn.
 *
 * For a file they are in the journal, until all are there.  For a pipe or a
 * device, a record goes out as soon as all before it have; those that come
 * earlier wait in a nameless file.  In memory there is only where each one is.
 */
#ifndef BATCH_RECORDS_H
#define BATCH_RECORDS_H

#include "batch/journal.h"
#include "batch/output.h"

struct records
{
  struct arena *arena;
  struct output output;
  struct journal journal;  /* of a file */
  int early;               /* of a pipe: what comes early; or -1 */
  uint64_t early_size;
  uint32_t count;          /* of queries */
  uint32_t end;            /* records from here on are not wanted */
  uint32_t next;           /* of a pipe: the next to go out */
  uint64_t *place;         /* by query, in the journal or the nameless file */
  uint32_t *length;        /* 0: no record */
  bool *asked;             /* by query: is a record wanted? */
  VEC (char) line;         /* the one that is read */
  char written[33];        /* hash of the file that the journal has written, or "" */
};

/* Open the output, and for a file the journal; nothing is written yet. */
enum status records_begin (struct records *records, const char *path, bool resume,
                           bool force, struct arena *arena);
/* Complain that there is a file already. */
enum status records_refuse (const struct records *records);
bool records_go_out_directly (const struct records *records);

/* There are COUNT queries, and those with ASKED (owned) will have records. */
void records_prepare (struct records *records, uint32_t count, bool *asked);

bool records_has (const struct records *records, uint32_t query);
/* A record that is in the journal already. */
void records_know (struct records *records, uint32_t query, uint64_t place,
                   uint32_t length);
/* A new one, with its line feed. */
enum status records_add (struct records *records, uint32_t query, const char *line,
                         size_t length);
/* Records from END on, and those behind, are not wanted. */
void records_cut (struct records *records, uint32_t end);

/* Write all of them, in their order, beside the file; to be put in place. */
enum status records_write_draft (struct records *records, struct output_draft *draft);

/* In a worker: close what is the parent's. */
void records_abandon (struct records *records);
void records_end (struct records *records);

#endif
