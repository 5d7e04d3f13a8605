/* provenance_json.h -- what a model was made from, as JSON (doc/json.md). */
#ifndef RESULTS_PROVENANCE_JSON_H
#define RESULTS_PROVENANCE_JSON_H

#include <jansson.h>

#include "ir/provenance.h"

/* How many notes there are: {"may_miss": 1, "adds_executions": 2}. */
json_t *provenance_notes_to_json (const struct provenance *provenance);

/* All of it: the summary, every note, and where each line of the model comes from. */
json_t *provenance_to_json (const struct provenance *provenance);

#endif
