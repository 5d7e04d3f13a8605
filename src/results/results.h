/* results.h -- whole result files in memory, for what has to see all records.
 *
 * Of each record the line is kept as it was written, and what records are
 * sorted, matched and compared by; whoever wants more reads the line again
 * (result_parse).  Several files can be read one after the other: names are
 * shared, so that equal ids, models and questions are equal numbers.
 *
 * All memory is the arena's, so running out of it unwinds to its quota.
 */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "io/status.h"
#include "results/record_reader.h"

struct result
{
  name_id id;
  name_id model;
  name_id automata;
  name_id question;      /* model, automata, pattern and fields: what a person asked */
  uint32_t place, total; /* as in struct record */
  name_id cause;         /* of a violation; NAME_NONE: it has none */
  int64_t order;         /* of its rank, or 0 */
  bool answered;         /* has a verdict */
  bool witness;          /* has steps */
  enum verdict_kind verdict;
  bool has_gaps; /* it is safe, but something was not looked at */
  double ms;
  const char *line; /* without its line end, terminated */
  uint32_t length;
  uint32_t file;   /* where it came from */
  uint64_t number; /* of the line, from 1 */
};

struct results
{
  struct arena *arena;
  struct names names;
  VEC (const char *) files; /* paths, borrowed */
  VEC (struct result) list;
};

void results_init (struct results *results, struct arena *arena);

/* Add the records of PATH, in their order; messages go to standard error.
   LISTED: queries without a verdict are fine, too. */
enum status results_read (struct results *results, const char *path, bool listed);

/* Of several records of one query from FROM on keep one: a verdict goes before
   `unknown', a record with a witness before one without, the faster before the slower;
   whatever their order, it is the same one.  The others vanish; the order stays,
   each query where it first was.  "violation" and "safe" for one query is
   nothing to choose from: a message, and STATUS_INTERNAL. */
enum status results_join (struct results *results, uint32_t from);

/* By name, one more than the index of the record among FROM to END (the last one,
   if several) whose id that is; or 0.  In the arena. */
uint32_t *results_index_ids (const struct results *results, uint32_t from, uint32_t end);

const char *results_name (const struct results *results, name_id name);

/* "FILE:LINE" of RESULT, to standard error. */
void results_print_origin (const struct results *results, const struct result *result);

/* "models/stack.eml  pattern 12  count,data", perhaps without its MODEL. */
void results_print_question (const struct result *result, bool model, FILE *file);

/* The record in full.  The caller drops record->json. */
void result_parse (const struct result *result, struct record *record);

#endif
