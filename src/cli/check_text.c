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
#include "explain/timeline.h"
#include "io/interrupt.h"
#include "io/wrap.h"
#include "phaseauto/print.h"

#define WIDEST 100 /* columns of a table, if the width of the terminal is not known */

struct check_totals
check_count (const struct check_model *model)
{
  struct check_totals totals = { 0, 0, 0 };
  for (uint32_t q = 0; q < model->decided; q++)
    switch (model->verdicts[q].kind)
      {
      case VERDICT_SAFE:
        totals.safe++;
        break;
      case VERDICT_VIOLATION:
        totals.violations++;
        break;
      case VERDICT_UNKNOWN:
        totals.unknown++;
        break;
      }
  return totals;
}

char *
check_fields_text (const struct check_model *model, const struct query *query,
                   struct arena *arena)
{
  struct scribe scribe;
  query_show_fields (scribe_start (&scribe, arena), model->asked, query);
  return scribe_end (&scribe);
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
  uint32_t width;
  bool finding;   /* something in it is not safe */
};

struct table
{
  const struct check_model *model;
  struct arena *arena;
  uint32_t parameters;         /* of the patterns in this table */
  VEC (struct column) columns; /* in the order of the queries */
  uint32_t title_width;
  uint32_t widest;
};

static bool
same_fields (const struct table *table, const field_id *a, const field_id *b)
{
  return memcmp (a, b, table->parameters * sizeof *a) == 0;
}

/* Queries of one automaton come in one order for all of them, so the columns
   of the first are the columns of all. */
static void
list_columns (struct table *table)
{
  const struct queries *queries = &table->model->asked->queries;
  const struct pa_automaton *first = NULL;
  uint32_t cursor = 0;
  for (uint32_t q = 0; q < table->model->decided; q++)
    {
      const struct query *query = &queries->list.at[q];
      if (query->automaton->parameters.count != table->parameters)
        continue;
      if (!first)
        first = query->automaton;
      if (query->automaton == first)
        {
          const char *title
            = wrap_localise (&table->model->terminal,
                             check_fields_text (table->model, query, table->arena),
                             table->arena);
          uint32_t width = text_columns (title);
          *vec_push (table->arena, &table->columns)
            = (struct column){ query->fields, title, width, false };
        }
      if (q > 0 && queries->list.at[q - 1].automaton != query->automaton)
        cursor = 0;
      while (cursor < table->columns.count
             && !same_fields (table, table->columns.at[cursor].fields, query->fields))
        cursor++;
      assert (cursor < table->columns.count);
      table->columns.at[cursor++].finding
        |= table->model->verdicts[q].kind != VERDICT_SAFE;
    }
}

static uint32_t
table_width (const struct table *table, bool only_findings)
{
  uint32_t width = table->title_width;
  for (uint32_t c = 0; c < table->columns.count && width <= table->widest; c++)
    if (table->columns.at[c].finding || !only_findings)
      width += table->columns.at[c].width + 2;
  return width;
}

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
  text_print_safe (memory, automaton->name, strlen (automaton->name));
  fputs ("  ", memory);
  if (automaton->title)
    text_print_safe (memory, automaton->title, strlen (automaton->title));
  else
    pa_print_pattern (automaton, memory);
  return wrap_localise (&table->model->terminal, scribe_end (&scribe), table->arena);
}

static void
print_cells (const struct table *table, uint32_t first, uint32_t end, bool only_findings)
{
  FILE *file = table->model->file;
  static const char cells[] = { '.', 'V', '?' };
  uint32_t c = 0;
  for (uint32_t q = first; q < end; q++, c++)
    {
      const struct column *column = &table->columns.at[c];
      while (!same_fields (table, column->fields, table->model->asked->queries.list.at[q].fields))
        column = &table->columns.at[++c];
      if (only_findings && !column->finding)
        continue;
      fputs ("  ", file);
      pad (file, 1, column->width);
      fputc (cells[table->model->verdicts[q].kind], file);
    }
  fputc ('\n', file);
}

/* The end of the queries of the automaton of query FIRST. */
static uint32_t
row_end (const struct check_model *model, uint32_t first)
{
  uint32_t end = first;
  while (end < model->decided
         && model->asked->queries.list.at[end].automaton
              == model->asked->queries.list.at[first].automaton)
    end++;
  return end;
}

static bool
row_has_finding (const struct check_model *model, uint32_t first, uint32_t end)
{
  for (uint32_t q = first; q < end; q++)
    if (model->verdicts[q].kind != VERDICT_SAFE)
      return true;
  return false;
}

/* The findings of a row as a list, where even those do not fit across. */
static void
print_list (const struct table *table, const char *title, uint32_t first, uint32_t end)
{
  const struct check_model *model = table->model;
  uint32_t shown = 0, count = 0;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, table->arena);
  fputs (title, memory);
  pad (memory, text_columns (title), table->title_width);
  for (uint32_t q = first; q < end; q++)
    if (model->verdicts[q].kind != VERDICT_SAFE && ++count && shown < 6)
      {
        shown++;
        fprintf (memory, "  %s%s",
                 check_fields_text (model, &model->asked->queries.list.at[q],
                                    table->arena),
                 model->verdicts[q].kind == VERDICT_UNKNOWN ? "?" : "");
      }
  if (count > shown)
    fprintf (memory, "  and %u more", (unsigned) (count - shown));
  say (model, scribe_end (&scribe), table->arena);
}

