/* sarif.h -- findings as a SARIF 2.1.0 log (doc/json.md).
 *
 * One run; its rules are the automata, its results the violations (fail) and
 * what is not known (open).  Results are written as they come; what is only
 * known at the end (the files that were named, the exit status) comes last.
 *
 *     struct sarif sarif;
 *     sarif_start (&sarif, file, set, chosen);
 *     sarif_add (&sarif, &model, number, &verdict, finding, known); // of every query
 *     status = sarif_end (&sarif, status);
 */
#ifndef RESULTS_SARIF_H
#define RESULTS_SARIF_H

#include <jansson.h>
#include <stdio.h>

#include "witness/verdict.h"
#include "explain/finding.h"
#include "results/query_options.h"

struct sarif
{
  FILE *file;
  const struct pa_set *automata;
  const struct pattern_choice *chosen;
  bool baseline; /* results say whether they are known; set after the start */
  uint32_t results;
  json_t *artifacts; /* an array of files */
  json_t *places;    /* URI -> place there */
  json_t *notifications;
  bool failed; /* not enough memory */
};

/* Everything is borrowed until the end. */
void sarif_start (struct sarif *sarif, FILE *file, const struct pa_set *automata,
                  const struct pattern_choice *chosen);

/* The verdict on query NUMBER of MODEL; safe ones leave no trace.  FINDING: the
   violation or suspicion, explained; or null.  KNOWN: it was known before. */
void sarif_add (struct sarif *sarif, const struct model_queries *model, uint32_t number,
                const struct verdict *verdict, const struct finding *finding, bool known);

/* What a model that was made from a program leaves out or adds: a notification for each
   note; nothing for other models. */
void sarif_add_notes (struct sarif *sarif, struct ir_subject *subject);

/* A step of a finding that is of no query: in a trace (src/cli/trace_finding.h). */
struct sarif_step
{
  const char *at;   /* FILE:LINE, any text, or null */
  const char *text; /* what happens */
};

/* A finding of AUTOMATON in the file PATH, or a question that was not decided, if there
   is no step.  IDENTITY: what stays the same in another run.  RECORD: its record, which
   is dropped. */
struct sarif_found
{
  const struct pa_automaton *automaton;
  const char *path;
  const char *text;
  const struct sarif_step *steps;
  uint32_t count;
  const char *identity;
  json_t *record;
};
void sarif_add_found (struct sarif *sarif, const struct sarif_found *found);

/* A model that could not be read: its first error. */
void sarif_add_bad_model (struct sarif *sarif, struct ir_subject *subject);

/* STATUS: the exit status of the run.  STATUS_FINE, or what went wrong here. */
enum status sarif_end (struct sarif *sarif, enum status status);

/* The URI of PATH: relative if it is, percent-encoded; owned by the caller. */
char *sarif_uri (const char *path, size_t length);

#endif
