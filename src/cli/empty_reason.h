/* empty_reason.h -- what is safe only because the model has too little in it.
 *
 * With one process, without a unit, or where no two processes share an atomic set, there
 * is nothing that could go wrong (wpds/sharing.h).  `lint' warns of that, and `check'
 * says it behind the verdict.  Where there is no query at all, `check' says why.
 */
#ifndef CLI_EMPTY_REASON_H
#define CLI_EMPTY_REASON_H

#include "cli/check.h"
#include "ir/subject.h"

/* Add warnings to the diagnostics of SUBJECT, which was lowered. */
void empty_reason_warn (struct ir_subject *subject);

/* A sentence for a person, in the arena of the model, or null.  Only the sets that were
   asked about count; of automata that do not ship with the program nothing is known. */
const char *empty_reason_of (const struct check_model *model);

#endif
