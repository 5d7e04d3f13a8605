/* collect.h -- records, as the tables that the page is made of.
 *
 * All strings are interned, and so are equal statements of witnesses: ten thousand
 * queries about two hundred fields name the same things over and over.  A table is
 * a model under a set of automata; it has a row per pattern, and columns, which
 * are tuples of fields, per number of fields.  Everything lives in the arena of
 * the collection, and running out of memory unwinds to its quota.
 */
#ifndef REPORT_COLLECT_H
#define REPORT_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/pairmap.h"
#include "results/saved_record.h"

#define COLLECT_NONE UINT32_MAX

/* Fields in their order; interned. */
struct collect_tuple
{
  uint32_t arity;
  const name_id *fields;
};

struct collect_cell
{
  uint32_t column; /* among those of the table with this arity */
  enum verdict_kind verdict;
  bool has_gaps;     /* it is safe, but something was not looked at */
  bool known_before; /* the baseline has it */
  enum verdict_kind before;
  name_id reason, engine;
  uint64_t microseconds;
  uint32_t violation; /* or COLLECT_NONE */
};

struct collect_row
{
  enum query_kind kind;
  name_id pattern; /* or "race", "deadlock", "assert:12:5", "exclusive" */
  name_id claim;   /* of an assert: its statement */
  uint32_t arity;
  VEC (struct collect_cell) cells; /* in the order of the records */
};

/* The columns of one number of fields. */
struct collect_columns
{
  uint32_t arity;
  VEC (uint32_t) tuples;
};

struct collect_table
{
  name_id model, automata;
  name_id path; /* of the model, or NAME_NONE */
  bool noted;   /* it was made from a program: notes about that */
  uint32_t may_miss, adds_executions;
  VEC (uint32_t) rows;
  VEC (struct collect_columns) columns;
};

/* One statement that some step makes. */
struct collect_statement
{
  name_id process, action, object, at, source;
  name_id value; /* with data; or NAME_NONE */
  bool nested, wait;
  uint32_t next; /* with the same process and position, or COLLECT_NONE */
};

struct collect_mark
{
  uint32_t step; /* from 0 */
  uint32_t phase;
};

struct collect_violation
{
  uint32_t table, row, column;
  name_id id, because, repair;
  name_id rank;         /* why it is as dangerous as it is, or NAME_NONE */
  uint32_t rank_number; /* the more, the more dangerous */
  int64_t rank_order;   /* the less, the earlier it is shown */
  name_id rank_kind, cause, problem, grade;
  bool replaced;  /* a later record took its place */
  bool suspected; /* it is none: a suspicion of an unknown verdict */
  VEC (name_id) processes;
  VEC (name_id) methods; /* of a program: those that play the threads */
  VEC (name_id) locks;   /* of a deadlock: what each of them waits for */
  bool has_witness;
  VEC (uint32_t) steps; /* statements */
  VEC (struct collect_mark) marks;
};

/* A violation of the baseline that is no longer asked about. */
struct collect_gone
{
  name_id model, automata, pattern;
  uint32_t tuple;
};

struct collect
{
  struct arena *arena;
  struct names names;
  VEC (struct collect_tuple) tuples;
  VEC (struct collect_table) tables;
  VEC (struct collect_row) rows;
  VEC (struct collect_statement) statements;
  VEC (struct collect_violation) violations;
  VEC (struct collect_gone) gone;
  VEC (name_id) inputs;
  name_id baseline;
  const char *made, *command; /* when and how the page was made; null: not known */

  uint32_t no_fields;         /* the tuple of a deadlock, or COLLECT_NONE */
  struct pairmap tuple_ids;   /* (tuple or none, field) */
  struct pairmap table_ids;   /* (model, automata) */
  struct pairmap row_ids;     /* (table, pattern with its arity) */
  struct pairmap pattern_ids; /* (pattern, arity and kind of query) */
  struct pairmap column_ids;  /* (table, tuple) */
  struct pairmap cell_ids;    /* (row, tuple) */
  struct pairmap place_ids;   /* (position, process): the first statement */
};

void collect_init (struct collect *collect, struct arena *arena);
void collect_add (struct collect *collect, const struct record *record,
                  const char *model_path);
void collect_add_old (struct collect *collect, const struct record *record);
name_id collect_name (struct collect *collect, const char *text);

#endif
