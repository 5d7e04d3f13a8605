/* store.h -- results in an SQLite file, for those who ask in SQL.
 *
 * doc/results.md has the tables.  Besides its columns each query keeps its record
 * as it was written, so nothing is lost, and every command that reads results
 * reads these files as well.
 *
 * Without SQLite (configure --without-sqlite, or a machine that does not have it) all of
 * this says so and fails.
 */
#ifndef RESULTS_STORE_H
#define RESULTS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/outfile.h"
#include "results/results.h"

/* Fill OUT, which was just opened, with the records ORDER[0..COUNT).  A message
   and STATUS_NOT_WRITTEN (or STATUS_BAD_INPUT without SQLite) if that fails. */
enum status store_write (struct outfile *out, const struct results *results,
                         const uint32_t *order, uint32_t count);

/* The version of SQLite; null without it. */
const char *store_version (void);

/* Does FILE, at its beginning, look like an SQLite file?  It stays there. */
bool store_recognizes (FILE *file);

/* Reading the records back in their order.  The reader owns the text of the
   current record. */
struct store_reader;

/* Null, with the reason in *WHY, if PATH is not a store. */
struct store_reader *store_open (const char *path, const char **why);
/* The next record; false at the end, or with a reason in *WHY. */
bool store_next (struct store_reader *reader, const char **text, size_t *length,
                 const char **why);
void store_close (struct store_reader *reader);

#endif
