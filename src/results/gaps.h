/* gaps.h -- what was not looked at for a query: the notes of a model that was made from a
 * program which concern its question and its fields.  Only where there is none does
 * "safe" speak of the program. */
#ifndef RESULTS_GAPS_H
#define RESULTS_GAPS_H

#include <jansson.h>
#include <stdbool.h>

#include "ir/provenance.h"
#include "results/query_options.h"

/* Does NOTE say that executions are missing which QUERY asks about? */
bool gap_concerns (const struct model_queries *model, const struct query *query,
                   const struct provenance_note *note);
/* Is there such a note? */
bool gaps_exist (const struct model_queries *model, const struct query *query);
/* All of them, those of one code and field together:
   [{"code": "unknown-call", "count": 2, "text": ..., "at": ...}]; null: none. */
json_t *gaps_to_json (const struct model_queries *model, const struct query *query);

#endif
