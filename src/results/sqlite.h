/* sqlite.h -- SQLite, loaded when it is needed.
 *
 * Few runs of the program read or write an SQLite file.  If it were linked, every start
 * would load the library and look its symbols up, all of them, since they are bound
 * before main begins.
 */
#ifndef RESULTS_SQLITE_H
#define RESULTS_SQLITE_H

#include <sqlite3.h>

#define SQLITE_FUNCTIONS(FUNCTION)                                                       \
  FUNCTION (bind_int64)                                                                  \
  FUNCTION (bind_text)                                                                   \
  FUNCTION (close)                                                                       \
  FUNCTION (column_bytes)                                                                \
  FUNCTION (column_int)                                                                  \
  FUNCTION (column_text)                                                                 \
  FUNCTION (db_config)                                                                   \
  FUNCTION (errstr)                                                                      \
  FUNCTION (exec)                                                                        \
  FUNCTION (finalize)                                                                    \
  FUNCTION (libversion)                                                                  \
  FUNCTION (open_v2)                                                                     \
  FUNCTION (prepare_v2)                                                                  \
  FUNCTION (reset)                                                                       \
  FUNCTION (step)

/* The functions, without the `sqlite3_' that their names begin with. */
struct sqlite
{
#define SQLITE_MEMBER(name) __typeof__ (sqlite3_##name) *name;
  SQLITE_FUNCTIONS (SQLITE_MEMBER)
#undef SQLITE_MEMBER
};

/* Null if the library is not installed.  The first call loads it, for good. */
const struct sqlite *sqlite_library (void);

#endif
