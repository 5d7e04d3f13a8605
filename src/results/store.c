/* store.c -- see store.h. */
#include <config.h>

#include "results/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

bool
store_recognizes (FILE *file)
{
  /* The 16 bytes that every SQLite 3 file begins with, the NUL among them. */
  static const char magic[16] = "SQLite format 3";
  struct stat status;
  if (fstat (fileno (file), &status) != 0 || !S_ISREG (status.st_mode))
    return false;
  char begin[sizeof magic];
  bool same = fread (begin, 1, sizeof begin, file) == sizeof begin
              && memcmp (begin, magic, sizeof begin) == 0;
  rewind (file);
  return same;
}

static enum status
complain (const struct outfile *out, const char *what, enum status status)
{
  assert (status != STATUS_FINE);
  text_print_safe (stderr, out->path, strlen (out->path));
  fprintf (stderr, ": error: cannot write: %s\n", what);
  return status;
}

#ifdef HAVE_SQLITE

#include "results/sqlite.h"
#include "results/store_schema.h"

static const char not_installed[] = "SQLite is not installed";

const char *
store_version (void)
{
  const struct sqlite *sqlite = sqlite_library ();
  return sqlite ? sqlite->libversion () : NULL;
}

/* ---- Writing. ---- */

/* SQLite takes the lines apart itself (store_schema.h).  The first error stays;
   whatever comes after it does nothing. */
struct writer
{
  const struct sqlite *sqlite;
  sqlite3 *base;
  sqlite3_stmt *insert[2]; /* the model of a line, and its query */
  int error;               /* SQLITE_OK as long as all went well */
};

static void
note (struct writer *writer, int code)
{
  assert (writer->error != SQLITE_DONE && writer->error != SQLITE_ROW);
  if (writer->error == SQLITE_OK && code != SQLITE_OK && code != SQLITE_DONE)
    writer->error = code;
}

static void
execute (struct writer *writer, const char *text)
{
  if (writer->error == SQLITE_OK)
    note (writer, writer->sqlite->exec (writer->base, text, NULL, NULL, NULL));
}

static void
prepare (struct writer *writer, const char *path)
{
  assert (!writer->base && writer->error == SQLITE_OK);
  /* The file is a draft that gets its name when it is whole: what SQLite does
     against crashes is not needed. */
  static const char settings[]
    = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = 'UTF-8';";
  char identity[256];
  snprintf (identity, sizeof identity,
            "PRAGMA application_id = %d; PRAGMA user_version = %d; BEGIN;",
            STORE_APPLICATION, STORE_VERSION);
  const int mode = SQLITE_OPEN_READWRITE;
  note (writer, writer->sqlite->open_v2 (path, &writer->base, mode, NULL));
  execute (writer, settings);
  execute (writer, identity);
  execute (writer, store_tables);
  execute (writer, "INSERT INTO about VALUES ('phaselock', '" PACKAGE_VERSION "')");
  for (int i = 0; i < 2 && writer->error == SQLITE_OK; i++)
    note (writer, writer->sqlite->prepare_v2 (writer->base, store_insert[i], -1,
                                              &writer->insert[i], NULL));
}

static void
put_line (struct writer *writer, int64_t query, const struct result *result)
{
  assert (result->answered && result->length > 0);
  for (int i = 0; i < 2 && writer->error == SQLITE_OK; i++)
    {
      sqlite3_stmt *insert = writer->insert[i];
      assert (insert && query > 0);
      note (writer, writer->sqlite->bind_text (insert, 1, result->line,
                                               (int) result->length, SQLITE_STATIC));
      if (i == 1)
        note (writer, writer->sqlite->bind_int64 (insert, 2, query));
      note (writer, writer->sqlite->step (insert));
      writer->sqlite->reset (insert);
    }
}

