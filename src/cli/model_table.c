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
#include "explain/repair.h"
#include "io/wrap.h"

#define MOST_GIVEN 8 /* arguments that are repeated in a command */
#define MOST_GAPS 5  /* kinds of what was not looked at */

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
  assert (column < COLUMNS);
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
  assert (table->lines || table->widest >= strlen ("model"));
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
  assert (model->totals.count[VERDICT_UNKNOWN] > 0);
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
  assert (numbers[COLUMN_KNOWN] <= numbers[COLUMN_VIOLATIONS]);
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

static struct model_table_cause
describe_cause (struct model_table *table, const struct check_model *model,
                const struct cause *cause)
{
  assert (cause->queries.count > 0);
  struct arena *arena = &table->arena;
  const struct ir_subject *subject = model->model->subject;
  const struct finding *finding = model->findings[cause->queries.at[0]];
  struct model_table_cause kept
    = { .key = arena_format (arena, "%s", cause->key), .rank = cause->rank, .models = 1 };
  struct command_line line;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  command_line_explain (&line, model->model, cause->queries.at[0], model->options, arena);
  kept.has_key = model->other_causes[cause->queries.at[0]] != NULL;
  if (kept.has_key)
    command_line_add_option (&line, "--cause", kept.key);
  command_line_add_sources (&line, model->inputs);
  kept.command = line.words.at;
  kept.words = line.words.count;
  cause_print_whole (cause, subject, memory);
  kept.text = scribe_end (&scribe);
  if (!subject->provenance || !subject->provenance->is_circle)
    kept.title = arena_format (arena, "%s", ir_subject_title (subject));
  if (finding)
    kept.condition = cause_condition (cause, finding, arena);
  if (finding && finding->repair)
    {
      repair_print (finding, scribe_start (&scribe, arena));
      kept.repair = scribe_end (&scribe);
    }
  return kept;
}

static void
keep_cause (struct model_table *table, const struct check_model *model,
            const struct cause *cause)
{
  uint32_t known = 0;
  while (known < table->causes.count
         && strcmp (table->causes.at[known].key, cause->key) != 0)
    known++;
  if (known == table->causes.count)
    {
      struct model_table_cause kept = describe_cause (table, model, cause);
      assert (strcmp (kept.key, cause->key) == 0 && kept.violations == 0);
      kept.order = known;
      *vec_push (&table->arena, &table->causes) = kept;
    }
  else
    {
      struct model_table_cause *old = &table->causes.at[known];
      uint32_t violations = old->violations, models = old->models;
      if (rank_compare (&cause->rank, &old->rank) < 0)
        *old = describe_cause (table, model, cause);
      old->violations = violations;
      old->models = models + 1;
      old->order = known;
    }
  table->causes.at[known].violations += cause->queries.count;
}

static void
keep_causes (struct model_table *table, const struct check_model *model)
{
  uint32_t violations = 0;
  for (uint32_t c = 0; c < model->causes->list.count; c++)
    {
      assert (model->ranked[c] < model->causes->list.count);
      const struct cause *cause = &model->causes->list.at[model->ranked[c]];
      keep_cause (table, model, cause);
      violations += cause->queries.count;
    }
  assert (violations == model->totals.count[VERDICT_VIOLATION] - model->totals.known);
  uint32_t unknown = model->totals.count[VERDICT_UNKNOWN];
  if (violations > table->most
      || (table->most == 0 && unknown > 0 && table->worst.words.count == 0))
    {
      table->most = violations;
      table->worst = (struct command_line){ .arena = &table->arena };
      command_line_add_model (&table->worst, model->model->subject);
    }
}

/* How many causes are shown with their repairs, once they are in their order: ten at
   most.  Of classes and other programs, whose models need not be true to them, no more
   than matter by their rank, a few deadlocks of objects that may be the same among them.
 */
