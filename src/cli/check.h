/* check.h -- what `check' found in one model, and how it is shown.
 *
 * check_text.c, check_matrix.c and model_table.c show it to a person and decide nothing;
 * scripts read records (results/query_record.h).
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/race_lines.h"
#include "witness/driven.h"
#include "witness/verdict.h"
#include "explain/cause.h"
#include "explain/suppress.h"
#include "io/status.h"
#include "io/terminal.h"
#include "results/query_options.h"

/* Which violations are shown as timelines: the words of --explain. */
enum check_explain
{
  EXPLAIN_FIRST, /* the first of each cause */
  EXPLAIN_ALL,
  EXPLAIN_NONE,
};

struct check_totals
{
  uint32_t count[3];   /* queries, by verdict */
  uint32_t gaps;       /* of the safe ones, those for which something was not looked at */
  uint32_t known;      /* violations that were known before (--baseline), or that */
  uint32_t suppressed; /* ... the program's authors do not want to hear of: so many */
};

struct check_model
{
  const struct model_queries *model;
  const struct query_options *options;
  const struct verdict *verdicts; /* by query */
  const char *baseline;           /* the file of --baseline, or null */
  const bool *known;              /* by query: a violation that was known before, */
  const struct suppression *const *suppressed; /* ... or is suppressed by this */
  const char *const *methods; /* by query: "u = pop(), u' = push(Object)" of a violation
                                 in a model that was made from a program; who waits for
                                 what, for ever; or null */
  const char *const *other_causes; /* by query: the key of the cause that is shown, if
                                      the best interleaving has another one; or null */
  const struct race_lines *const
    *races;         /* by query: of a race with --all-races; or null */
  uint32_t decided; /* how many of them, from the first on, are there */
  /* Of the new violations; null: one line each.  The worst finding is the first of the
     first cause. */
  const struct causes *causes;
  const uint32_t *ranked; /* the causes, the worst first */
  /* By query: what is shown as a timeline, explained; null: nothing. */
  struct finding *const *findings;
  const struct execution *const *executions; /* by query, of what was driven */
  struct check_totals totals;                /* of the decided queries */
  bool shows_all;                            /* causes, however many */
  bool stats;
  const struct input_options *inputs; /* how models are read, and if notes are shown */
  bool shipped;                       /* the automata are those of the program */
  FILE *file;                         /* where it is shown, */
  struct terminal terminal;           /* and what that can show */
};

/* Causes that are shown, unless all are asked for; the others are counted by rank. */
#define CHECK_CAUSES 10
/* If there are more, of several programs only those that matter by their rank, and so
   many deadlocks of objects that may be the same. */
#define CHECK_WEAK_CAUSES 3

/* Said of safe queries when only some processes were asked about (-P). */
#define CHECK_ONLY_THESE "with these processes only"

/* Query Q, which was decided. */
static inline const struct query *
check_query (const struct check_model *model, uint32_t q)
{
  assert (q < model->decided);
  return &model->model->queries.list.at[q];
}

/* TEXT in as many lines as it takes. */
void check_say (const struct check_model *model, const char *text, struct arena *arena);

/* "28 queries: 2 violations, 26 safe", where MARK is ":".  SOME: only some processes were
   asked about. */
void check_print_counts (const struct check_totals *totals, const char *mark, bool some,
                         FILE *file);

/* "3 safe", or "1 safe, 2 no violation found" if something was not looked at. */
void check_print_safe (const struct check_totals *totals, FILE *file);

/* Of violations, "" or ", both known": how many of them were known before. */
void check_print_known (const struct check_totals *totals, FILE *file);

/* The table of all patterns, if one of them is not safe (check_matrix.c). */
void check_print_matrix (const struct check_model *model, struct arena *arena);

/* How much work it was, in one sentence (--stats). */
void check_print_stats (const struct check_model *model, struct arena *arena);

/* Print the whole model: a table, the violations by their causes, the unknown queries.
   QUIET: no table, one line for each violation that is new, and nothing if there is
   none. */
void check_print_text (const struct check_model *model, bool quiet);

#endif
