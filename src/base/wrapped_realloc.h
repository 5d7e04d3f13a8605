/* wrapped_realloc.h -- calls of realloc by libraries that do not look at its result.
 *
 * The linker gives every call of realloc in the program to __wrap_realloc (--wrap, in
 * src/local.mk).  If there is no memory, the handler is asked whether to try again; it
 * may also unwind.  Where a program is linked without --wrap, nothing of this happens.
 */
#ifndef BASE_WRAPPED_REALLOC_H
#define BASE_WRAPPED_REALLOC_H

#include <stdbool.h>

/* Ask HANDLER from now on.  It may be set repeatedly, but there is only one. */
void wrapped_realloc_set_handler (bool (*handler) (void));

#endif
