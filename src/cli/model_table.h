/* model_table.h -- `check' of several models for a person: a row for each.
 *
 * A row is printed as soon as its model is decided: how many queries, violations, causes
 * and unknown queries, and the worst finding (check.h).  No violation is explained for
 * that, and no repair sought.  What follows the rows is the causes with the most
 * violations, those of several models counted together where the sentence is the same,
 * and how to see more.
 */
#ifndef CLI_MODEL_TABLE_H
#define CLI_MODEL_TABLE_H

#include "cli/check.h"
#include "cli/command_line.h"
#include "inputs/inputs.h"

struct model_table_cause
{
  const char *sentence;
  const char *title; /* of the first model that has it */
  uint32_t violations, models;
  uint32_t order;             /* in which it was found */
  const char *const *command; /* the words that show its first violation */
  uint32_t words;
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
  struct arena arena; /* of what is kept until the end: */
  VEC (struct model_table_cause) causes;
  /* What names the model with the most new violations, or else the first with unknown
     queries; no words: there is none. */
  struct command_line worst;
  uint32_t most; /* violations that are new in one model */
};

/* For the models of INPUTS.  KNOWN: some violations may be. */
void model_table_init (struct model_table *table, const struct inputs *inputs, bool known,
                       FILE *file);
void model_table_clear (struct model_table *table);

/* Print the row of MODEL, and remember its causes. */
enum status model_table_add (struct model_table *table, const struct check_model *model);

/* Print the causes, and the commands that show more of the COUNT models and folders that
   were GIVEN, with what INPUTS say about them. */
enum status model_table_end (struct model_table *table,
                             const struct query_options *options, const char *baseline,
                             const struct input_options *inputs, const char *const *given,
                             size_t count);

#endif
