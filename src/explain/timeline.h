/* timeline.h -- a witness as rows: one column per process, calls folded.
 *
 * A row is a step, or a call with everything inside it.  A call is folded if
 * nothing in it matters: no step of the automaton, no outermost operation of a
 * lock, no outermost end of a unit, no step of another process meanwhile.  The
 * return of a call that is not folded has no row, for the indentation shows it;
 * nor have nested operations of locks and nested ends of units, which change
 * nothing.  Of many accesses in a row that are not the automaton's, only those at
 * both ends have rows of their own; one row stands for the others.  Rows keep the
 * numbers of their steps, so some numbers are left out.
 *
 * The last rows of a race or deadlock are about to happen, all at one moment: whoever
 * can, shows them side by side.
 */
#ifndef EXPLAIN_TIMELINE_H
#define EXPLAIN_TIMELINE_H

#include "explain/finding.h"
#include "io/terminal.h"

struct timeline_lane
{
  const char *name;  /* of the process */
  const char *title; /* "u = T1 in withdraw": thread, process, procedure */
};

struct timeline_row
{
  uint32_t first, end; /* steps, from 0 */
  uint32_t lane;
  uint32_t depth;    /* of calls */
  uint32_t phase;    /* of the automaton; 0: none */
  uint32_t elided;   /* the number of steps that it stands for, unshown; or 0 */
  bool switches;     /* the row before is another process's */
  bool meets;        /* it and all rows after it are about to happen */
  const char *text;  /* what is done; all texts are safe to show */
  const char *brief; /* the same without "about to ", where the line above says that */
  const char *held;  /* the locks that all processes hold, once it is done */
  const char *place;
};

struct timeline
{
  uint32_t steps, switches;
  VEC (struct timeline_lane) lanes; /* by process of the cast */
  VEC (struct timeline_row) rows;
  uint32_t meeting; /* the first row that meets; the number of rows if none does */
};

/* The places of the rows that meet, each once: "Main.java:23, Main.java:15". */
const char *timeline_meeting_places (const struct timeline *timeline,
                                     struct arena *arena);

/* Of an explained finding.  UNFOLD: every step has a row. */
void timeline_build (struct timeline *timeline, const struct finding *finding,
                     bool unfold, struct arena *arena);

/* All of it for a person, within the width of TERMINAL: a headline, the table, why
   no lock prevented it, and the repair, if the finding has one. */
void timeline_print (const struct finding *finding, const struct timeline *timeline,
                     const struct terminal *terminal, struct arena *arena, FILE *file);

#endif
