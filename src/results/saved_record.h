/* saved_record.h -- a record that was read back and checked (doc/json.md).
 *
 * What every reader relies on is there and has the right type; members that
 * nobody knows are kept and ignored.
 */
#ifndef RESULTS_SAVED_RECORD_H
#define RESULTS_SAVED_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "witness/verdict.h"
#include "query/query.h"

/* A record that has been checked; all pointers lead into JSON. */
struct record
{
  json_t *json;
  const char *id;
  const char *model;
  const char *automata;
  uint32_t place, total; /* "query":[place, total] of its model; or 0 */
  enum query_kind kind;  /* "question"; records that lack it are of patterns */
  const char *pattern;   /* its name; null: it has a number, or is no pattern */
  json_int_t number;
  const char *at;       /* of an assert: its place in the model */
  const json_t *fields; /* array of strings; empty only of a deadlock or assert */
  bool decided;         /* has a verdict; `batch --list' writes none */
  enum verdict_kind verdict;
  bool has_gaps;           /* it is safe, but something was not looked at */
  const char *reason;      /* of unknown; else null */
  const json_t *processes; /* array of strings, or null */
  const json_t *locks;     /* of a deadlock: the same */
  const char *engine;      /* or null */
  const char *fingerprint; /* of a violation; or null */
  const char *cause;     /* of a violation: what it has in common with others; or null */
  const char *problem;   /* the cause in words; or null */
  int64_t order;         /* of its rank: the less, the earlier it is shown; 0: none */
  double ms;             /* 0 if missing */
  const json_t *witness; /* array of steps, or null */
  bool suspected;        /* ... of a suspicion, not of a violation */
  const char *because;   /* or null */
};

/* Check JSON, which is borrowed, and fill RECORD in.  Null if it is fine, else
   what is wrong with it, in a static or the caller's BUFFER. */
const char *record_check (struct record *record, json_t *json, char *buffer, size_t size);

/* The name of the pattern as a person writes it, "12", "my-pattern"; or "race",
   "deadlock", "assert:12:5", "exclusive". */
const char *record_pattern (const struct record *record, char *buffer, size_t size);

/* A string in an array of strings of a record. */
const char *record_string (const json_t *array, size_t index);

#endif
