/* guards.h -- @GuardedBy: is it so? */
#ifndef JAVA_GUARDS_H
#define JAVA_GUARDS_H

#include "java/writer/body.h"

/* A note for each access to a field with @GuardedBy at which the lock that it names is
   not certainly held.  IS_CALLED: by body. */
void guards_check (struct extraction *x, const struct bodies *bodies,
                   const bool *is_called);

#endif
