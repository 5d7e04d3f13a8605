/* check_text.c -- what was found in a model, for a person.
 *
 * A table with the patterns down and the fields across; a column or row in
 * which everything is safe is left out where the table would become too wide,
 * and said so.  Then the violations: the first of each group (group.h) as a
 * timeline, the others counted; one line each if it is to be short.
 */
#include <config.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/empty_reason.h"
#include "explain/timeline.h"
#include "io/interrupt.h"
#include "io/wrap.h"
#include "phaseauto/print_automaton.h"

#define WIDEST 100    /* columns of a table, where the width of the output is unknown */
#define MOST_LISTED 6 /* fields or tuples of fields in one line */

static const struct query *
query_at (const struct check_model *model, uint32_t q)
{
  assert (q < model->decided);
  return &model->model->queries.list.at[q];
}

/* TEXT in as many lines as it takes. */
static void
say (const struct check_model *model, const char *text, struct arena *arena)
{
  wrap_print_line (&model->terminal, text, arena, model->file);
}

/* ---- The table. ---- */

struct column
{
  const field_id *fields;
  const char *title;
  bool finding;        /* a query in it is not safe */
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
      const struct pa_automaton *automaton = query_at (model, row.first)->automaton;
      bool shown = automaton->parameters.count == table->parameters
                   && query_at (model, row.first)->kind == QUERY_PATTERN;
      row.finding = false;
      for (row.end = row.first;
           row.end < model->decided && query_at (model, row.end)->automaton == automaton;
           row.end++)
        {
          const struct query *query = query_at (model, row.end);
          uint32_t c = row.end - row.first;
          if (!shown)
            continue;
          if (table->rows.count == 0)
            add_column (table, query);
          assert (c < table->columns.count
                  && memcmp (table->columns.at[c].fields, query->fields,
                             table->parameters * sizeof *query->fields) == 0);
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
  static const char cells[] = { [VERDICT_SAFE] = '.', [VERDICT_VIOLATION] = 'V',
                                [VERDICT_UNKNOWN] = '?' };
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
        query_show_fields (memory, model->model, query_at (model, q));
        fputs (model->verdicts[q].kind == VERDICT_UNKNOWN ? "?" : "", memory);
        fputs (model->known[q] ? " (known)" : "", memory);
      }
  assert (count > 0);
  if (count > MOST_LISTED)
    fprintf (memory, "  and %u more", (unsigned) (count - MOST_LISTED));
  say (model, scribe_end (&scribe), table->arena);
}

static void
print_table (const struct check_model *model, uint32_t parameters, struct arena *arena)
{
  FILE *file = model->file;
  struct table table = { .model = model, .arena = arena, .parameters = parameters,
                         .widest = WIDEST };
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
      fprintf (scribe_start (&scribe, arena), "      %u pattern%s safe everywhere",
               (unsigned) safe_rows, safe_rows == 1 ? "" : "s");
      say (model, scribe_end (&scribe), arena);
    }
  if (only_findings && findings < table.columns.count)
    {
      fprintf (scribe_start (&scribe, arena),
               "      %u of %u fields or tuples of fields are safe and not shown",
               (unsigned) (table.columns.count - findings),
               (unsigned) table.columns.count);
      say (model, scribe_end (&scribe), arena);
    }
}

/* ---- Findings. ---- */

/* "  P awaits b, Q awaits a" */
static void
print_circle (const struct check_model *model, const struct verdict *verdict, FILE *file)
{
  const struct pds *pds = &model->model->eml->lowering.pds;
  for (uint32_t t = 0; t < verdict->automaton->threads.count; t++)
    {
      fputs (t ? ", " : "  ", file);
      text_show_name (file, pds->processes.at[verdict->processes[t].index].name);
      fputs (" awaits ", file);
      text_show_name (file, pds->locks.at[verdict->automaton->steps.at[t].lock.index]);
    }
}