static uint32_t
count_first (const struct model_table *table)
{
  uint32_t causes = table->causes.count, shown = 0, deadlocks = 0;
  assert (causes > 0);
  if (causes <= CHECK_CAUSES)
    return causes;
  if (table->programs == 0)
    return CHECK_CAUSES;
  for (; shown < CHECK_CAUSES; shown++)
    {
      const struct rank *rank = &table->causes.at[shown].rank;
      if (!rank_is_strong (rank)
          && (rank->kind != RANK_DEADLOCK_IF || rank->is_guessed
              || deadlocks++ == CHECK_WEAK_CAUSES))
        break;
    }
  assert (shown <= causes);
  return shown;
}

bool
model_table_wants (struct model_table *table, const char *key, const struct rank *rank)
{
  uint32_t before = 0;
  assert (key);
  for (uint32_t c = 0; c < table->causes.count; c++)
    {
      bool first = rank_compare (&table->causes.at[c].rank, rank) <= 0;
      if (first && strcmp (table->causes.at[c].key, key) == 0)
        return false;
      before += first;
    }
  return before < CHECK_CAUSES;
}

/* What was not looked at for queries of MODEL that found no violation. */
static void
keep_gaps (struct model_table *table, const struct check_model *model)
{
  const struct provenance *provenance = model->model->subject->provenance;
  assert (provenance);
  table->programs++;
  for (uint32_t i = 0; i < provenance->notes.count && model->totals.gaps > 0; i++)
    {
      const struct provenance_note *note = &provenance->notes.at[i];
      bool counted = note->removes == 0;
      for (uint32_t k = 0; k < i && !counted; k++)
        counted = strcmp (provenance->notes.at[k].code, note->code) == 0;
      if (counted)
        continue;
      uint32_t g = 0;
      while (g < table->gaps.count && strcmp (table->gaps.at[g].code, note->code) != 0)
        g++;
      if (g == table->gaps.count)
        *vec_push (&table->arena, &table->gaps)
          = (struct model_table_gap){ .code
                                      = arena_format (&table->arena, "%s", note->code) };
      table->gaps.at[g].models++;
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
  if (!model->model->subject->provenance)
    print_row (table, model, &model->model->subject->arena);
  if (model->inputs->notes && model->model->subject->provenance)
    provenance_print_notes (model->model->subject->provenance, table->file);
  if (model->stats)
    check_print_stats (model, &model->model->subject->arena);
  /* Rows are there to be read while others are still being decided. */
  fflush (table->file);
  if (quota_checkpoint (&table->quota))
    return complain_of_memory ();
  keep_causes (table, model);
  if (model->model->subject->provenance)
    keep_gaps (table, model);
  return STATUS_FINE;
}

static int
compare_causes (const void *a, const void *b)
{
  const struct model_table_cause *x = a, *y = b;
  int order = rank_compare (&x->rank, &y->rank);
  return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void
rank_causes (struct model_table *table)
{
  if (table->causes.count > 0)
    qsort (table->causes.at, table->causes.count, sizeof *table->causes.at,
           compare_causes);
}

const struct model_table_cause *
model_table_cause (struct model_table *table, uint32_t number)
{
  rank_causes (table);
  return number > 0 && number <= table->causes.count ? &table->causes.at[number - 1]
                                                     : NULL;
}

static void
say (struct model_table *table, const char *text)
{
  wrap_print_line (&table->terminal, text, &table->arena, table->file);
}

/* " 1. Stack and 2 more: lost update of count: ... (3 violations)", and if it is WHOLE
   the repair and the command that shows it. */
static void
print_cause (struct model_table *table, const struct model_table_cause *cause,
             uint32_t number, bool whole)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &table->arena);
  assert (cause->text && cause->words > 0 && cause->models > 0);
  assert (cause->models <= cause->violations);
  fprintf (memory, "%2u. ", (unsigned) number);
  if (cause->title)
    command_print_safe (memory, cause->title);
  if (cause->title && cause->models > 1)
    fprintf (memory, " and %u more", (unsigned) cause->models - 1);
  fprintf (memory, "%s%s (%u violation%s)", cause->title ? ": " : "", cause->text,
           (unsigned) cause->violations, cause->violations == 1 ? "" : "s");
  wrap_print_line (&table->terminal, scribe_end (&scribe), &table->arena, table->file);
  if (!whole)
    return;
  const char *const more[] = { cause->condition, cause->repair };
  for (uint32_t i = 0; i < 2; i++)
    if (more[i])
      say (table, arena_format (&table->arena, "    %s", more[i]));
  struct command_line line = { .arena = &table->arena };
  for (uint32_t w = 0; w < cause->words; w++)
    command_line_add (&line, cause->command[w]);
  command_line_print (&line, &table->terminal, table->file);
}

