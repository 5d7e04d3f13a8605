/* provenance_text.h -- what a model was made from, for a person: what was looked at, and
 * what its notes mean for the verdicts (ir/provenance.h). */
#ifndef CLI_PROVENANCE_TEXT_H
#define CLI_PROVENANCE_TEXT_H

#include <stdio.h>

#include "ir/provenance.h"

/* "Stack: 5 methods, 2 fields, 1 lock; 3 notes"; no line end. */
void provenance_print_summary (const struct provenance *provenance, FILE *file);

/* "Stack.java:42: may miss: the lock is left out [dropped-lock]", a line for each. */
void provenance_print_notes (const struct provenance *provenance, FILE *file);

/* What a note with that CODE says was not looked at, in a few words: "native methods, and
   code that is not given"; of one that has no words here, the code. */
const char *provenance_gap_words (const char *code);

/* Notes of all models of a run. */
struct provenance_totals
{
  uint32_t models;            /* that were made from something */
  uint32_t empty;             /* of these, without a location that changes */
  uint32_t circles, programs; /* of these, no classes: struct provenance */
  uint32_t may_miss, added;   /* notes */
};
void provenance_count (struct provenance_totals *totals,
                       const struct provenance *provenance);

/* What notes mean for what was found: "2 notes say what the model may miss ..."; nothing
   if there are none.  SHOWN: they were printed; SAFE, FOUND: there are such verdicts. */
void provenance_print_meaning (const struct provenance_totals *totals, bool shown,
                               bool safe, bool found, FILE *file);

#endif