/* QUIET: one line of its own, however long; scripts may read it. */
static void
print_finding (const struct check_model *model, uint32_t q, bool quiet,
               struct arena *arena)
{
  const struct query *query = query_at (model, q);
  const struct verdict *verdict = &model->verdicts[q];
  bool violation = verdict->kind == VERDICT_VIOLATION;
  assert (verdict->kind != VERDICT_SAFE);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  const char *word = model->known[q] ? "known    " : "VIOLATION";
  const struct pa_automaton *automaton = violation ? verdict->automaton : query->automaton;
  fprintf (memory, "%s  ", violation ? word : "UNKNOWN  ");
  query_show_question (memory, query);
  if (query->automaton->parameters.count > 0)
    fputs ("  ", memory);
  query_show_fields (memory, model->model, query);
  if (query->kind == QUERY_PATTERN)
    {
      fputs ("  ", memory);
      pa_print_pattern (automaton, memory);
    }
  if (violation && query->kind == QUERY_DEADLOCK)
    print_circle (model, verdict, memory);
  else if (violation)
    for (uint32_t t = 0; t < automaton->threads.count; t++)
      {
        const struct pds *pds = &model->model->eml->lowering.pds;
        assert (verdict->processes[t].index < pds->processes.count);
        fputs (t ? ", " : "  ", memory);
        pa_print_thread (automaton, (thread_id){ t }, memory);
        fputs (" = ", memory);
        text_show_name (memory, pds->processes.at[verdict->processes[t].index].name);
      }
  else
    fprintf (memory, "  (%s)", verdict_reason_word (verdict->reason));
  const char *text = scribe_end (&scribe);
  if (quiet)
    fprintf (model->file, "%s\n", wrap_localise (&model->terminal, text, arena));
  else
    say (model, text, arena);
}

/* What is in the group besides its first violation. */
static void
print_others (const struct check_model *model, const struct group *group,
              struct arena *arena)
{
  uint32_t count = group->others.count;
  assert (model->groups);
  if (count == 0)
    return;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "and %u more like it:", (unsigned) count);
  for (uint32_t i = 0; i < count && i < MOST_LISTED; i++)
    {
      fputs ("  ", memory);
      query_show_fields (memory, model->model, query_at (model, group->others.at[i]));
    }
  fputs (count > MOST_LISTED ? "  ..." : "", memory);
  say (model, scribe_end (&scribe), arena);
}

static void
print_groups (const struct check_model *model, struct arena *arena)
{
  for (uint32_t g = 0; g < model->groups->list.count; g++)
    {
      const struct group *group = &model->groups->list.at[g];
      const struct finding *finding = &group->first;
      assert (finding->witness);
      struct timeline timeline;
      timeline_build (&timeline, finding, false, arena);
      fputc ('\n', model->file);
      timeline_print (finding, &timeline, &model->terminal, arena, model->file);
      print_others (model, group, arena);
    }
  if (model->groups->list.count > 0)
    fputc ('\n', model->file);
}

static void
print_stats (const struct check_model *model, FILE *file)
{
  struct verdict_counts sum = { 0 };
  uint64_t slowest = 0, time = 0;
  uint32_t by_bdd = 0, by_search = 0, by_none = 0;
  for (uint32_t q = 0; q < model->decided; q++)
    {
      const struct verdict *verdict = &model->verdicts[q];
      assert (verdict->engine && verdict->why);
      verdict_counts_add (&sum, &verdict->counts);
      by_bdd += strcmp (verdict->engine, "bdd") == 0;
      by_search += strcmp (verdict->why, "tiny") == 0;
      by_none += strcmp (verdict->why, "none") == 0;
      if (slowest < verdict->nanoseconds)
        slowest = verdict->nanoseconds;
      time += verdict->nanoseconds;
    }
  const char *engine = model->decided ? model->verdicts[0].engine : "none";
  if (strcmp (engine, "explicit") == 0 && strcmp (model->verdicts[0].why, "asked") == 0)
    {
      fprintf (file, "stats: engine explicit; %" PRIu64 " choices of processes; "
               "at most %" PRIu64 " locks; %" PRIu64 " states visited, %" PRIu64
               " stored, %.0f per second; %.3f s, slowest query %.3f s",
               sum.choices, sum.locks, sum.visited, sum.stored,
               time ? (double) sum.visited / ((double) time / 1e9) : 0.0,
               (double) time / 1e9, (double) slowest / 1e9);
      return;
    }
  assert (by_bdd + by_search + by_none <= model->decided);
  fprintf (file, "stats: %u queries decided by antichains, %u by BDDs, %u tiny ones by "
           "search, %u by no engine; %" PRIu64 " choices of processes; "
           "%" PRIu64 " roles computed, %" PRIu64 " reused; "
           "products with %" PRIu64 " symbols, %" PRIu64 " rules; "
           "at most %" PRIu64 " locks; at most %" PRIu64 " tuples, work %" PRIu64 "; "
           "at most %" PRIu64 " BDD nodes, %" PRIu64 " operations; "
           "%.3f s, slowest query %.3f s",
           (unsigned) (model->decided - by_bdd - by_search - by_none), (unsigned) by_bdd,
           (unsigned) by_search, (unsigned) by_none, sum.choices, sum.roles,
           sum.roles_reused, sum.symbols, sum.rules, sum.locks, sum.tuples, sum.work,
           sum.peak_nodes, sum.operations, (double) time / 1e9, (double) slowest / 1e9);
}

