/* model_table.c -- see model_table.h. */
#include <config.h>

#include "cli/model_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/empty_reason.h"
#include "cli/provenance_text.h"
#include "io/wrap.h"

#define MOST_CAUSES 10 /* that are listed */
#define MOST_GIVEN 8   /* arguments that are repeated in a command */

/* The narrowest column of models that is worth having. */
#define NARROWEST_MODEL 16

enum column
{
  COLUMN_QUERIES,
  COLUMN_VIOLATIONS,
  COLUMN_KNOWN,
  COLUMN_CAUSES,
  COLUMN_UNKNOWN,
  COLUMNS,
};

static const char *const titles[COLUMNS] = { [COLUMN_QUERIES] = "queries",
                                             [COLUMN_VIOLATIONS] = "violations",
                                             [COLUMN_KNOWN] = "known",
                                             [COLUMN_CAUSES] = "causes",
                                             [COLUMN_UNKNOWN] = "unknown" };

static bool
has_column (const struct model_table *table, enum column column)
{
  return column != COLUMN_KNOWN || table->known;
}

/* ---- Cells. ---- */

/* PATH in the first column: the end of it where it is too long. */
static void
print_path (const struct model_table *table, const char *path)
{
  uint32_t columns = text_columns (path);
  if (columns > table->widest && table->terminal.known)
    {
      assert (table->widest > 3);
      fputs ("...", table->file);
      for (uint32_t bytes; columns > table->widest - 3; path += bytes)
        columns -= text_width (text_decode (path, &bytes));
      columns += 3;
    }
  fputs (path, table->file);
  for (; columns < table->widest; columns++)
    fputc (' ', table->file);
}

/* MARKED: in red. */
static void
print_number (const struct model_table *table, enum column column, uint32_t number,
              bool marked)
{
  int width = (int) strlen (titles[column]);
  bool red = marked && table->terminal.colours;
  fprintf (table->file, "  %s", red ? "\033[1;31m" : "");
  if (number > 0)
    fprintf (table->file, "%*u", width, (unsigned) number);
  else
    fprintf (table->file, "%*s", width, "-");
  fputs (red ? "\033[0m" : "", table->file);
}

/* ---- Rows. ---- */

/* The columns for the numbers. */
static uint32_t
width_of_numbers (const struct model_table *table)
{
  uint32_t width = 0;
  for (uint32_t c = 0; c < COLUMNS; c++)
    if (has_column (table, c))
      width += (uint32_t) strlen (titles[c]) + 2;
  return width;
}

/* The columns of PATH as it is shown, with what the locale has not spelt (wrap_localise),
   before there is an arena to spell it in. */
static uint32_t
shown_columns (const struct terminal *terminal, const char *path)
{
  uint32_t columns = text_columns (path), bytes;
  for (size_t i = 0, length = strlen (path); i < length && !terminal->utf8; i += bytes)
    {
      uint32_t character = text_next (path + i, length - i, &bytes);
      if (bytes > 1 && !text_is_hostile (character))
        columns += (uint32_t) snprintf (NULL, 0, "<U+%04X>", (unsigned) character)
                   - text_width (character);
    }
  return columns;
}

void
model_table_init (struct model_table *table, const struct inputs *inputs, bool known,
                  FILE *file)
{
  *table = (struct model_table){ .file = file,
                                 .terminal = terminal_of (file),
                                 .known = known,
                                 .widest = (uint32_t) strlen ("model") };
  quota_init (&table->quota);
  arena_init (&table->arena, &table->quota);
  for (size_t i = 0; i < inputs->count; i++)
    {
      uint32_t columns = shown_columns (&table->terminal, input_title (&inputs->list[i]));
      table->widest = columns > table->widest ? columns : table->widest;
    }
  if (!table->terminal.known)
    return;
  uint32_t numbers = width_of_numbers (table), width = table->terminal.width;
  table->lines = width < numbers + NARROWEST_MODEL;
  if (!table->lines && table->widest > width - numbers)
    table->widest = width - numbers;
}

