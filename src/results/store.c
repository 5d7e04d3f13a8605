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
  text_print_safe (stderr, out->path, strlen (out->path));
  fprintf (stderr, ": error: cannot write: %s\n", what);
  return status;
}

#ifdef HAVE_SQLITE

#include <sqlite3.h>

#include "results/store_schema.h"

/* ---- Writing. ---- */

enum table
{
  TABLE_MODELS,
  TABLE_QUERIES,
  TABLE_FIELDS,
  TABLE_PROCESSES,
  TABLE_STEPS,
  TABLE_COUNT,
};

static const char *const inserts[TABLE_COUNT]
  = { "INSERT INTO models VALUES (?, ?)",
      "INSERT INTO queries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "INSERT INTO fields VALUES (?, ?, ?)",
      "INSERT INTO processes VALUES (?, ?, ?)",
      "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" };

/* The first error stays; whatever comes behind it does nothing. */
struct writer
{
  sqlite3 *base;
  sqlite3_stmt *insert[TABLE_COUNT];
  int error;             /* SQLITE_OK as long as all went well */
  int64_t models;        /* so far */
  int64_t *model;        /* by name: its number, or 0 */
};

static void
note (struct writer *writer, int code)
{
  if (writer->error == SQLITE_OK && code != SQLITE_OK && code != SQLITE_DONE)
    writer->error = code;
}

static void
execute (struct writer *writer, const char *text)
{
  if (writer->error == SQLITE_OK)
    note (writer, sqlite3_exec (writer->base, text, NULL, NULL, NULL));
}

/* Values of the next row, by column from 1; a null pointer is NULL. */
static void
put_text (struct writer *writer, enum table table, int column, const char *text)
{
  note (writer, text ? sqlite3_bind_text (writer->insert[table], column, text, -1,
                                          SQLITE_TRANSIENT)
                     : sqlite3_bind_null (writer->insert[table], column));
}

static void
put_number (struct writer *writer, enum table table, int column, int64_t number)
{
  note (writer, sqlite3_bind_int64 (writer->insert[table], column, number));
}

static void
put_row (struct writer *writer, enum table table)
{
  if (writer->error == SQLITE_OK)
    note (writer, sqlite3_step (writer->insert[table]));
  sqlite3_reset (writer->insert[table]);
  sqlite3_clear_bindings (writer->insert[table]);
}

static void
prepare (struct writer *writer, const char *path)
{
  /* The file has a name of its own and takes its place when it is whole: what
     SQLite does against crashes is not needed. */
  static const char settings[]
    = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = 'UTF-8';";
  note (writer, sqlite3_open_v2 (path, &writer->base, SQLITE_OPEN_READWRITE, NULL));
  execute (writer, settings);
  char identity[128];
  snprintf (identity, sizeof identity,
            "PRAGMA application_id = %d; PRAGMA user_version = %d;", STORE_APPLICATION,
            STORE_VERSION);
  execute (writer, identity);
  execute (writer, "BEGIN");
  execute (writer, store_tables);
  char about[128];
  snprintf (about, sizeof about, "INSERT INTO about VALUES ('phaselock', '%s')",
            PACKAGE_VERSION);
  execute (writer, about);
  for (int t = 0; t < TABLE_COUNT && writer->error == SQLITE_OK; t++)
    note (writer, sqlite3_prepare_v2 (writer->base, inserts[t], -1, &writer->insert[t],
                                      NULL));
}

static int64_t
put_model (struct writer *writer, const struct results *results, name_id model)
{
  int64_t *number = &writer->model[model.index];
  if (*number == 0)
    {
      *number = ++writer->models;
      put_number (writer, TABLE_MODELS, 1, *number);
      put_text (writer, TABLE_MODELS, 2, results_name (results, model));
      put_row (writer, TABLE_MODELS);
    }
  return *number;
}

/* An array of strings, one a row; and joined by commas, for the caller to free. */
static char *
put_strings (struct writer *writer, enum table table, int64_t query,
             const json_t *array)
{
  size_t length = 1;
  for (size_t i = 0; i < json_array_size (array); i++)
    length += strlen (record_string (array, i)) + 1;
  char *joined = calloc (length, 1), *end = joined;
  if (!joined)
    note (writer, SQLITE_NOMEM);
  for (size_t i = 0; i < json_array_size (array) && joined; i++)
    {
      const char *text = record_string (array, i);
      put_number (writer, table, 1, query);
      put_number (writer, table, 2, (int64_t) i + 1);
      put_text (writer, table, 3, text);
      put_row (writer, table);
      if (i > 0)
        *end++ = ',';
      end = stpcpy (end, text);
    }
  return joined;
}

static const char *
member (const json_t *object, const char *name)
{
  return json_string_value (json_object_get (object, name));
}

static void
put_steps (struct writer *writer, int64_t query, const json_t *steps)
{
  for (size_t i = 0; i < json_array_size (steps); i++)
    {
      const json_t *step = json_array_get (steps, i);
      const json_t *phase = json_object_get (step, "phase");
      put_number (writer, TABLE_STEPS, 1, query);
      put_number (writer, TABLE_STEPS, 2, (int64_t) i + 1);
      put_text (writer, TABLE_STEPS, 3, member (step, "process"));
      put_text (writer, TABLE_STEPS, 4, member (step, "action"));
      put_text (writer, TABLE_STEPS, 5, member (step, "object"));
      put_text (writer, TABLE_STEPS, 6, member (step, "at"));
      put_text (writer, TABLE_STEPS, 7, member (step, "source"));
      if (phase)
        put_number (writer, TABLE_STEPS, 8, json_integer_value (phase));
      put_number (writer, TABLE_STEPS, 9,
                  json_is_true (json_object_get (step, "nested")));
      put_row (writer, TABLE_STEPS);
    }
}

