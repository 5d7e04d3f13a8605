/* objects.h -- a random model with classes, and its twin without.
 *
 * In the twin each procedure is written out for each of its bindings, and members have
 * the names that objects give them: `a.x'.  Both must get the same verdicts.  Both are
 * printed from one plan, and are valid.
 */
#ifndef TESTS_OBJECTS_H
#define TESTS_OBJECTS_H

#include <stdio.h>

#include "models/families/chance.h"

/* Processes and fields of all models, copies not counted. */
#define OBJECTS_PROCESSES 3
#define OBJECTS_FIELDS 5

/* Draws the same from CHANCE, whichever of the two is written. */
void objects_write (FILE *out, struct chance *chance, bool twin);

#endif
