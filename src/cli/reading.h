/* reading.h -- find and read models for a command, and show what is wrong with them. */
#ifndef CLI_READING_H
#define CLI_READING_H

#include <stdbool.h>

#include "cli/command.h"
#include "ir/subject.h"
#include "report/report.h"

struct reading
{
  enum input_stage stage;
  bool quiet; /* the command shows diagnostics itself */
  /* NAME is the model's in records.  FINE: the model was read up to the stage;
     otherwise only the source and the diagnostics are there. */
  enum status (*work) (struct ir_subject *subject, const char *name, bool fine,
                       void *context);
  void *context;
};

/* Search what MODELS names; messages go to standard error.  The inputs of an earlier
   search are cleared. */
void reading_find (struct models *models);

/* Do the work for every model that was found, whether it can be read or not;
   diagnostics go to standard error, unless the command is quiet.  The status of the
   search counts, too. */
enum status reading_each (const struct models *models, const struct reading *reading);

/* The same for those that are wanted; its context is the reading's. */
typedef bool reading_filter (const struct input *input, void *context);
enum status reading_some (const struct models *models, const struct reading *reading,
                          reading_filter *wanted);

/* Let REPORT look for sources in the folders of --source, and in those that were given.
 */
enum status reading_search_sources (const struct models *models, struct report *report);

/* Free what MODELS holds. */
void reading_forget (struct models *models);

/* All of this. */
enum status reading_models (struct models *models, const struct reading *reading);

/* Do the work for the model at PATH, which OPTIONS help to find.  COMMAND complains if
   there are several models, or none. */
enum status reading_one (const char *command, const char *path,
                         const struct input_options *options,
                         const struct reading *reading);

#endif
