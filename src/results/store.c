/* store.c -- see store.h. */
#include <config.h>

#include "results/store.h"

#include <assert.h>
#include <stdarg.h>
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

/* The first error stays; whatever comes after it does nothing. */
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

/* Insert a row.  KINDS has a letter for each column, for the argument that is its
   value: n int64_t, r double, t a string, j a JSON string or number; null pointers
   are NULL. */
static void
put_row (struct writer *writer, enum table table, const char *kinds, ...)
{
  if (writer->error != SQLITE_OK)
    return;
  sqlite3_stmt *insert = writer->insert[table];
  assert ((int) strlen (kinds) == sqlite3_bind_parameter_count (insert));
  va_list values;
  va_start (values, kinds);
  for (int column = 1; kinds[column - 1]; column++)
    {
      const char kind = kinds[column - 1];
      const json_t *json = kind == 'j' ? va_arg (values, const json_t *) : NULL;
      const char *text = kind == 't'   ? va_arg (values, const char *)
                         : kind == 'j' ? json_string_value (json)
                                       : NULL;
      if (kind == 'r')
        note (writer, sqlite3_bind_double (insert, column, va_arg (values, double)));
      else if (kind == 'n')
        note (writer, sqlite3_bind_int64 (insert, column, va_arg (values, int64_t)));
      else if (json_is_integer (json))
        note (writer, sqlite3_bind_int64 (insert, column, json_integer_value (json)));
      else
        note (writer, sqlite3_bind_text (insert, column, text, -1, SQLITE_TRANSIENT));
    }
  va_end (values);
  if (writer->error == SQLITE_OK)
    note (writer, sqlite3_step (insert));
  sqlite3_reset (insert);
}

static void
prepare (struct writer *writer, const char *path)
{
  /* The file is a draft that gets its name when it is whole: what SQLite does
     against crashes is not needed. */
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
  assert (model.index < results->names.entries.count);
  int64_t *number = &writer->model[model.index];
  if (*number == 0)
    {
      *number = ++writer->models;
      put_row (writer, TABLE_MODELS, "nt", *number, results_name (results, model));
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
      put_row (writer, table, "nnt", query, (int64_t) i + 1, text);
      if (i > 0)
        *end++ = ',';
      end = stpcpy (end, text);
    }
  assert (end < joined + length || !joined);
  return joined;
}

static void
put_steps (struct writer *writer, int64_t query, const json_t *steps)
{
  for (size_t i = 0; i < json_array_size (steps); i++)
    {
      const json_t *step = json_array_get (steps, i);
      put_row (writer, TABLE_STEPS, "nnjjjjjjn", query, (int64_t) i + 1,
               json_object_get (step, "process"), json_object_get (step, "action"),
               json_object_get (step, "object"), json_object_get (step, "at"),
               json_object_get (step, "source"), json_object_get (step, "phase"),
               (int64_t) json_is_true (json_object_get (step, "nested")));
    }
}

static void
put_result (struct writer *writer, const struct results *results, int64_t query,
            const struct result *result)
{
  struct record record;
  result_parse (result, &record);
  assert (record.decided);
  int64_t model = put_model (writer, results, result->model);
  char *fields = put_strings (writer, TABLE_FIELDS, query, record.fields);
  const json_t *place = json_object_get (record.json, "query");
  put_row (writer, TABLE_QUERIES, "ntnjjtjttttrt", query, record.id, model,
           json_array_get (place, 0), json_array_get (place, 1), record.automata,
           json_object_get (record.json, "pattern"), fields,
           verdict_word (record.verdict), record.reason, record.engine, record.ms,
           result->line);
  free (fields);
  free (put_strings (writer, TABLE_PROCESSES, query, record.processes));
  put_steps (writer, query, record.witness);
  json_decref (record.json);
}

enum status
store_write (struct outfile *out, const struct results *results,
             const uint32_t *order, uint32_t count)
{
  assert (count <= results->list.count && out->stream);
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
  static const char *const questions[]
    = { "PRAGMA application_id", "PRAGMA user_version" };
  static const int answers[] = { STORE_APPLICATION, STORE_VERSION };
  static const char *const complaints[]
    = { "an SQLite file, but none of phaselock", "written by a later phaselock, which "
                                                 "can read it" };
  for (int i = 0; i < 2; i++)
    {
      sqlite3_stmt *statement = NULL;
      int code = sqlite3_prepare_v2 (base, questions[i], -1, &statement, NULL);
      bool right = code == SQLITE_OK && sqlite3_step (statement) == SQLITE_ROW
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
      static const char select[] = "SELECT record FROM queries ORDER BY query";
      code = sqlite3_prepare_v2 (reader->base, select, -1, &reader->select, NULL);
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
  assert (reader->select);
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