void
model_table_clear (struct model_table *table)
{
  arena_clear (&table->arena);
}

/* Do COLUMNS more fit into a row, after two blanks? */
static bool
fits (const struct model_table *table, uint32_t columns)
{
  return !table->terminal.known
         || table->widest + width_of_numbers (table) + 2 + columns
              <= table->terminal.width;
}

static void
print_headings (struct model_table *table)
{
  static const char worst[] = "worst finding";
  assert (!table->begun);
  table->begun = true;
  print_path (table, "model");
  for (uint32_t c = 0; c < COLUMNS; c++)
    if (has_column (table, c))
      fprintf (table->file, "  %s", titles[c]);
  if (fits (table, (uint32_t) strlen (worst)))
    fprintf (table->file, "  %s", worst);
  fputc ('\n', table->file);
}

/* The first query that is unknown. */
static uint32_t
first_unknown (const struct check_model *model)
{
  uint32_t q = 0;
  while (model->verdicts[q].kind != VERDICT_UNKNOWN)
    {
      q++;
      assert (q < model->decided);
    }
  return q;
}

/* "-p 12 -f count,data  inconsistent pair read": how explain finds it, and its title.  If
   there is no violation that is new, what is unknown; else why the model is safe for an
   empty reason; else "". */
static const char *
describe_worst (const struct check_model *model, struct arena *arena)
{
  bool violation = model->causes->list.count > 0;
  if (!violation && model->totals.count[VERDICT_UNKNOWN] == 0)
    {
      const char *reason = empty_reason_of (model);
      return reason ? reason : "";
    }
  uint32_t q = violation ? model->causes->list.at[model->ranked[0]].queries.at[0]
                         : first_unknown (model);
  const struct query *query = check_query (model, q);
  const char *choice = command_line_choice (model->model, query, &model->terminal, arena);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fputs (choice, memory);
  if (!violation)
    {
      fputs ("  unknown (", memory);
      verdict_print_reason (&model->verdicts[q], memory);
      fputc (')', memory);
    }
  else if (query->automaton->title)
    {
      fputs ("  ", memory);
      command_print_safe (memory, query->automaton->title);
    }
  return scribe_end (&scribe);
}

/* Where there is no room for columns. */
static void
print_line (const struct check_model *model, const char *path, const char *worst,
            struct arena *arena)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fprintf (memory, "%s: ", path);
  check_print_counts (&model->totals, ",", false, memory);
  if (*worst)
    fprintf (memory, ":  %s", worst);
  check_say (model, scribe_end (&scribe), arena);
}

static void
print_row (struct model_table *table, const struct check_model *model,
           struct arena *arena)
{
  const uint32_t *counts = model->totals.count;
  const uint32_t numbers[COLUMNS] = { [COLUMN_QUERIES] = model->decided,
                                      [COLUMN_VIOLATIONS] = counts[VERDICT_VIOLATION],
                                      [COLUMN_KNOWN] = model->totals.known,
                                      [COLUMN_CAUSES] = model->causes->list.count,
                                      [COLUMN_UNKNOWN] = counts[VERDICT_UNKNOWN] };
  struct scribe scribe;
  command_print_safe (scribe_start (&scribe, arena),
                      ir_subject_title (model->model->subject));
  const char *path = wrap_localise (&table->terminal, scribe_end (&scribe), arena);
  const char *worst
    = wrap_localise (&table->terminal, describe_worst (model, arena), arena);
  bool finding = model->causes->list.count + counts[VERDICT_UNKNOWN] > 0;
  if (table->lines)
    {
      print_line (model, path, worst, arena);
      return;
    }
  if (!table->begun)
    print_headings (table);
  print_path (table, path);
  for (uint32_t c = 0; c < COLUMNS; c++)
    if (has_column (table, c))
      print_number (table, c, numbers[c],
                    c == COLUMN_VIOLATIONS && numbers[c] > numbers[COLUMN_KNOWN]);
  if (*worst && fits (table, text_columns (worst)))
    fprintf (table->file, "  %s", worst);
  fputc ('\n', table->file);
  if (*worst && !fits (table, text_columns (worst)))
    check_say (model, arena_format (arena, "  %s%s", finding ? "worst: " : "", worst),
               arena);
}

