/* check.h -- what `check' found in one model, and how it is shown.
 *
 * check_text.c shows it to a person, check_json.c to a script.
 */
#ifndef SRC_CHECK_H
#define SRC_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "eml/eml.h"
#include "query.h"
#include "status.h"
#include "verdict.h"

struct check_model
{
  const struct eml *eml;
  const char *name;             /* of the model, in records */
  const struct pa_set *automata;
  const struct queries *queries;
  const struct verdict *verdicts; /* by query */
  uint32_t decided;             /* the first so many have a verdict */
  bool stats;
};

struct check_totals
{
  uint32_t safe, violations, unknown;
};

struct check_totals check_count (const struct check_model *model);

/* The whole model: a table, the violations, what is not known. */
void check_print_text (const struct check_model *model, bool quiet);

/* One line for one query. */
enum status check_print_record (const struct check_model *model, uint32_t query);

/* "count,data" for query number QUERY, quoted where names need it. */
char *check_fields_text (const struct check_model *model, const struct query *query,
                         struct arena *arena);

#endif
