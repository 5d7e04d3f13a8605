/* journal.h -- FILE.part: the records of a batch as they become final.
 *
 * The first line says what the batch is about; then a record a line, each
 * appended by one write.  Whatever kills the batch, the lines before the last
 * are whole, and the next batch can go on behind them.  A lock keeps others
 * out; it is the process's (fcntl), so it ends with it and workers do not have
 * it.
 *
 * Complaints go to standard error; the status is that of the command.
 */
#ifndef BATCH_JOURNAL_H
#define BATCH_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "io/status.h"

struct journal
{
  struct arena *arena;
  const char *path;
  int file;            /* -1: not open */
  uint64_t size;
  bool continued;      /* there are lines of an earlier batch */
  uint64_t synced;     /* when */
};

/* Open and lock PATH.  An earlier journal is continued if RESUME, dropped if
   FORCE, else it is in the way. */
enum status journal_open (struct journal *journal, const char *path, bool resume,
                          bool force, struct arena *arena);

/* Tell the lines that are there, HEADER first, to NOTE.  A journal without a
   whole first line is begun with HEADER (which ends with a line feed). */
enum status journal_begin (struct journal *journal, const char *header,
                           bool (*note) (void *context, const char *line, size_t length,
                                         uint64_t offset),
                           void *context);

/* Append a line, with its line feed. */
enum status journal_append (struct journal *journal, const char *line, size_t length);
/* Read it again. */
enum status journal_read (const struct journal *journal, uint64_t offset, char *line,
                          size_t length);
/* Now and then: what was appended shall outlive the machine. */
void journal_sync (struct journal *journal);

void journal_close (struct journal *journal);
/* And remove it. */
void journal_remove (struct journal *journal);

#endif