void
check_print_known (const struct check_totals *totals, FILE *file)
{
  uint32_t all = totals->count[VERDICT_VIOLATION];
  assert (totals->known <= all);
  if (totals->known == 0)
    return;
  if (totals->known < all)
    fprintf (file, ", %u known", (unsigned) totals->known);
  else
    fputs (all == 1 ? ", known" : all == 2 ? ", both known" : ", all known", file);
}

void
check_print_counts (const struct check_totals *totals, const char *mark, bool some,
                    FILE *file)
{
  const uint32_t *counts = totals->count;
  uint32_t all = counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION]
                 + counts[VERDICT_UNKNOWN];
  assert (mark && file);
  fprintf (file, "%u quer%s%s ", (unsigned) all, all == 1 ? "y" : "ies", mark);
  if (counts[VERDICT_VIOLATION])
    {
      fprintf (file, "%u violation%s", (unsigned) counts[VERDICT_VIOLATION],
               counts[VERDICT_VIOLATION] == 1 ? "" : "s");
      check_print_known (totals, file);
      fputs (", ", file);
    }
  if (counts[VERDICT_UNKNOWN])
    fprintf (file, "%u unknown, ", (unsigned) counts[VERDICT_UNKNOWN]);
  fprintf (file, "%u safe", (unsigned) counts[VERDICT_SAFE]);
  if (counts[VERDICT_SAFE] && some)
    fputs (" " CHECK_ONLY_THESE, file);
}

void
check_print_text (const struct check_model *model, bool quiet)
{
  struct arena *arena = model->model->eml->tree.arena;
  assert (model->decided <= model->model->queries.list.count && model->file);
  const uint32_t *counts = model->totals.count;
  assert (counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN]
          == model->decided);
  uint32_t findings = counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN];
  struct scribe scribe;
  if (!quiet || findings > model->totals.known)
    {
      FILE *memory = scribe_start (&scribe, arena);
      command_print_safe (memory, model->model->eml->source.path);
      fputs (": ", memory);
      check_print_counts (&model->totals, ",", model->model->decide.filtered > 0, memory);
      say (model, scribe_end (&scribe), arena);
    }
  const char *empty = quiet ? NULL : empty_reason_of (model);
  if (empty)
    say (model, empty, arena);
  if (!quiet && findings > 0)
    {
      /* Tables are about patterns. */
      uint32_t most = 0;
      bool some = false;
      assert (model->decided > 0);
      for (uint32_t q = 0; q < model->decided; q++)
        if (query_at (model, q)->kind == QUERY_PATTERN)
          {
            uint32_t count = query_at (model, q)->automaton->parameters.count;
            most = count > most ? count : most;
            some |= model->verdicts[q].kind != VERDICT_SAFE;
          }
      most = some ? most : 0;
      for (uint32_t parameters = 1; parameters <= most; parameters++)
        print_table (model, parameters, arena);
    }
  if (model->groups)
    print_groups (model, arena);
  for (uint32_t q = 0; q < model->decided; q++)
    if (model->known[q] ? !quiet
                        : model->verdicts[q].kind == VERDICT_UNKNOWN
                            || (model->verdicts[q].kind == VERDICT_VIOLATION
                                && !model->groups))
      print_finding (model, q, quiet, arena);
  if (model->stats)
    {
      print_stats (model, scribe_start (&scribe, arena));
      say (model, scribe_end (&scribe), arena);
    }
}
