/* watch_changes.h -- check --watch: which causes are new since the last outcome, and
 which are gone.
 *
 * Causes are recognised by their models and keys (explain/cause.h).  Each outcome has an
 * arena of its own.
 */
#ifndef CLI_WATCH_CHANGES_H
#define CLI_WATCH_CHANGES_H

#include <stdio.h>

#include "base/arena.h"
#include "explain/cause.h"
#include "io/terminal.h"

struct watch_cause
{
  const char *model, *key;
  const char *text; /* "lost update of count: ..." */
  struct rank rank;
  uint32_t order; /* in which it was found */
};

struct watch_outcome
{
  struct quota quota;
  struct arena arena;
  VEC (struct watch_cause) causes;
  bool is_there; /* all models could be read, and were decided */
};

struct watch_changes
{
  struct watch_outcome last, now;
};

void watch_changes_init (struct watch_changes *changes);
void watch_changes_clear (struct watch_changes *changes);

/* The model SUBJECT has CAUSES.  False: there is no memory for them. */
bool watch_changes_add (struct watch_changes *changes, const struct ir_subject *subject,
                        const struct causes *causes);

/* All models of this time are decided; WHOLE: and nothing was in the way.  Say into FILE
   what is new and what is gone, if there was a last time, unless FILE is null.  What
   could not be decided whole is not compared, now or later. */
void watch_changes_end (struct watch_changes *changes, bool whole, FILE *file);

#endif
