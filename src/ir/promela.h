/* promela.h -- a model in Promela, the language of Spin.
 *
 * The same processes with the same steps: every access to a field, acquire, release,
 * start, join and assume is one; calls are written out (inlined.h).  Asserts and places
 * that may go wrong are assertions; the macros CLAIM, EXCLUSIVE, RACE and DEADLOCK, which
 * the text explains, choose what is checked.  Patterns are not.
 */
#ifndef IR_PROMELA_H
#define IR_PROMELA_H

#include <stdio.h>

#include "ir/project.h"

/* Write the model of LOWERING to FILE.  False, and nothing is written, if
   Promela has no words for it; *PROBLEM says why. */
bool promela_write (const struct ir_projection *lowering, FILE *file, struct arena *arena,
                    const char **problem);

#endif
