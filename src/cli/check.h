/* check.h -- what `check' found in one model, and how it is shown.
 *
 * check_text.c shows it to a person and decides nothing; scripts read records
 * (results/query_record.h).
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/verdict.h"
#include "explain/group.h"
#include "io/status.h"
#include "io/terminal.h"
#include "query/query_options.h"

struct check_totals
{
  uint32_t count[3]; /* queries, by verdict */
  uint32_t known;    /* violations that were known before (--baseline) */
};

struct check_model
{
  const struct model_queries *model;
  const struct verdict *verdicts; /* by query */
  const bool *known;            /* by query: a violation that was known before */
  uint32_t decided;             /* how many of them, from the first on, are there */
  /* Of the new violations, the first of each explained; null: one line each. */
  const struct groups *groups;
  struct check_totals totals;   /* of the decided queries */
  bool stats;
  bool shipped;                 /* the automata are those of the program */
  FILE *file;                   /* where it is shown, */
  struct terminal terminal;     /* and what that can show */
};

/* Said of safe queries when only some processes were asked about (-P). */
#define CHECK_ONLY_THESE "with these processes only"

/* "28 queries: 2 violations, 26 safe", where MARK is ":".  SOME: only some processes were
   asked about. */
void check_print_counts (const struct check_totals *totals, const char *mark, bool some,
                         FILE *file);

/* Of violations, "" or ", both known": how many of them were known before. */
void check_print_known (const struct check_totals *totals, FILE *file);

/* Print the whole model: a table, the violations, the unknown queries.  QUIET: no table,
   one line for each violation that is new, and nothing if there is none. */
void check_print_text (const struct check_model *model, bool quiet);

#endif
