/* journal.h -- lines that are stored on disk as they come: FILE.part.
 *
 * The first line says what the batch is about; then one record per line, each appended by
 * one write.  Whatever kills the batch, all lines but the last are whole, and the next
 * batch can continue after them.  A lock keeps other batches out; it belongs to the
 * process (fcntl), so it ends with the process, and workers do not have it.  Records for
 * a stream wait in a journal without name, lock and first line, which is never continued.
 *
 * Complaints go to standard error; the status is that of the command.
 */
#ifndef BATCH_JOURNAL_H
#define BATCH_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/status.h"

struct journal
{
  const char *path; /* borrowed */
  int file;         /* -1: not open */
  uint64_t size;    /* the bytes of all whole lines */
  bool continued;   /* there are lines of an earlier batch */
  uint64_t synced;  /* the time of the last sync */
};

#define JOURNAL_CLOSED                                                                   \
  {                                                                                      \
    .file = -1                                                                           \
  }

/* Open and lock PATH.  An earlier journal is continued if RESUME, dropped if
   FORCE, else it is in the way. */
enum status journal_open (struct journal *journal, const char *path, bool resume,
                          bool force);
enum status journal_open_nameless (struct journal *journal);

/* Called with each line of an earlier batch but the first, without its line
   feed, and with its offset. */
typedef void journal_note (void *context, const char *line, size_t length,
                           uint64_t offset);

/* Read the lines of an earlier batch, whose first one must be HEADER (which ends
   with a line feed); a journal without a whole line begins with HEADER. */
enum status journal_begin (struct journal *journal, const char *header,
                           journal_note *note, void *context);

/* Append a line, with its line feed. */
enum status journal_append (struct journal *journal, const char *line, size_t length);
/* Read what was appended at OFFSET. */
enum status journal_read (const struct journal *journal, uint64_t offset, char *line,
                          size_t length);
/* To be called now and then: makes what was appended survive a crash of the machine. */
void journal_sync (struct journal *journal);

void journal_close (struct journal *journal);
/* Close it, and remove the file. */
void journal_remove (struct journal *journal);

#endif
