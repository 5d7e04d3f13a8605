/* records.h -- reading saved result files: one JSON record per query and line.
 *
 * What `check --format jsonl' and `batch' write (doc/json.md) is read back line
 * by line and checked strictly: what every reader relies on is there and has
 * the right type, members that nobody knows are kept and ignored.  A last line
 * without its newline that is no JSON was being written when the writer died:
 * it is left out with a warning, as a killed batch leaves it behind.  The journal
 * of such a batch, FILE.part, can be read as well.  An SQLite file that `merge'
 * wrote is read as the lines it was made of.
 *
 *     struct records records;
 *     struct record record;
 *     if (records_open (&records, path))
 *       while (records_next (&records, &record))
 *         use (&record);
 *     status = records_close (&records);
 *
 * Messages go to standard error as FILE:LINE.  The reader owns its buffer and
 * the record at hand, which lives until the next call; whoever keeps its
 * `json' takes a reference (json_incref), and the strings live as long as that.
 */
#ifndef RESULTS_RECORDS_H
#define RESULTS_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "io/status.h"
#include "engine/verdict.h"

/* A record that has been checked; all pointers lead into JSON. */
struct record
{
  json_t *json;
  const char *id;
  const char *model;
  const char *automata;
  uint32_t place, asked;  /* the how-manieth query of how many of its model; or 0 */
  const char *pattern;    /* its name; null: it has a number */
  json_int_t number;
  const json_t *fields;   /* array of strings, not empty */
  bool decided;           /* has a verdict; `batch --list' writes none */
  enum verdict_kind verdict;
  const char *reason;     /* of unknown; else null */
  const json_t *processes; /* array of strings, or null */
  const char *engine;     /* or null */
  double ms;              /* 0 if missing */
  const json_t *witness;  /* array of steps, or null */
  const char *because;    /* or null */
};

struct records
{
  const char *path;       /* borrowed; "-" is standard input */
  FILE *file;
  struct store_reader *store; /* of an SQLite file; else null */
  char *text;             /* the line at hand */
  size_t length, capacity;
  uint64_t line;          /* its number, from 1 */
  bool allow_undecided;   /* accept records without a verdict; set after opening */
  bool torn;              /* the last line was left out */
  bool failed;
  json_t *json;           /* the record at hand */
};

/* False, with a message, if it cannot be opened; close it all the same. */
bool records_open (struct records *records, const char *path);

/* The next record; false at the end, or after a message at the first that is bad. */
bool records_next (struct records *records, struct record *record);

/* STATUS_FINE, or STATUS_BAD_INPUT if there was a message. */
enum status records_close (struct records *records);

/* Check JSON, which is borrowed, and fill RECORD in.  Null if it is fine, else
   what is wrong with it, in a static or the caller's BUFFER. */
const char *record_check (struct record *record, json_t *json, char *buffer,
                          size_t size);

/* The name of the pattern as a person writes it: "12", "my-pattern". */
const char *record_pattern (const struct record *record, char *buffer, size_t size);

/* A string in an array of strings of a record. */
const char *record_string (const json_t *array, size_t index);

#endif
