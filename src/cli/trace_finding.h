/* trace_finding.h -- what was found in a trace, and how it is written: as text, as a
 * record, as a result of SARIF.
 */
#ifndef CLI_TRACE_FINDING_H
#define CLI_TRACE_FINDING_H

#include <jansson.h>
#include <stdio.h>

#include "phaseauto/phase_automaton.h"
#include "query/query.h"
#include "results/sarif.h"

/* One event of a finding. */
struct trace_step
{
  const char *thread;
  const char *op;          /* "r", "acq" and so on */
  const char *object;      /* or null */
  uint64_t event;          /* its number in the trace */
  const char *at;          /* its location, or null */
  const char *const *held; /* the locks that the thread holds, ended by a null pointer;
                              or null: not known */
};

struct trace_finding
{
  enum query_kind kind;
  const struct pa_automaton *automaton;
  const char *file;             /* the trace */
  const char *const *variables; /* ended by a null pointer */
  const char *const *threads;   /* of a pattern: who plays each thread of the automaton */
  const char *automata;         /* of a pattern: its set */
  const struct trace_step *steps; /* a race: two; a pattern: its steps; a deadlock: the
                                     acquires that wait, each for the thread after it */
  uint32_t count;
  /* Of a prediction: the window, and the events up to there in their order. */
  bool predicted;
  bool consistent; /* reads see the same writes: it is an execution */
  uint64_t first, last;
  const struct trace_step *order; /* without the locks that are held */
  uint32_t order_count;
};

/* The record, owned by the caller. */
json_t *trace_finding_record (const struct trace_finding *finding);

/* A result of SARIF.  Texts are in ARENA. */
void trace_finding_add_to_sarif (const struct trace_finding *finding, struct sarif *sarif,
                                 struct arena *arena);

/* A record as those of `check', for the page; owned by the caller.  The witness is what a
   prediction says, or the events of the finding alone. */
json_t *trace_finding_page_record (const struct trace_finding *finding,
                                   struct arena *arena);

/* Two or more lines. */
void trace_finding_print (const struct trace_finding *finding, FILE *file);

#endif
