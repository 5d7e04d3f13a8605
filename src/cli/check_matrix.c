/* check_matrix.c -- the queries of a model: the patterns down and the fields across.
 *
 * A column or row in which everything is safe is left out where the table would become
 * too wide, and said so.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "cli/check.h"
#include "cli/command.h"
#include "io/wrap.h"
#include "phaseauto/print_automaton.h"

#define WIDEST 100    /* columns of a table, where the width of the output is unknown */
#define MOST_LISTED 6 /* fields or tuples of fields in one line */

struct column
{
  const field_id *fields;
  const char *title;
  bool finding; /* a query in it is not safe */
};

/* The queries FIRST to END, which are all those of one automaton. */
struct row
{
  uint32_t first, end;
  const char *title;
  bool finding;
};

struct table
{
  const struct check_model *model;
  struct arena *arena;
  uint32_t parameters; /* of the patterns in this table */
  VEC (struct column) columns;
  VEC (struct row) rows;
  uint32_t title_width;
  uint32_t widest;
};

static void
pad (FILE *file, uint32_t from, uint32_t to)
{
  for (; from < to; from++)
    fputc (' ', file);
}

static const char *
row_title (const struct table *table, const struct pa_automaton *automaton)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, table->arena);
  pad (memory, text_columns (automaton->name), 4);
  command_print_safe (memory, automaton->name);
  fputs ("  ", memory);
  if (automaton->title)
    command_print_safe (memory, automaton->title);
  else
    pa_print_pattern (automaton, memory);
  return wrap_localise (&table->model->terminal, scribe_end (&scribe), table->arena);
}

static void
add_column (struct table *table, const struct query *query)
{
  struct scribe scribe;
  query_show_fields (scribe_start (&scribe, table->arena), table->model->model, query);
  const char *title
    = wrap_localise (&table->model->terminal, scribe_end (&scribe), table->arena);
  *vec_push (table->arena, &table->columns)
    = (struct column){ query->fields, title, false };
}

/* A row for each automaton.  All automata with the same number of parameters have queries
   over the same fields, in the same order: so the first row gives the columns, and those
   of the last one may be cut short. */
static void
build_table (struct table *table)
{
  const struct check_model *model = table->model;
  struct row row = { .first = 0 };
  for (; row.first < model->decided; row.first = row.end)
    {
      const struct pa_automaton *automaton = check_query (model, row.first)->automaton;
      bool shown = automaton->parameters.count == table->parameters
                   && check_query (model, row.first)->kind == QUERY_PATTERN;
      row.finding = false;
      for (row.end = row.first; row.end < model->decided
                                && check_query (model, row.end)->automaton == automaton;
           row.end++)
        {
          const struct query *query = check_query (model, row.end);
          uint32_t c = row.end - row.first;
          if (!shown)
            continue;
          if (table->rows.count == 0)
            add_column (table, query);
          assert (c < table->columns.count
                  && memcmp (table->columns.at[c].fields, query->fields,
                             table->parameters * sizeof *query->fields)
                       == 0);
          bool finding = model->verdicts[row.end].kind != VERDICT_SAFE;
          row.finding |= finding;
          table->columns.at[c].finding |= finding;
        }
      assert (row.end > row.first);
      if (!shown)
        continue;
      row.title = row_title (table, automaton);
      *vec_push (table->arena, &table->rows) = row;
      if (table->title_width < text_columns (row.title))
        table->title_width = text_columns (row.title);
    }
}

static uint32_t
table_width (const struct table *table, bool only_findings)
{
  uint32_t width = table->title_width;
  for (uint32_t c = 0; c < table->columns.count && width <= table->widest; c++)
    if (table->columns.at[c].finding || !only_findings)
      width += text_columns (table->columns.at[c].title) + 2;
  return width;
}

static void
print_cells (const struct table *table, const struct row *row, bool only_findings)
{
  FILE *file = table->model->file;
  static const char cells[]
    = { [VERDICT_SAFE] = '.', [VERDICT_VIOLATION] = 'V', [VERDICT_UNKNOWN] = '?' };
  const struct check_model *model = table->model;
  fputs (row->title, file);
  pad (file, text_columns (row->title), table->title_width);
  for (uint32_t q = row->first; q < row->end; q++)
    {
      assert (q - row->first < table->columns.count);
      const struct column *column = &table->columns.at[q - row->first];
      if (only_findings && !column->finding)
        continue;
      fputs ("  ", file);
      pad (file, 1, text_columns (column->title));
      fputc (model->known[q] ? 'k' : cells[model->verdicts[q].kind], file);
    }
  fputc ('\n', file);
}

