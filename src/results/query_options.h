/* query_options.h -- what a command line asks about models: which automata, fields and
 * processes, and how to decide.
 *
 *     query_options_init (&options, &complaints);
 *     ... fill in its first members (cli/query_arguments.h does, from a command line)
 *     if (query_options_prepare (&options))
 *       for each model
 *         if (model_queries_init (&queries, &options, &subject, name))
 *           ...
 *     query_options_clear (&options);
 */
#ifndef RESULTS_QUERY_OPTIONS_H
#define RESULTS_QUERY_OPTIONS_H

#include <stdio.h>

#include "ir/subject.h"
#include "phaseauto/read_automata.h"
#include "ask/decide_options.h"
#include "query/patterns.h"
#include "query/query.h"
#include "explain/discipline.h"
#include "results/word_fits.h"

struct query_options
{
  const char *automata;  /* -a */
  const char *patterns;  /* -p, or null: all */
  const char *fields;    /* -f, or null: all */
  const char *processes; /* -P, or null: all */
  bool only_reached;     /* of asserts: only functions that must not be reached */
  struct decide_options decide;
  const struct engine_option *output; /* that asks for a file, or null; and which */
  const char *output_path;
  struct quota quota; /* of the automata */
  struct pa pa;
  struct word_fits *fits; /* several models are asked, and a word of -f or -P need not fit
                             each; null: it does.  Borrowed */
  struct pattern_choice chosen; /* its array is null until prepared */
  struct complaints complaints;
};

/* The queries of one model; they are in the arena of SUBJECT.  There are none if nothing
   in it fits what is asked for, and it is one of several. */
struct model_queries
{
  struct ir_subject *subject;
  const char *name; /* of the model, in records */
  const struct pa_set *automata;
  uint64_t text_hash[2]; /* of its text or steps, for the ids of queries */
  struct queries queries;
  const bool *fields;            /* by field: chosen by -f; null: all are */
  struct decide_options decide;  /* with the processes of this model */
  struct discipline *discipline; /* which locks guard its fields: for ranks */
};

/* The defaults. */
void query_options_init (struct query_options *options,
                         const struct complaints *complaints);
/* Read the automata and choose among them; false, with a complaint, if that fails.  To
   be called once. */
bool query_options_prepare (struct query_options *options);
void query_options_clear (struct query_options *options);

/* What QUERY asks for a person: "pattern 12", "race", "deadlock", "assert:12:5". */
void query_show_question (FILE *file, const struct model_queries *model,
                          const struct query *query);

/* What -p takes for QUERY. */
void query_print_word (FILE *file, const struct model_queries *model,
                       const struct query *query);

/* The fields of QUERY for a person, as in -f: "count,data"; none of a deadlock. */
void query_show_fields (FILE *file, const struct model_queries *model,
                        const struct query *query);

/* How a command line chooses QUERY, for a person: "-p 12 -f count,data". */
void query_show_choice (FILE *file, const struct model_queries *model,
                        const struct query *query);

/* Which fields WORD, of -f, names, by field of SUBJECT: the one with that name; else
   those that it fits as a glob, or whose names end in a dot and WORD (`count' is
   `Stack.count'). False: none. */
bool query_match_fields (const struct ir_subject *subject, const char *word,
                         bool *matching);

/* Fill in the hash of model->subject (ir/identity.h). */
void model_queries_hash_text (struct model_queries *model);

/* List the queries of SUBJECT, which was read and lowered; OPTIONS are prepared.  False,
   with a complaint, if the model lacks a field or process that is asked about. */
bool model_queries_init (struct model_queries *model, const struct query_options *options,
                         struct ir_subject *subject, const char *name);

/* Report BUG, an internal error in deciding QUERY, with a command that reproduces it. */
void query_report_bug (const struct model_queries *model, const struct query *query,
                       const char *bug, FILE *file);

/* "stack.eml: pattern 12, count,data" for query NUMBER, to be shown as progress; cut off
   where it does not fit. */
void query_describe (const struct model_queries *model, uint32_t number, char *text,
                     size_t size);

#endif
