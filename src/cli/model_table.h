/* model_table.h -- `check' of several models for a person.
 *
 * Of models that somebody wrote, a row is printed as soon as its model is decided: how
 * many queries, violations, causes and unknown queries, and the worst finding (check.h).
 * What follows the rows is the causes of all models, the most dangerous first: those of
 * several models with the same key are one.  Of a program there are no rows, since a jar
 * has hundreds of classes: the causes are the summary, with the repairs that were found
 * for them, and what was left out.  Then comes how to see more.
 */
#ifndef CLI_MODEL_TABLE_H
#define CLI_MODEL_TABLE_H

#include "cli/check.h"
#include "cli/command_line.h"
#include "inputs/inputs.h"

struct model_table_cause
{
  const char *key; /* by which it is recognised in other models */
  struct rank rank;
  const char *text;  /* "lost update of count: ...", about the first model that has it */
  const char *title; /* of that model; null: the text says what it is about */
  const char *condition; /* of a deadlock: "Only if ..."; or null */
  const char *repair;    /* or null */
  uint32_t violations, models;
  uint32_t order;             /* in which it was found */
  const char *const *command; /* the words that show its most dangerous violation */
  uint32_t words;
  bool has_key; /* it ends with --cause and the key */
};

/* A note that stands in the way of "safe". */
struct model_table_gap
{
  const char *code;
  uint32_t models; /* that have it */
};

struct model_table
{
  FILE *file;
  struct terminal terminal;
  bool known;      /* there is a column for violations that were known before */
  bool lines;      /* it is too narrow for columns: a sentence for each model */
  bool begun;      /* the headings were printed */
  uint32_t widest; /* column of models */
  struct quota quota;
  struct arena arena;                    /* of what is kept until the end: */
  VEC (struct model_table_cause) causes; /* in the order in which they were found */
  uint32_t programs;                     /* models that were made from a program */
  VEC (struct model_table_gap) gaps;     /* what was not looked at in these */
  /* What names the model with the most new violations, or else the first with unknown
     queries; no words: there is none. */
  struct command_line worst;
  uint32_t most; /* violations that are new in one model */
};

/* For the models of INPUTS.  KNOWN: some violations may be. */
void model_table_init (struct model_table *table, const struct inputs *inputs, bool known,
                       FILE *file);
void model_table_clear (struct model_table *table);

/* Would a cause with that KEY and RANK be one of those that are shown, as far as is known
   now? */
bool model_table_wants (struct model_table *table, const char *key,
                        const struct rank *rank);

/* Print the row of MODEL, if it has one, and remember its causes. */
enum status model_table_add (struct model_table *table, const struct check_model *model);

/* Cause NUMBER of the order in which they are shown, from 1 on, or null.  No model is
   added afterwards. */
const struct model_table_cause *model_table_cause (struct model_table *table,
                                                   uint32_t number);

/* Print what was FOUND to be looked at, the causes, and the commands that show more of
   the COUNT models and folders that were GIVEN, with what INPUTS say about them. */
enum status model_table_end (struct model_table *table,
                             const struct query_options *options, const char *baseline,
                             const struct inputs *found,
                             const struct input_options *inputs, const char *const *given,
                             size_t count);

#endif
