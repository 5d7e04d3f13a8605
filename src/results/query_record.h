/* query_record.h -- the JSON record of a query (doc/json.md).
 *
 * One for each query, the same for all commands: first what is asked, then
 * what was found out.  The caller owns the records.
 */
#ifndef RESULTS_QUERY_RECORD_H
#define RESULTS_QUERY_RECORD_H

#include <jansson.h>

#include "witness/verdict.h"
#include "explain/finding.h"
#include "results/query_options.h"

struct record_options
{
  bool stats; /* what it took */
  bool known; /* a violation that was known before (results/baseline.h), or that */
  const char *suppressed; /* ... the program says here not to report; or null */
  const char *reason;     /* and why; or null */
  /* An explained violation: its interleaving, why no lock prevented it, and what
     would repair it are in the record; null: they are not. */
  const struct finding *finding;
  const struct execution *execution; /* of a violation that was driven; or null */
  const char *why_safe; /* of a safe query: what protects it; null: not in the record */
};

#define RECORD_ID_SIZE 33

/* The stable id of QUERY. */
void record_write_id (const struct model_queries *model, const struct query *query,
                      char id[RECORD_ID_SIZE]);

/* The members "question", "pattern" (of a pattern) and "fields". */
void record_add_pattern (json_t *record, const struct pds *pds,
                         const struct query *query);

/* Of an assert, which one it is: its place, the statement, the text that goes with it. */
void record_add_claim (json_t *record, const struct model_queries *model,
                       const struct query *query);

/* What query NUMBER of MODEL asks. */
json_t *record_start (const struct model_queries *model, uint32_t number);
/* And its answer.  The witness of a violation must be there still, in VERDICT or, if
   that is given, in the finding. */
void record_add_verdict (json_t *record, const struct model_queries *model,
                         uint32_t number, const struct verdict *verdict,
                         const struct record_options *options);

/* What was seen when FINDING was driven, and its rank by that, into the record of a
   violation. */
void record_add_execution (json_t *record, const struct model_queries *model,
                           const struct finding *finding);

#endif
