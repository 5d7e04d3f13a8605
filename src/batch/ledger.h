/* ledger.h -- which queries of a batch have their record, and where it is.
 *
 * Records come in any order and go out in the order of the queries.  Until its turn comes
 * a record is in a journal: for a file in FILE.part, until all are there; for a stream in
 * a nameless file.  Only the place of each record is in memory.  FILE.part also has the
 * results of an earlier batch.
 */
#ifndef BATCH_LEDGER_H
#define BATCH_LEDGER_H

#include "base/vec.h"
#include "batch/journal.h"
#include "batch/output.h"
#include "batch/plan.h"

struct batch_ledger
{
  struct arena *arena;
  const struct plan *plan;
  struct output output;
  struct journal journal;
  bool replace; /* replace a file that exists */
  bool first;
  uint32_t end;               /* queries from this one on need no record */
  uint32_t next;              /* the first query whose record has not gone out */
  uint32_t known, violations; /* how many records there are, and how many of them are
                                 violations */
  uint32_t gaps;              /* how many records say that something was not looked at */
  const bool *wanted;         /* by query: does this batch need its record? */
  uint64_t *place;            /* by query, in the journal */
  uint32_t *length;           /* by query; 0: no record */
  VEC (char) line;            /* a record that is read back */
};

/* Open the output at PATH, and for a file its journal; nothing is written yet.
   FIRST: nothing is wanted after the first violation. */
enum status ledger_open (struct batch_ledger *ledger, const char *path, bool resume,
                         bool force, bool first, struct arena *arena);

/* Announce the records of the queries of PLAN that are WANTED (borrowed, by query).  A
   journal is read, or begun: OPTIONS, in words, are what its records depend on besides
   the plan.  Complains if the journal is of another batch, or if a file exists that this
   journal has not written. */
enum status ledger_start (struct batch_ledger *ledger, const struct plan *plan,
                          const bool *wanted, const char *options);

/* Does QUERY still need a record? */
bool ledger_lacks (const struct batch_ledger *ledger, uint32_t query);

/* Add the record of QUERY, with its line feed.  VIOLATION: it is a new violation. */
enum status ledger_add (struct batch_ledger *ledger, uint32_t query, const char *line,
                        size_t length, bool violation);

/* All records are there: write the file, whole; remove the journal unless KEEP. */
enum status ledger_write_file (struct batch_ledger *ledger, bool keep);

/* In a worker: close what belongs to the parent. */
void ledger_abandon (struct batch_ledger *ledger);
void ledger_close (struct batch_ledger *ledger);

#endif
