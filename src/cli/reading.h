/* reading.h -- read models for a command, and show what is wrong with them. */
#ifndef CLI_READING_H
#define CLI_READING_H

#include <stdbool.h>

#include "cli/command.h"
#include "eml/eml.h"

enum reading_stage
{
  READING_TREE,   /* parsed */
  READING_SYSTEM, /* checked and lowered */
};

struct reading
{
  enum reading_stage stage;
  bool quiet;    /* the command shows diagnostics itself */
  /* NAME is the model's in records.  FINE: the model was read up to the stage;
     otherwise only the source and the diagnostics are there. */
  enum status (*work) (struct eml *eml, const char *name, bool fine, void *context);
  void *context;
};

/* Do the work for every model of INPUTS, whether it can be read or not; diagnostics
   go to standard error, unless the command is quiet. */
enum status reading_each (struct inputs *inputs, const struct reading *reading);

/* The same for MODELS, which are freed; the status of naming them counts, too. */
enum status reading_models (struct models *models, const struct reading *reading);

/* Do the work for the model at PATH.  COMMAND complains if that is a folder with
   several models, or none. */
enum status reading_one (const char *command, const char *path,
                         const struct reading *reading);

#endif
