/* finding_json.h -- what the record of a violation says of its finding, beside the
 * witness (doc/json.md).  The caller owns the objects. */
#ifndef RESULTS_FINDING_JSON_H
#define RESULTS_FINDING_JSON_H

#include <jansson.h>

#include "explain/rank.h"

/* Why no lock prevented it: the sentences, as one string. */
json_t *because_to_json (const struct finding *finding);

/* Of a finding that has a repair. */
json_t *repair_to_json (const struct finding *finding);

/* How dangerous a violation of SUBJECT is. */
/* The member "confirmed": what was seen on a real machine. */
json_t *execution_to_json (const struct execution *execution);

json_t *rank_to_json (const struct rank *rank, const struct ir_subject *subject,
                      struct arena *arena);

#endif
