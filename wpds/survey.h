/* survey.h -- what is known of a multi-PDS whatever is asked about it.
 *
 * Computed once per model, in time linear in its rules:
 *
 *   returns  can the procedure that a symbol belongs to still return from it?
 *   held     which locks does a process hold when this symbol is on top?  One
 *            answer per symbol, since a symbol knows its context.
 *   back     the rules read backwards, for propagating from effects to causes.
 *
 * And per process body, on demand: the symbols it can reach.
 */
#ifndef WPDS_SURVEY_H
#define WPDS_SURVEY_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/pds.h"

/* How a symbol is reached from another one. */
enum survey_way
{
  SURVEY_STEP,    /* by a step */
  SURVEY_CALLEE,  /* it is the entry that a call goes to */
  SURVEY_UNDER,   /* it is where a call returns to */
};

struct survey_back
{
  pds_symbol from;
  enum survey_way way;
  uint32_t rule;
};

struct survey_body
{
  bool known;
  VEC (pds_symbol) symbols; /* reachable, in the order of their numbers */
};

struct survey
{
  const struct pds *pds;
  struct arena *arena;
  bool *returns;             /* by symbol */
  idset *held;               /* by symbol, if some process can reach it */
  uint32_t *first_back;      /* of each symbol, and the end */
  struct survey_back *back;
  uint32_t bodies;
  struct survey_body *body;  /* by body number of the processes */
};

/* PDS is borrowed. */
void survey_init (struct survey *survey, const struct pds *pds,
                  struct arena *arena);

/* The symbols that a process with BODY, which starts at ENTRY, can reach. */
const struct survey_body *survey_reach (struct survey *survey, uint32_t body,
                                        pds_symbol entry);

#endif
