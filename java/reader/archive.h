/* archive.h -- the entries of a jar, through libzip.
 *
 * libzip pulls in libraries whose start costs more than many a query, so it is
 * not linked: archive_open loads it, and without a jar nobody pays.  An archive is
 * hostile until shown otherwise: what an entry claims to inflate to is compared with
 * what its bytes can inflate to before anything is allocated, and one archive may
 * not inflate to more than ARCHIVE_MOST.
 *
 * archive_close must be called also after unwinding, so an archive is kept where
 * whoever clears up finds it.
 */
#ifndef JAVA_ARCHIVE_H
#define JAVA_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define ARCHIVE_ENTRIES_MOST 1000000u
#define ARCHIVE_ENTRY_MOST ((uint64_t) 64 << 20) /* bytes of an inflated entry */
#define ARCHIVE_MOST ((uint64_t) 1 << 30)        /* of all that are read */

struct archive_library; /* the functions of libzip */

struct archive
{
  const char *path;
  const struct archive_library *library;
  void *zip;         /* null: not open */
  void *entry;       /* being read; or null */
  uint32_t count;    /* of entries */
  uint64_t inflated; /* bytes so far */
};

/* What went wrong; texts are constant or in the arena that the function was given. */
struct archive_error
{
  const char *code;
  const char *message;
};

void archive_init (struct archive *archive);

/* Open PATH, which is borrowed. */
bool archive_open (struct archive *archive, struct arena *arena, const char *path,
                   struct archive_error *error);
void archive_close (struct archive *archive);

/* The name of entry number ENTRY, borrowed from the archive; or null. */
const char *archive_name (const struct archive *archive, uint32_t entry);

/* Inflate an entry into ARENA. */
bool archive_read (struct archive *archive, struct arena *arena, uint32_t entry,
                   const uint8_t **bytes, size_t *length, struct archive_error *error);

#endif