static void
print_causes (struct model_table *table)
{
  struct scribe scribe;
  uint32_t causes = table->causes.count, counts[RANKS] = { 0 };
  assert (causes > 0);
  rank_causes (table);
  fputc ('\n', table->file);
  uint32_t first = count_first (table);
  if (causes > 1)
    say (table, arena_format (&table->arena, "%u causes, %s:", (unsigned) causes,
                              first > 0 ? "what to look at first"
                                        : "none of which is likely to matter"));
  else
    say (table, "One cause:");
  uint32_t shown = causes < CHECK_CAUSES ? causes : CHECK_CAUSES;
  assert (first <= shown);
  for (uint32_t c = 0; c < shown; c++)
    {
      if (c == first && c > 0)
        say (table, "Then, less likely to matter:");
      print_cause (table, &table->causes.at[c], c + 1, c < first);
    }
  if (causes == shown)
    return;
  for (uint32_t c = shown; c < causes; c++)
    counts[table->causes.at[c].rank.kind]++;
  FILE *memory = scribe_start (&scribe, &table->arena);
  ranks_print (counts, memory);
  fputc ('.', memory);
  say (table, scribe_end (&scribe));
}

/* "104 classes and circles of locks were looked at, 320 of 424 classes were left out:
   ..." */
static void
print_classes (struct model_table *table, const struct inputs *inputs)
{
  struct scribe scribe;
  if (table->programs == 0)
    return;
  FILE *memory = scribe_start (&scribe, &table->arena);
  uint32_t programs = 0;
  for (size_t i = 0; i < inputs->count; i++)
    programs += inputs->list[i].front_end == &front_end_java;
  fprintf (memory, "%u ", (unsigned) table->programs);
  if (table->programs < programs) /* interrupted, say */
    fprintf (memory, "of %u ", (unsigned) programs);
  fputs ("classes and circles of locks were looked at", memory);
  uint32_t others = inputs->excluded + inputs->unchanged;
  assert (others <= inputs->left_out);
  if (inputs->left_out > others)
    fprintf (memory,
             "; %u of %u classes were left out: they use no lock, or have no fields that "
             "change ('phaselock java --list' says which)",
             (unsigned) (inputs->left_out - others), (unsigned) inputs->classes);
  if (inputs->excluded > 0)
    fprintf (memory, "; %u are excluded: tests, or by --exclude",
             (unsigned) inputs->excluded);
  if (inputs->unchanged > 0)
    fprintf (memory, "; %u have not changed", (unsigned) inputs->unchanged);
  fputc ('.', memory);
  say (table, scribe_end (&scribe));
}

static int
compare_gaps (const void *a, const void *b)
{
  const struct model_table_gap *x = a, *y = b;
  return x->models != y->models ? (x->models > y->models ? -1 : 1)
                                : strcmp (x->code, y->code);
}

/* "Not looked at, and in how many of them: calls of code that is not known (12), code
   that is too large (1).": those that most models have. */
