/* inputs.h -- the models that the command line names.
 *
 * A path is a model, or a folder that stands for every *.eml below it, sorted
 * by bytes.  The list owns its strings.  Names tell models apart in records, so
 * models that would have the same name get their paths as names.
 */
#ifndef IO_INPUTS_H
#define IO_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/status.h"

struct input
{
  char *path;       /* to open it */
  const char *name; /* in records: as given, or relative to the folder given */
};

struct inputs
{
  struct input *list;
  size_t count, capacity;
};

/* Add PATH, or the models below it; messages go to standard error. */
enum status inputs_add (struct inputs *inputs, const char *path);
/* After the last inputs_add: different files get different names. */
enum status inputs_tell_apart (struct inputs *inputs);
void inputs_clear (struct inputs *inputs);

#endif
