/* sarif.h -- findings as a SARIF 2.1.0 log (doc/json.md).
 *
 * One run; its rules are the automata and the other questions, its results the violations
 * (fail) and what is not known (open).  Violations of one cause (explain/cause.h) are one
 * result: that of the most dangerous one, with the places of the others; classes of a
 * program that have the cause in common share it.  The most dangerous come first, so
 * results are kept, as text, until the end.
 *
 *     struct sarif sarif;
 *     sarif_start (&sarif, file, set, chosen, NULL);
 *     result = sarif_add_violation (&sarif, &model, key, finding, state); // of each
 *     if (sarif_wants (&sarif, result, rank))
 *       sarif_show (&sarif, result, &model, number, &verdict, explained);
 *     status = sarif_end (&sarif, status);
 */
#ifndef RESULTS_SARIF_H
#define RESULTS_SARIF_H

#include <jansson.h>
#include <stdio.h>

#include "witness/verdict.h"
#include "explain/finding.h"
#include "explain/rank.h"
#include "results/query_options.h"

/* What URIs of files below the root are relative to, as GitHub and others call it. */
#define SARIF_ROOT "%SRCROOT%"

/* What is said of a violation besides: violations that differ in it are different
   results. */
struct sarif_state
{
  bool known;         /* it was known before */
  bool suppressed;    /* the program says that it is to be suppressed, */
  const char *reason; /* for this reason; or null */
};

/* A result that is kept. */
struct sarif_kept
{
  char *text;     /* its object, without the closing brace; null: not known yet */
  bool violation; /* else it is open */
  struct sarif_state state; /* the reason only while it is made */
  struct rank rank;         /* of a violation; its title is not kept */
  json_t *steps;     /* places: of the steps that are shown, the first one apart, */
  json_t *others;    /* and of other violations, by file and line */
  uint32_t count;    /* of violations */
  uint32_t position; /* in which order they came */
};

struct sarif
{
  FILE *file;
  const struct pa_set *automata;
  const struct pattern_choice *chosen;
  bool baseline; /* results say whether they are known; set after the start */
  char *root;    /* the folder that URIs are relative to; null: unknown */
  json_t *rules, *rule_places; /* and by id: their places */
  struct sarif_kept *results;
  uint32_t count, capacity;
  json_t *causes;    /* key of a cause -> place among the results */
  json_t *artifacts; /* an array of files */
  json_t *places;    /* URI -> place there */
  json_t *paths;     /* path -> location */
  json_t *notifications;
  bool failed; /* not enough memory */
};

/* Everything is borrowed until the end.  ROOT: a folder; null: the current one. */
void sarif_start (struct sarif *sarif, FILE *file, const struct pa_set *automata,
                  const struct pattern_choice *chosen, const char *root);

/* A violation whose locks are known, and whose cause has KEY: its place is one of that
   cause.  The number of the result. */
uint32_t sarif_add_violation (struct sarif *sarif, const struct model_queries *model,
                              const char *key, const struct finding *finding,
                              struct sarif_state state);

/* Is a violation with RANK to be that which result NUMBER shows? */
bool sarif_wants (const struct sarif *sarif, uint32_t number, const struct rank *rank);

/* What RESULT shows: the violation that FINDING is, explained; VERDICT is that of query
   NUMBER of MODEL. */
void sarif_show (struct sarif *sarif, uint32_t result, const struct model_queries *model,
                 uint32_t number, const struct verdict *verdict,
                 const struct finding *finding);

/* VERDICT, unknown, on query NUMBER of MODEL.  FINDING: the suspicion, explained; or
   null. */
void sarif_add_unknown (struct sarif *sarif, const struct model_queries *model,
                        uint32_t number, const struct verdict *verdict,
                        const struct finding *finding);

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