/* The findings of a row as a list, where not even their columns fit across. */
static void
print_list (const struct table *table, const struct row *row)
{
  const struct check_model *model = table->model;
  uint32_t count = 0;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, table->arena);
  fputs (row->title, memory);
  pad (memory, text_columns (row->title), table->title_width);
  for (uint32_t q = row->first; q < row->end; q++)
    if (model->verdicts[q].kind != VERDICT_SAFE && ++count <= MOST_LISTED)
      {
        fputs ("  ", memory);
        query_show_fields (memory, model->model, check_query (model, q));
        fputs (model->verdicts[q].kind == VERDICT_UNKNOWN ? "?" : "", memory);
        fputs (model->known[q] ? " (known)" : "", memory);
      }
  assert (count > 0);
  if (count > MOST_LISTED)
    fprintf (memory, "  and %u more", (unsigned) (count - MOST_LISTED));
  check_say (model, scribe_end (&scribe), table->arena);
}

/* The queries with PARAMETERS fields each. */
static void
print_matrix (const struct check_model *model, uint32_t parameters, struct arena *arena)
{
  FILE *file = model->file;
  struct table table
    = { .model = model, .arena = arena, .parameters = parameters, .widest = WIDEST };
  assert (parameters > 0);
  if (model->terminal.known && model->terminal.width < WIDEST)
    table.widest = model->terminal.width;
  build_table (&table);
  if (table.columns.count == 0)
    return;
  assert (table.rows.count > 0 && table.title_width > 0);
  bool only_findings = table_width (&table, false) > table.widest;
  bool as_list = only_findings && table_width (&table, true) > table.widest;
  uint32_t findings = 0, safe_rows = 0;
  for (uint32_t c = 0; c < table.columns.count; c++)
    findings += table.columns.at[c].finding;
  if (!as_list && (findings > 0 || !only_findings))
    {
      pad (file, 0, table.title_width);
      for (uint32_t c = 0; c < table.columns.count; c++)
        if (table.columns.at[c].finding || !only_findings)
          fprintf (file, "  %s", table.columns.at[c].title);
      fputc ('\n', file);
    }
  for (uint32_t r = 0; r < table.rows.count; r++)
    if (!table.rows.at[r].finding)
      safe_rows++;
    else if (as_list)
      print_list (&table, &table.rows.at[r]);
    else
      print_cells (&table, &table.rows.at[r], only_findings);
  struct scribe scribe;
  if (safe_rows > 0)
    {
      fprintf (scribe_start (&scribe, arena), "      %u pattern%s %s everywhere",
               (unsigned) safe_rows, safe_rows == 1 ? "" : "s",
               model->totals.gaps > 0 ? "without a violation" : "safe");
      check_say (model, scribe_end (&scribe), arena);
    }
  if (only_findings && findings < table.columns.count)
    {
      fprintf (scribe_start (&scribe, arena),
               "      %u of %u fields or tuples of fields are %s and not shown",
               (unsigned) (table.columns.count - findings),
               (unsigned) table.columns.count,
               model->totals.gaps > 0 ? "without a violation" : "safe");
      check_say (model, scribe_end (&scribe), arena);
    }
}

void
check_print_matrix (const struct check_model *model, struct arena *arena)
{
  uint32_t most = 0;
  bool some = false;
  assert (model->decided > 0);
  for (uint32_t q = 0; q < model->decided; q++)
    if (check_query (model, q)->kind == QUERY_PATTERN)
      {
        uint32_t count = check_query (model, q)->automaton->parameters.count;
        most = count > most ? count : most;
        some |= model->verdicts[q].kind != VERDICT_SAFE;
      }
  if (!some)
    return;
  for (uint32_t parameters = 1; parameters <= most; parameters++)
    print_matrix (model, parameters, arena);
}
