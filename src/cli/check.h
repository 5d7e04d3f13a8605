/* check.h -- what `check' found in one model, and how it is shown.
 *
 * check_text.c shows it to a person and decides nothing; scripts read records
 * (results/query_record.h).
 */
#ifndef SRC_CHECK_H
#define SRC_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/verdict.h"
#include "explain/group.h"
#include "io/status.h"
#include "io/terminal.h"
#include "query/query_options.h"

struct check_model
{
  const struct model_queries *asked;
  const struct verdict *verdicts; /* by query */
  uint32_t decided;             /* how many of them, from the first on, are there */
  /* Of the violations, the first of each explained; null: one line each. */
  const struct groups *groups;
  bool stats;
  FILE *file;                   /* where it is shown, */
  struct terminal terminal;     /* and what that can show */
};

struct check_totals
{
  uint32_t safe, violations, unknown;
};

struct check_totals check_count (const struct check_model *model);

/* Said of what is safe when only some processes were asked about (-P). */
#define CHECK_ONLY_THESE "with these processes only"

/* The whole model: a table, the violations, what is not known. */
void check_print_text (const struct check_model *model, bool quiet);

/* "count,data" for query number QUERY, quoted where names need it, safe to show. */
char *check_fields_text (const struct check_model *model, const struct query *query,
                         struct arena *arena);

#endif
