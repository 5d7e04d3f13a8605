/* survey.h -- what is known of a multi-PDS whatever is asked about it.
 *
 * Computed once per model, in time linear in its rules:
 *
 *   returns  can the procedure that a symbol belongs to still return from it?
 *   held     which locks does a process hold when this symbol is on top?  One
 *            answer per symbol, since a symbol knows its context.
 *   back     the rules read backwards, for propagating from effects to causes.
 *
 * And per process body, on demand: the symbols it can reach, and the actions
 * it can do, where, and with which locks held.
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

/* An action that a body can do. */
struct survey_action
{
  uint32_t action;
  idset held;      /* locks held at some occurrence */
  idset common;    /* locks held at all of them */
  uint32_t first;  /* into places */
  uint32_t count;  /* occurrences */
};

struct survey_body
{
  bool known;
  VEC (pds_symbol) symbols;             /* reachable, in the order of their numbers */
  VEC (struct survey_action) actions;   /* but skips, in the order of their numbers */
  pds_symbol *places;                   /* of the actions, in order */
  idset acquires;                       /* locks that it acquires */
  bool calls;                           /* does it call anything? */
};

/* Numbers for some of the symbols, of whoever needs them: what was left by an
   earlier round, be it interrupted, does not count. */
struct survey_scratch
{
  uint32_t round;
  uint32_t *round_of; /* by symbol */
  uint32_t *number;   /* by symbol, in this round */
};

struct survey
{
  const struct pds *pds;
  struct arena *arena;
  bool *returns;             /* by symbol */
  uint32_t *return_rule;     /* by symbol that returns: a rule on a way to it */
  idset *held;               /* by symbol, if some process can reach it */
  uint32_t *first_back;      /* of each symbol, and the end */
  struct survey_back *back;
  uint32_t bodies;
  struct survey_body *body;  /* by body of the processes */
  uint32_t *mark;            /* by symbol: of a walk, or less */
  uint32_t last_mark;
  struct survey_scratch scratch;
  uint32_t *place;           /* by action: scratch, all ones */
  uint32_t *acquire;         /* by lock: its acquisition, or all ones */
};

/* PDS is borrowed. */
void survey_init (struct survey *survey, const struct pds *pds,
                  struct arena *arena);

/* The symbols that a process with BODY, which starts at ENTRY, can reach. */
const struct survey_body *survey_reach (struct survey *survey, body_id body,
                                        pds_symbol entry);

/* What BODY, which was reached, knows of ACTION; or null. */
const struct survey_action *survey_find_action (const struct survey_body *body,
                                                uint32_t action);

/* The action that acquires LOCK, or UINT32_MAX. */
uint32_t survey_acquire_of (const struct survey *survey, lock_id lock);

#endif
