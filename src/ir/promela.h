/* promela.h -- a model in Promela, the language of Spin.
 *
 * The processes and steps are those of the model: every access to a field, acquire,
 * release, start, join and assume is one step; calls are inlined (inlined.h).  Asserts
 * and places that may go wrong are assertions; the macros CLAIM, EXCLUSIVE, RACE and
 * DEADLOCK, which the text explains, choose what is checked.  Patterns are not.
 */
#ifndef IR_PROMELA_H
#define IR_PROMELA_H

#include <stdio.h>

#include "ir/project.h"

/* Write the model of LOWERING to FILE.  False, and nothing is written, if Promela cannot
   express it; *PROBLEM says why. */
bool promela_write (const struct ir_projection *lowering, FILE *file, struct arena *arena,
                    const char **problem);

#endif