/* ---- Causes. ---- */

static void
keep_causes (struct model_table *table, const struct check_model *model)
{
  struct arena *arena = &table->arena;
  const struct ir_subject *subject = model->model->subject;
  const char *title = arena_format (arena, "%s", ir_subject_title (subject));
  uint32_t violations = 0;
  for (uint32_t c = 0; c < model->causes->list.count; c++)
    {
      const struct cause *cause = &model->causes->list.at[model->ranked[c]];
      struct command_line line;
      command_line_explain (&line, model->model, cause->queries.at[0], model->options,
                            arena);
      struct scribe scribe;
      cause_print (cause, &subject->model, scribe_start (&scribe, arena));
      struct model_table_cause kept = { .sentence = scribe_end (&scribe),
                                        .title = title,
                                        .violations = cause->queries.count,
                                        .models = 1,
                                        .order = table->causes.count,
                                        .command = line.words.at,
                                        .words = line.words.count };
      *vec_push (arena, &table->causes) = kept;
      violations += cause->queries.count;
    }
  assert (violations == model->totals.count[VERDICT_VIOLATION] - model->totals.known);
  uint32_t unknown = model->totals.count[VERDICT_UNKNOWN];
  if (violations > table->most
      || (table->most == 0 && unknown > 0 && table->worst.words.count == 0))
    {
      table->most = violations;
      table->worst = (struct command_line){ .arena = arena };
      command_line_add_model (&table->worst, subject);
    }
}

static enum status
complain_of_memory (void)
{
  fputs ("phaselock check: not enough memory for the table of models\n", stderr);
  return STATUS_BAD_INPUT;
}

enum status
model_table_add (struct model_table *table, const struct check_model *model)
{
  assert (model->causes && model->ranked);
  print_row (table, model, &model->model->subject->arena);
  if (model->notes && model->model->subject->provenance)
    provenance_print_notes (model->model->subject->provenance, table->file);
  if (model->stats)
    check_print_stats (model, &model->model->subject->arena);
  /* Rows are there to be read while others are still being decided. */
  fflush (table->file);
  if (quota_checkpoint (&table->quota))
    return complain_of_memory ();
  keep_causes (table, model);
  return STATUS_FINE;
}

static int
compare_sentences (const void *a, const void *b)
{
  const struct model_table_cause *x = a, *y = b;
  int order = strcmp (x->sentence, y->sentence);
  return order ? order : (x->order > y->order) - (x->order < y->order);
}

static int
compare_sizes (const void *a, const void *b)
{
  const struct model_table_cause *x = a, *y = b;
  return x->violations != y->violations ? (x->violations > y->violations ? -1 : 1)
                                        : (x->order > y->order) - (x->order < y->order);
}

/* Make one of the causes with the same sentence, which keeps the first one's command; the
   largest first. */
static void
merge_causes (struct model_table *table)
{
  struct model_table_cause *causes = table->causes.at;
  uint32_t kept = 0;
  qsort (causes, table->causes.count, sizeof *causes, compare_sentences);
  for (uint32_t c = 0; c < table->causes.count; c++)
    if (kept > 0 && strcmp (causes[kept - 1].sentence, causes[c].sentence) == 0)
      {
        causes[kept - 1].violations += causes[c].violations;
        causes[kept - 1].models++;
      }
    else
      causes[kept++] = causes[c];
  assert (kept <= table->causes.count);
  table->causes.count = kept;
  qsort (causes, kept, sizeof *causes, compare_sizes);
}