enum status
store_write (struct outfile *out, const struct results *results, const uint32_t *order,
             uint32_t count)
{
  assert (count <= results->list.count && out->stream);
  if (!out->temporary)
    return complain (out, "an SQLite file needs a place on a disk", STATUS_NOT_WRITTEN);
  struct writer writer = { .sqlite = sqlite_library (), .error = SQLITE_OK };
  if (!writer.sqlite)
    return complain (out, not_installed, STATUS_BAD_INPUT);
  prepare (&writer, out->temporary);
  for (uint32_t i = 0; i < count && writer.error == SQLITE_OK; i++)
    put_line (&writer, (int64_t) i + 1, &results->list.at[order[i]]);
  for (int i = 0; i < 2; i++)
    writer.sqlite->finalize (writer.insert[i]);
  execute (&writer, store_fill);
  execute (&writer, store_views);
  execute (&writer, "COMMIT");
  note (&writer, writer.sqlite->close (writer.base));
  return writer.error == SQLITE_OK
           ? STATUS_FINE
           : complain (out, writer.sqlite->errstr (writer.error), STATUS_NOT_WRITTEN);
}

/* ---- Reading. ---- */

struct store_reader
{
  const struct sqlite *sqlite;
  sqlite3 *base;
  sqlite3_stmt *select;
};

/* Is it ours, in a version that we know? */
static const char *
check_identity (const struct sqlite *sqlite, sqlite3 *base)
{
  assert (base);
  static const char *const questions[]
    = { "PRAGMA application_id", "PRAGMA user_version" };
  static const int answers[] = { STORE_APPLICATION, STORE_VERSION };
  static const char *const complaints[]
    = { "an SQLite file, but not one of phaselock", "written by a later phaselock, which "
                                                    "can read it" };
  for (int i = 0; i < 2; i++)
    {
      sqlite3_stmt *statement = NULL;
      int code = sqlite->prepare_v2 (base, questions[i], -1, &statement, NULL);
      bool right = code == SQLITE_OK && sqlite->step (statement) == SQLITE_ROW
                   && sqlite->column_int (statement, 0) == answers[i];
      sqlite->finalize (statement);
      if (!right)
        return complaints[i];
    }
  return NULL;
}

struct store_reader *
store_open (const char *path, const char **why)
{
  const struct sqlite *sqlite = sqlite_library ();
  if (!sqlite)
    {
      *why = not_installed;
      return NULL;
    }
  struct store_reader *reader = calloc (1, sizeof *reader);
  if (!reader)
    {
      *why = "not enough memory";
      return NULL;
    }
  reader->sqlite = sqlite;
  int code = sqlite->open_v2 (path, &reader->base, SQLITE_OPEN_READONLY, NULL);
  *why
    = code == SQLITE_OK ? check_identity (sqlite, reader->base) : sqlite->errstr (code);
  if (!*why)
    {
      /* The file may come from a stranger. */
      sqlite->db_config (reader->base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
      static const char select[] = "SELECT record FROM queries ORDER BY query";
      code = sqlite->prepare_v2 (reader->base, select, -1, &reader->select, NULL);
      if (code != SQLITE_OK)
        *why = sqlite->errstr (code);
    }
  if (!*why)
    return reader;
  store_close (reader);
  return NULL;
}

bool
store_next (struct store_reader *reader, const char **text, size_t *length,
            const char **why)
{
  assert (reader->select);
  const struct sqlite *sqlite = reader->sqlite;
  int code = sqlite->step (reader->select);
  *why = code == SQLITE_ROW || code == SQLITE_DONE ? NULL : sqlite->errstr (code);
  if (code != SQLITE_ROW)
    return false;
  *text = (const char *) sqlite->column_text (reader->select, 0);
  *length = (size_t) sqlite->column_bytes (reader->select, 0);
  if (!*text)
    *why = "a query without a record";
  return *text != NULL;
}

void
store_close (struct store_reader *reader)
{
  if (!reader)
    return;
  reader->sqlite->finalize (reader->select);
  reader->sqlite->close (reader->base);
  free (reader);
}

#else

static const char missing[] = "this phaselock was built without SQLite";

const char *
store_version (void)
{
  return NULL;
}

enum status
store_write (struct outfile *out, const struct results *results, const uint32_t *order,
             uint32_t count)
{
  (void) results;
  (void) order;
  (void) count;
  return complain (out, missing, STATUS_BAD_INPUT);
}

struct store_reader *
store_open (const char *path, const char **why)
{
  (void) path;
  *why = missing;
  return NULL;
}

bool
store_next (struct store_reader *reader, const char **text, size_t *length,
            const char **why)
{
  (void) reader;
  (void) text;
  (void) length;
  *why = missing;
  return false;
}

void
store_close (struct store_reader *reader)
{
  (void) reader;
}

#endif
