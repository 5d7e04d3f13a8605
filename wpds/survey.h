/* survey.h -- facts about a multi-PDS that do not depend on the question.
 *
 * Computed once for each model, in time linear in its rules:
 *
 *   returns  can the procedure that a symbol belongs to still return from it?
 *   held     which locks does a process hold when this symbol is on top?  One answer
 *            per symbol, since bodies are specialised by the locks held (ir/project.h).
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
  SURVEY_STEP,
  SURVEY_CALLEE, /* the symbol is the entry of a procedure that is called */
  SURVEY_UNDER,  /* a call returns to the symbol */
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
  idset held;     /* locks held at some occurrence */
  idset common;   /* locks held at all of them */
  uint32_t first; /* into places */
  uint32_t count; /* occurrences */
};

struct survey_body
{
  bool known;
  VEC (pds_symbol) symbols;           /* reachable, in the order of their numbers */
  VEC (struct survey_action) actions; /* without skips, in the order of their numbers */
  pds_symbol *places;                 /* where the actions occur, action by action */
  idset acquires;                     /* locks that the body acquires */
  bool calls;                         /* does it call a procedure? */
};

/* Numbers for some symbols, for one computation at a time, which first increases ROUND:
   the numbers of earlier rounds, even interrupted ones, do not count. */
struct survey_scratch
{
  uint32_t round;
  uint32_t *round_of; /* by symbol: the round in which it got its number */
  uint32_t *number;   /* by symbol */
};

struct survey
{
  const struct pds *pds;
  struct arena *arena;
  bool *returns;         /* by symbol */
  uint32_t *return_rule; /* by symbol that returns: its rule on a way to the return */
  idset *held;           /* by symbol that some process can reach */
  uint32_t *first_back;  /* by symbol; then the end of `back' */
  struct survey_back *back;
  uint32_t bodies;
  struct survey_body *body; /* by body of the processes */
  uint32_t *mark;           /* by symbol: the last walk that visited it */
  uint32_t last_mark;       /* the number of walks */
  VEC (uint32_t) work;      /* symbols to be processed */
  struct survey_scratch scratch;
  uint32_t *place;   /* scratch, by action: all ones between uses */
  uint32_t *acquire; /* by lock: the action that acquires it, or all ones */
};

/* PDS is borrowed. */
void survey_init (struct survey *survey, const struct pds *pds, struct arena *arena);

/* The symbols that a process with BODY, which starts at ENTRY, can reach. */
const struct survey_body *survey_reach (struct survey *survey, body_id body,
                                        pds_symbol entry);

/* How BODY, whose symbols are known, does ACTION; null: it does not. */
const struct survey_action *survey_find_action (const struct survey_body *body,
                                                uint32_t action);

/* The action that acquires LOCK, or UINT32_MAX. */
uint32_t survey_acquire_of (const struct survey *survey, lock_id lock);

#endif
