/* fiber.h -- work that is put aside and taken up again.
 *
 * A fiber has a stack of its own.  Its work runs on that stack, when the owner resumes
 * it, and stops where it pauses; everything else is as in a call of a function.  No
 * threads, no signals: at any time one of the two runs, and the other one waits for it.
 *
 *     struct fiber *fiber = fiber_new (work, context);
 *     while (fiber_resume (fiber))
 *       something_else ();          // the work has called fiber_pause (fiber)
 *     fiber_free (fiber);           // also in the middle of the work
 *
 * No longjmp may lead from one stack to another.
 */
#ifndef BASE_FIBER_H
#define BASE_FIBER_H

#include <stdbool.h>

struct fiber;

/* Null if there is no memory. */
struct fiber *fiber_new (void (*work) (void *context), void *context);
/* Forget the work, wherever it is.  What it owns is lost. */
void fiber_free (struct fiber *fiber);

/* Go on until the work pauses (true) or has ended (false). */
bool fiber_resume (struct fiber *fiber);
/* Called by the work itself: return from fiber_resume. */
void fiber_pause (struct fiber *fiber);

#endif
