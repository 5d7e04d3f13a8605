/* finding_json.h -- what `explain' adds to the record of a violation
 * (doc/json.md).  The caller owns the objects. */
#ifndef WITNESS_EXPLAIN_JSON_H
#define WITNESS_EXPLAIN_JSON_H

#include <jansson.h>

#include "explain/repair.h"

/* The sentences, as one string. */
json_t *because_to_json (const struct because *because, const struct finding *finding);

json_t *repair_to_json (const struct repair *repair, const struct finding *finding);

#endif