static void
print_gaps (struct model_table *table)
{
  struct scribe scribe;
  uint32_t count = table->gaps.count;
  if (count == 0)
    return;
  qsort (table->gaps.at, count, sizeof *table->gaps.at, compare_gaps);
  uint32_t shown = count > MOST_GAPS ? MOST_GAPS - 1 : count;
  FILE *memory = scribe_start (&scribe, &table->arena);
  fputs ("Not looked at, and in how many of them:", memory);
  for (uint32_t g = 0; g < shown; g++)
    fprintf (memory, "%s %s (%u)", g ? "," : "",
             provenance_gap_words (table->gaps.at[g].code),
             (unsigned) table->gaps.at[g].models);
  if (shown < count)
    fprintf (memory, " and %u more kinds, which --notes lists",
             (unsigned) (count - shown));
  fputc ('.', memory);
  say (table, scribe_end (&scribe));
}

/* ---- How to see more. ---- */

/* What the commands below repeat. */
struct repeated
{
  const struct query_options *options;
  const char *baseline;
  const struct input_options *inputs;
  const char *const *given;
  size_t count;
};

/* A COMMAND with an OPTION, perhaps, about all that was given. */
static void
print_of_all (struct model_table *table, const char *command, const char *option,
              const char *value, const struct repeated *all)
{
  struct command_line line;
  struct input_words words;
  assert (all->count > 0 && all->count <= MOST_GIVEN);
  command_line_start (&line, command, &table->arena);
  command_line_add_option (&line, option, value);
  command_line_add_queries (&line, all->options);
  command_line_add_option (&line, "--baseline", all->baseline);
  command_line_add_sources (&line, all->inputs);
  input_options_list (all->inputs, &words, &table->arena);
  for (uint32_t w = 0; w < words.list.count; w++)
    command_line_add (&line, words.list.at[w]);
  for (size_t i = 0; i < all->count; i++)
    command_line_add_path (&line, all->given[i]);
  command_line_print (&line, &table->terminal, table->file);
}

/* The model with most to see. */
static void
print_of_one (struct model_table *table, const struct repeated *all)
{
  struct command_line line;
  command_line_start (&line, "check", &table->arena);
  command_line_add_queries (&line, all->options);
  command_line_add_option (&line, "--baseline", all->baseline);
  command_line_add_sources (&line, all->inputs);
  for (uint32_t w = 0; w < table->worst.words.count; w++)
    command_line_add (&line, table->worst.words.at[w]);
  command_line_print (&line, &table->terminal, table->file);
}

static void
print_more (struct model_table *table, const struct repeated *all)
{
  bool both = all->count <= MOST_GIVEN;
  uint32_t causes = table->causes.count, first = causes ? count_first (table) : 0;
  assert (table->worst.words.count > 0 && all->count > 0);
  if (table->programs > 0 && causes > 0 && both)
    {
      bool some = first < causes;
      const char *one = arena_format (&table->arena, "%u", (unsigned) first + 1);
      say (table, arena_format (&table->arena,
                                "To see %s%s%sthe causes of one class, or all on a page:",
                                some ? "cause " : "", some ? one : "", some ? ", " : ""));
      if (some)
        print_of_all (table, "explain", "--cause", one, all);
      print_of_one (table, all);
      print_of_all (table, "check", "--report", "page.html", all);
      return;
    }
  say (table, arena_format (&table->arena, "To see %s, of one model%s:",
                            causes > 0 ? "a timeline for each cause" : "what is unknown",
                            both ? " or of all" : " (--explain first does it for all)"));
  print_of_one (table, all);
  if (both)
    print_of_all (table, "check", "--explain", "first", all);
}

enum status
model_table_end (struct model_table *table, const struct query_options *options,
                 const char *baseline, const struct inputs *found,
                 const struct input_options *inputs, const char *const *given,
                 size_t count)
{
  assert (table->worst.words.count > 0 || table->causes.count == 0);
  if (quota_checkpoint (&table->quota))
    return complain_of_memory ();
  print_classes (table, found);
  if (table->causes.count > 0)
    print_causes (table);
  print_gaps (table);
  if (table->worst.words.count == 0)
    return STATUS_FINE;
  fputc ('\n', table->file);
  print_more (table, &(struct repeated){ options, baseline, inputs, given, count });
  fputc ('\n', table->file);
  return STATUS_FINE;
}
