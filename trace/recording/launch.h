/* launch.h -- run a program so that it records itself.
 *
 * The recorder is in a folder of its own, also under the name of ThreadSanitizer's
 * runtime: a program that was linked with that finds ours first.  Nothing is printed.
 */
#ifndef RECORDING_LAUNCH_H
#define RECORDING_LAUNCH_H

#include <stdbool.h>

#include "base/arena.h"

struct launch
{
  char **words;          /* the program and its arguments, ended by a null pointer */
  const char *library;   /* the folder of the recorder */
  const char *recording; /* the file for the recorder, an absolute path */
};

struct launch_end
{
  int error;  /* why it could not be started (errno); 0: it ran */
  int status; /* as waitpid gives it */
};

/* The folder of the recorder: beside this program in a build, otherwise INSTALLED.  Null
   if it is in neither. */
const char *launch_find_library (struct arena *arena, const char *installed);

/* Run the program until it ends.  SIGTERM and SIGHUP are passed on to it; the terminal
   sends it the others itself. */
struct launch_end launch_run (const struct launch *launch);

#endif