static void
print_table (const struct check_model *model, uint32_t parameters, struct arena *arena)
{
  FILE *file = model->file;
  struct table table = { .model = model, .arena = arena, .parameters = parameters,
                         .widest = WIDEST };
  if (model->terminal.known && model->terminal.width < WIDEST)
    table.widest = model->terminal.width;
  list_columns (&table);
  if (table.columns.count == 0)
    return;
  for (uint32_t q = 0; q < model->decided; q = row_end (model, q))
    if (model->asked->queries.list.at[q].automaton->parameters.count == parameters)
      {
        uint32_t width
          = text_columns (row_title (&table, model->asked->queries.list.at[q].automaton));
        if (width > table.title_width)
          table.title_width = width;
      }
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
  for (uint32_t q = 0; q < model->decided;)
    {
      uint32_t end = row_end (model, q);
      const struct pa_automaton *automaton = model->asked->queries.list.at[q].automaton;
      if (automaton->parameters.count == parameters)
        {
          if (row_has_finding (model, q, end))
            {
              const char *title = row_title (&table, automaton);
              if (as_list)
                print_list (&table, title, q, end);
              else
                {
                  fputs (title, file);
                  pad (file, text_columns (title), table.title_width);
                  print_cells (&table, q, end, only_findings);
                }
            }
          else
            safe_rows++;
        }
      q = end;
    }
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

/* QUIET: one line of its own, however long; scripts may read it. */
static void
print_finding (const struct check_model *model, uint32_t q, bool quiet,
               struct arena *arena)
{
  const struct query *query = &model->asked->queries.list.at[q];
  const struct verdict *verdict = &model->verdicts[q];
  const struct pa_automaton *automaton = query->automaton;
  bool violation = verdict->kind == VERDICT_VIOLATION;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "%s  pattern ", violation ? "VIOLATION" : "UNKNOWN  ");
  text_show_name (memory, automaton->name);
  fprintf (memory, "  %s  ", check_fields_text (model, query, arena));
  pa_print_pattern (automaton, memory);
  if (violation)
    for (uint32_t t = 0; t < automaton->threads.count; t++)
      {
        const char *thread = automaton->threads.at[t].name;
        fputs (t ? ", " : "  ", memory);
        text_print_safe (memory, thread, strlen (thread));
        fputs (" = ", memory);
        text_show_name (
          memory,
          model->asked->eml->lowering.pds.processes.at[verdict->processes[t].index].name);
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
  const struct queries *queries = &model->asked->queries;
  uint32_t count = group->others.count;
  if (count == 0)
    return;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "and %u more like it:", (unsigned) count);
  for (uint32_t i = 0; i < count && i < 6; i++)
    fprintf (memory, "  %s",
             check_fields_text (model, &queries->list.at[group->others.at[i]], arena));
  fputs (count > 6 ? "  ..." : "", memory);
  say (model, scribe_end (&scribe), arena);
}

static void
print_groups (const struct check_model *model, struct arena *arena)
{
  for (uint32_t g = 0; g < model->groups->list.count; g++)
    {
      const struct group *group = &model->groups->list.at[g];
      const struct finding *finding = &group->first;
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
check_print_text (const struct check_model *model, bool quiet)
{
  struct arena *arena = model->asked->eml->tree.arena;
  struct check_totals totals = check_count (model);
  const char *path = model->asked->eml->source.path;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  text_print_safe (memory, path, strlen (path));
  fprintf (memory, ": %u quer%s, ", (unsigned) model->decided,
           model->decided == 1 ? "y" : "ies");
  if (totals.violations)
    fprintf (memory, "%u violation%s, ", (unsigned) totals.violations,
             totals.violations == 1 ? "" : "s");
  if (totals.unknown)
    fprintf (memory, "%u unknown, ", (unsigned) totals.unknown);
  fprintf (memory, "%u safe", (unsigned) totals.safe);
  if (totals.safe && model->asked->decide.filtered > 0)
    fputs (" " CHECK_ONLY_THESE, memory);
  say (model, scribe_end (&scribe), arena);
  if (!quiet && totals.violations + totals.unknown > 0)
    {
      uint32_t most = 0;
      for (uint32_t q = 0; q < model->decided; q++)
        {
          uint32_t count = model->asked->queries.list.at[q].automaton->parameters.count;
          most = count > most ? count : most;
        }
      for (uint32_t parameters = 1; parameters <= most; parameters++)
        print_table (model, parameters, arena);
    }
  if (model->groups)
    print_groups (model, arena);
  for (uint32_t q = 0; q < model->decided; q++)
    if (model->verdicts[q].kind == VERDICT_UNKNOWN
        || (model->verdicts[q].kind == VERDICT_VIOLATION && !model->groups))
      print_finding (model, q, quiet, arena);
  if (model->stats)
    {
      print_stats (model, scribe_start (&scribe, arena));
      say (model, scribe_end (&scribe), arena);
    }
}
