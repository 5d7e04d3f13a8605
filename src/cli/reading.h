/* reading.h -- read a model for a command, and show what is wrong with it. */
#ifndef SRC_READING_H
#define SRC_READING_H

#include <stdbool.h>

#include "cli/command.h"
#include "eml/eml.h"
#include "io/inputs.h"

/* Do WORK for every model of INPUTS that can be read up to STAGE; diagnostics
   of all of them go to standard error, unless QUIET. */
enum reading_stage
{
  READING_TREE,   /* parsed */
  READING_SYSTEM, /* checked and lowered */
};

struct reading
{
  enum reading_stage stage;
  bool quiet;    /* the command shows diagnostics itself */
  /* NAME: the model's in records.  FINE: the model could be read; else only
     the source and the diagnostics are there.  Returns a status. */
  enum status (*work) (struct eml *eml, const char *name, bool fine, void *context);
  void *context;
};

enum status reading_each (struct inputs *inputs,
                          const struct reading *reading);

#endif
