/* witness_json.h -- witnesses in records (doc/json.md): written and read. */
#ifndef RESULTS_WITNESS_JSON_H
#define RESULTS_WITNESS_JSON_H

#include <jansson.h>

#include "ir/subject.h"
#include "witness/witness.h"

/* NAME: of the model, for the member `at'.  The caller owns the array. */
json_t *witness_to_json (const struct witness *witness, const struct ir_subject *subject,
                         const char *name);

/* The values that fields start with, if those can be any; there is one at least. */
json_t *witness_initial_to_json (const struct witness *witness,
                                 const struct ir_subject *subject);

/* "stack.eml:18:9", where NAME is that of the model. */
json_t *place_to_json (const struct ir_subject *subject, const char *name,
                       uint32_t offset);

struct witness_refusal
{
  uint32_t step; /* from 0 */
  char message[256];
};

/* Read STEPS, an array as above.  Names and places that the model does not
   have, and members that no step has, are refused: the first one that is wrong
   is in REFUSAL. */
bool witness_from_json (struct witness *witness, const json_t *steps,
                        struct ir_subject *subject, const char *name,
                        struct witness_refusal *refusal, struct arena *arena);

/* The same of LIST, the values that fields start with; null: there are none. */
bool witness_initial_from_json (struct witness *witness, const json_t *list,
                                struct ir_subject *subject,
                                struct witness_refusal *refusal, struct arena *arena);

/* The process or field with this name, or PROCESS_NONE, FIELD_NONE. */
process_id witness_find_process (const struct ir_subject *subject, const char *name);
field_id witness_find_field (const struct ir_subject *subject, const char *name);

#endif
