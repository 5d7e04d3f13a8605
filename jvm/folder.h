/* folder.h -- folders that are gone when they are no longer needed. */
#ifndef JVM_FOLDER_H
#define JVM_FOLDER_H

#include "base/arena.h"

/* A new, empty folder that only we can enter, in $TMPDIR or /tmp; null: errno says why.
 */
char *folder_create (struct arena *arena);

/* Remove PATH and all in it; links are not followed.  It may be gone already. */
void folder_remove (const char *path);

#endif