static void
put_result (struct writer *writer, const struct results *results, int64_t query,
            const struct result *result)
{
  struct record record;
  result_parse (result, &record);
  int64_t model = put_model (writer, results, result->model);
  char *fields = put_strings (writer, TABLE_FIELDS, query, record.fields);
  put_number (writer, TABLE_QUERIES, 1, query);
  put_text (writer, TABLE_QUERIES, 2, record.id);
  put_number (writer, TABLE_QUERIES, 3, model);
  if (record.place)
    {
      put_number (writer, TABLE_QUERIES, 4, record.place);
      put_number (writer, TABLE_QUERIES, 5, record.asked);
    }
  put_text (writer, TABLE_QUERIES, 6, record.automata);
  if (record.pattern)
    put_text (writer, TABLE_QUERIES, 7, record.pattern);
  else
    put_number (writer, TABLE_QUERIES, 7, record.number);
  put_text (writer, TABLE_QUERIES, 8, fields);
  put_text (writer, TABLE_QUERIES, 9, verdict_word (record.verdict));
  put_text (writer, TABLE_QUERIES, 10, record.reason);
  put_text (writer, TABLE_QUERIES, 11, record.engine);
  note (writer, sqlite3_bind_double (writer->insert[TABLE_QUERIES], 12, record.ms));
  put_text (writer, TABLE_QUERIES, 13, result->line);
  put_row (writer, TABLE_QUERIES);
  free (fields);
  free (put_strings (writer, TABLE_PROCESSES, query, record.processes));
  put_steps (writer, query, record.witness);
  json_decref (record.json);
}

enum status
store_write (struct outfile *out, const struct results *results,
             const uint32_t *order, uint32_t count)
{
  if (!out->beside)
    return complain (out, "an SQLite file needs a place on a disk", STATUS_NOT_WRITTEN);
  struct writer writer = { .error = SQLITE_OK };
  writer.model = arena_calloc (results->arena,
                               results->names.entries.count + (size_t) 1,
                               sizeof *writer.model);
  prepare (&writer, out->beside);
  for (uint32_t i = 0; i < count && writer.error == SQLITE_OK; i++)
    put_result (&writer, results, (int64_t) i + 1, &results->list.at[order[i]]);
  execute (&writer, store_views);
  execute (&writer, "COMMIT");
  for (int t = 0; t < TABLE_COUNT; t++)
    sqlite3_finalize (writer.insert[t]);
  note (&writer, sqlite3_close (writer.base));
  return writer.error == SQLITE_OK
           ? STATUS_FINE
           : complain (out, sqlite3_errstr (writer.error), STATUS_NOT_WRITTEN);
}

/* ---- Reading. ---- */

struct store_reader
{
  sqlite3 *base;
  sqlite3_stmt *select;
};

/* Is it ours, in a version that we know? */
static const char *
check_identity (sqlite3 *base)
{
  static const char *const questions[] = { "PRAGMA application_id", "PRAGMA user_version" };
  static const int answers[] = { STORE_APPLICATION, STORE_VERSION };
  static const char *const complaints[]
    = { "an SQLite file, but none of phaselock", "written by a later phaselock, which "
                                                 "can read it" };
  for (int i = 0; i < 2; i++)
    {
      sqlite3_stmt *statement = NULL;
      bool right = sqlite3_prepare_v2 (base, questions[i], -1, &statement, NULL) == SQLITE_OK
                   && sqlite3_step (statement) == SQLITE_ROW
                   && sqlite3_column_int (statement, 0) == answers[i];
      sqlite3_finalize (statement);
      if (!right)
        return complaints[i];
    }
  return NULL;
}

struct store_reader *
store_open (const char *path, const char **why)
{
  struct store_reader *reader = calloc (1, sizeof *reader);
  if (!reader)
    {
      *why = "not enough memory";
      return NULL;
    }
  int code = sqlite3_open_v2 (path, &reader->base, SQLITE_OPEN_READONLY, NULL);
  *why = code == SQLITE_OK ? check_identity (reader->base) : sqlite3_errstr (code);
  if (!*why)
    {
      /* The file may come from a stranger. */
      sqlite3_db_config (reader->base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
      code = sqlite3_prepare_v2 (reader->base, "SELECT record FROM queries ORDER BY query",
                                 -1, &reader->select, NULL);
      if (code != SQLITE_OK)
        *why = sqlite3_errstr (code);
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
  int code = sqlite3_step (reader->select);
  *why = code == SQLITE_ROW || code == SQLITE_DONE ? NULL : sqlite3_errstr (code);
  if (code != SQLITE_ROW)
    return false;
  *text = (const char *) sqlite3_column_text (reader->select, 0);
  *length = (size_t) sqlite3_column_bytes (reader->select, 0);
  if (!*text)
    *why = "a query without a record";
  return *text != NULL;
}

void
store_close (struct store_reader *reader)
{
  if (!reader)
    return;
  sqlite3_finalize (reader->select);
  sqlite3_close (reader->base);
  free (reader);
}

#else

static const char missing[] = "this phaselock was built without SQLite";

enum status
store_write (struct outfile *out, const struct results *results,
             const uint32_t *order, uint32_t count)
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
