/* child.h -- programs of the JDK, started by us and ended by us.
 *
 * A child is the leader of a process group of its own, has no standard input, and dies
 * with us.  What it prints goes to a pipe.
 */
#ifndef JVM_CHILD_H
#define JVM_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "jvm/patience.h"

struct child
{
  pid_t process; /* 0: none */
};

/* Start WORDS[0], a path, in FOLDER; PATIENCE takes its output from now on.  False:
   errno says why. */
bool child_start (struct child *child, const char *const *words, const char *folder,
                  struct patience *patience);

/* Wait for its end: its status as waitpid gives it, or -1: it was not in time, and was
   killed. */
int child_wait (struct child *child, struct patience *patience, uint64_t deadline);

/* Kill it, and all that it started. */
void child_kill (struct child *child);

#endif
