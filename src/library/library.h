/* library.h -- the opaque types of phaselock.h.
 *
 * Every entry that may need memory takes a checkpoint of the quota that its
 * arenas draw on, so nothing ever unwinds past the library.  A check and its
 * witnesses draw on the quota of their model: one checkpoint is enough.
 */
#ifndef LIBRARY_LIBRARY_H
#define LIBRARY_LIBRARY_H

/* Only what the public header declares is seen from outside. */
#pragma GCC visibility push(default)
#include "library/phaselock.h"
#pragma GCC visibility pop

#include "ir/subject.h"
#include "inputs/inputs.h"
#include "phaseauto/read_automata.h"
#include "witness/judge.h"

struct phaselock_messages
{
  const struct diags *diags; /* null: none were made */
  const struct source *source;
  char *text; /* all of them, rendered; allocated, or null */
};

struct phaselock_model
{
  struct quota quota;
  struct input_options search;
  struct inputs inputs; /* the one that it is read from */
  char *complaint;      /* about its path; allocated, or null */
  struct ir_subject subject;
  bool fine; /* it was read without errors */
  /* Memory ran out while something was put into its arenas: what is there may be
     incomplete, and the model can only be freed. */
  bool spoilt;
  struct phaselock_messages messages;
};

struct phaselock_automata
{
  struct quota quota;
  struct pa pa;
  bool fine;
  struct phaselock_messages messages;
};

/* The answer to a query. */
struct library_answer
{
  bool known; /* the query was decided, without an internal error */
  struct verdict verdict;
  struct arena arena; /* of the witness, under the quota of the model */
  const struct phaselock_witness *witness;   /* of a violation, or null */
  const struct phaselock_witness *suspicion; /* of an unknown verdict, or null */
};

struct phaselock_check
{
  struct phaselock_model *model;
  const struct phaselock_automata *automata;
  struct arena arena; /* under the quota of the model */
  struct queries queries;
  struct judge judge;
  struct library_answer *answers; /* by query */
  const char **places;            /* by claim: PATH:LINE:COLUMN */
};

const char *library_place (const struct source *source, uint32_t offset,
                           struct arena *arena);

/* The steps of STORY, with names for everything, in ARENA. */
struct phaselock_witness *library_witness (const struct ir_subject *subject,
                                           const struct witness *story,
                                           struct arena *arena);

#endif
