/* query_options.h -- what a command line asks about models: which automata, fields and
 * processes, and how to decide.
 *
 * Filled in by the parser of a command line (cli/query_arguments.h), or by hand.
 * Then, once, query_options_prepare reads the automata, and model_queries_init lists the
 * queries of each model.
 */
#ifndef SRC_ASKED_H
#define SRC_ASKED_H

#include <stdio.h>

#include "eml/eml.h"
#include "phaseauto/read_automata.h"
#include "query/decide_options.h"
#include "query/patterns.h"
#include "query/query.h"

struct query_options
{
  const char *automata;  /* -a */
  const char *patterns;  /* -p */
  const char *fields;    /* -f */
  const char *processes; /* -P */
  struct decide_options decide;
  struct quota quota;    /* of the automata */
  struct pa pa;
  bool *chosen;          /* by automaton */
  struct complaints complaints;
};

/* The queries of one model; what belongs to it is in the model's arena. */
struct model_queries
{
  struct eml *eml;
  const char *name;             /* of the model, in records */
  const struct pa_set *automata;
  uint64_t text_hash[2];        /* of its text, for the ids of queries */
  struct queries queries;
  struct decide_options decide; /* with the processes of this model */
};

/* The defaults. */
void query_options_init (struct query_options *asked, const struct complaints *complaints);
/* Read and choose the automata; false, with a complaint, if that cannot be. */
bool query_options_prepare (struct query_options *asked);
void query_options_clear (struct query_options *asked);

/* The fields of QUERY for a person, as in -f: "count,data". */
void query_show_fields (FILE *file, const struct model_queries *model,
                        const struct query *query);

/* Fill in the hash of the model's text. */
void model_queries_hash_text (struct model_queries *model);

/* EML was read and lowered.  Complains if it lacks a field or process that is
   asked about. */
bool model_queries_init (struct model_queries *model, const struct query_options *asked,
                       struct eml *eml, const char *name);

/* What must never happen has happened to QUERY: say so, and how to see it again. */
void query_report_bug (const struct model_queries *model, const struct query *query,
                       const char *bug, FILE *file);

/* "stack.eml: pattern 12, count,data" of query NUMBER, for who waits; cut off
   where it does not fit. */
void query_describe (const struct model_queries *model, uint32_t number, char *text,
                           size_t size);

#endif