static void
print_cause (struct model_table *table, const struct model_table_cause *cause)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &table->arena);
  fprintf (memory, "%u violation%s in ", (unsigned) cause->violations,
           cause->violations == 1 ? "" : "s");
  if (cause->models > 1)
    fprintf (memory, "%u models", (unsigned) cause->models);
  else
    command_print_safe (memory, cause->title);
  fprintf (memory, ": %s", cause->sentence);
  wrap_print_line (&table->terminal, scribe_end (&scribe), &table->arena, table->file);
  struct command_line line = { .arena = &table->arena };
  for (uint32_t w = 0; w < cause->words; w++)
    command_line_add (&line, cause->command[w]);
  command_line_print (&line, &table->terminal, table->file);
}

static void
say (struct model_table *table, const char *text)
{
  wrap_print_line (&table->terminal, text, &table->arena, table->file);
}

static void
print_causes (struct model_table *table)
{
  struct scribe scribe;
  merge_causes (table);
  uint32_t causes = table->causes.count;
  assert (causes > 0);
  fputc ('\n', table->file);
  if (causes > 1)
    say (table, "Causes, those with the most violations first:");
  else
    say (table, "One cause:");
  for (uint32_t c = 0; c < causes && c < MOST_CAUSES; c++)
    print_cause (table, &table->causes.at[c]);
  if (causes <= MOST_CAUSES)
    return;
  fprintf (scribe_start (&scribe, &table->arena), "and %u more causes",
           (unsigned) (causes - MOST_CAUSES));
  say (table, scribe_end (&scribe));
}

/* ---- How to see more. ---- */

static void
start_check (struct command_line *line, struct model_table *table,
             const struct query_options *options, const char *baseline, bool explain)
{
  command_line_start (line, "check", &table->arena);
  if (explain)
    command_line_add_option (line, "--explain", "first");
  command_line_add_queries (line, options);
  command_line_add_option (line, "--baseline", baseline);
}

static void
print_more (struct model_table *table, const struct query_options *options,
            const char *baseline, const struct input_options *inputs,
            const char *const *given, size_t count)
{
  struct command_line one, all;
  assert (table->worst.words.count > 0 && count > 0);
  bool both = count <= MOST_GIVEN;
  struct scribe scribe;
  fprintf (scribe_start (&scribe, &table->arena), "To see %s, of one model%s:",
           table->causes.count > 0 ? "a timeline for each cause" : "what is unknown",
           both ? " or of all" : " (--explain first does it for all)");
  say (table, scribe_end (&scribe));
  start_check (&one, table, options, baseline, false);
  for (uint32_t w = 0; w < table->worst.words.count; w++)
    command_line_add (&one, table->worst.words.at[w]);
  command_line_print (&one, &table->terminal, table->file);
  if (!both)
    return;
  start_check (&all, table, options, baseline, true);
  struct input_words words;
  input_options_list (inputs, &words, &table->arena);
  for (uint32_t w = 0; w < words.list.count; w++)
    command_line_add (&all, words.list.at[w]);
  for (size_t i = 0; i < count; i++)
    command_line_add_path (&all, given[i]);
  command_line_print (&all, &table->terminal, table->file);
}

enum status
model_table_end (struct model_table *table, const struct query_options *options,
                 const char *baseline, const struct input_options *inputs,
                 const char *const *given, size_t count)
{
  assert (table->worst.words.count > 0 || table->causes.count == 0);
  if (quota_checkpoint (&table->quota))
    return complain_of_memory ();
  if (table->worst.words.count == 0)
    return STATUS_FINE;
  if (table->causes.count > 0)
    print_causes (table);
  fputc ('\n', table->file);
  print_more (table, options, baseline, inputs, given, count);
  fputc ('\n', table->file);
  return STATUS_FINE;
}
