/* passed.h -- which starts and joins a process has behind it.
 *
 * An order, a start or a join, is passed at a place if no path from the entry of the body
 * leads there without it.  So a process there has made that start, or has seen those
 * processes end.  A call counts as passing nothing, but only if it can return.  That may
 * miss an order that is passed, and never adds one that is not.
 */
#ifndef CERTIFICATE_CHECKER_PASSED_H
#define CERTIFICATE_CHECKER_PASSED_H

#include "certificate/checker/part.h"

/* Set the orders of every body of SCENE, whose bodies are known; without starts and joins
   there are none.  May unwind. */
void passed_init (struct part_scene *scene);

/* Has a process with BODY that comes to ACTION passed order number ORDER? */
bool passed_before (const struct scene_body *body, uint32_t order, uint32_t action);

#endif
