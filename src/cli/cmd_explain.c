/* cmd_explain.c -- phaselock explain: the violation of one query, or why it is safe, for
   a person. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "cli/checking.h"
#include "cli/input_arguments.h"
#include "cli/provenance_text.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "explain/draw.h"
#include "explain/explain.h"
#include "explain/timeline.h"
#include "explain/why_safe.h"
#include "io/destination.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "io/terminal.h"
#include "io/wrap.h"
#include "query/wordlist.h"
#include "results/gaps.h"
#include "results/query_record.h"
#include "results/witness_json.h"
#include "witness/judge.h"

enum drawing
{
  DRAW_TEXT,
  DRAW_JSON,
  DRAW_DOT,
  DRAW_SVG,
  DRAW_MERMAID,
};

struct explain
{
  struct models models;
  struct query_options options;
  enum drawing format;
  bool unfold;
  const char *cause; /* --cause: the key that the cause of the violation has, or which it
                        is of those that `check' lists */
  const char *path;  /* -o */
};

enum
{
  KEY_FORMAT = QUERY_KEYS_END,
  KEY_UNFOLD,
  KEY_CAUSE,
};

static const struct argp_option options[]
  = { { "format", KEY_FORMAT, "text|json|dot|svg|mermaid", 0,
        "how to draw it (default text)", 1 },
      { "unfold", KEY_UNFOLD, NULL, 0, "show every step, even inside calls", 1 },
      { "cause", KEY_CAUSE, "N|CAUSE", 0,
        "show the cause that is number N in 'phaselock check'; or an interleaving of the "
        "query with this cause, as check and records name it",
        1 },
      { "output", 'o', "FILE", 0, "write to FILE", 1 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_FORMAT, struct explain, format),
                                           SETTING (KEY_UNFOLD, struct explain, unfold),
                                           SETTING (KEY_CAUSE, struct explain, cause),
                                           SETTING ('o', struct explain, path),
                                           SETTING (ARGP_KEY_ARG, struct explain, models),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct explain *explain = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &explain->options;
      state->child_inputs[1] = &explain->models.options;
      return 0;
    }
  return command_store (&argp, settings, key, argument, state);
}

/* ---- Which query? ---- */

/* The fields that -f names, in this order; model_queries_init has checked the names.  A
   null pointer stands for any fields. */
struct wanted
{
  VEC (field_id) fields;
};

static const struct wanted *
find_wanted (const struct explain *explain, const struct model_queries *model,
             struct arena *arena)
{
  if (!explain->options.fields)
    return NULL;
  struct wanted *wanted = arena_calloc (arena, 1, sizeof *wanted);
  struct wordlist words;
  const char *problem = NULL;
  bool more = wordlist_start (&words, explain->options.fields);
  while (more && wordlist_next (&words, &problem))
    {
      uint32_t count = model->subject->projection.pds.fields.count;
      bool *matching = arena_calloc (arena, count + (size_t) 1, sizeof *matching);
      bool found = query_match_fields (model->subject, words.word, matching);
      assert (found);
      (void) found;
      for (field_id f = { 0 }; f.index < count; f.index++)
        if (matching[f.index])
          *vec_push (arena, &wanted->fields) = f;
    }
  wordlist_clear (&words);
  return wanted;
}

/* Is this the query of the wanted fields, in their order? */
static bool
matches (const struct query *query, const struct wanted *wanted)
{
  uint32_t count = query->automaton->parameters.count;
  if (!wanted)
    return true;
  for (uint32_t i = 0; i < count && i < wanted->fields.count; i++)
    if (!field_equal (query->fields[i], wanted->fields.at[i]))
      return false;
  return count == wanted->fields.count;
}

#define MOST_SHOWN 10

static void
list_query (const struct model_queries *model, const struct query *query, uint32_t *count,
            FILE *file)
{
  if (++*count > MOST_SHOWN)
    return;
  fputs ("  ", file);
  query_show_choice (file, model, query);
  fputc ('\n', file);
}

static void
list_end (uint32_t count, FILE *file)
{
  if (count > MOST_SHOWN)
    fprintf (file, "  and %u more\n", (unsigned) (count - MOST_SHOWN));
}

/* No query has exactly the wanted fields: list those that have all of them, or none but
   them; if there are none, those that have any of them. */
static void
list_near (const struct explain *explain, const struct model_queries *model,
           const struct wanted *wanted)
{
  struct arena *arena = &model->subject->arena;
  const struct pds *pds = &model->subject->projection.pds;
  assert (wanted->fields.count > 0);
  bool *is_wanted = arena_calloc (arena, pds->fields.count, sizeof *is_wanted);
  uint32_t different = 0, shown = 0;
  for (uint32_t i = 0; i < wanted->fields.count; i++)
    {
      different += !is_wanted[wanted->fields.at[i].index];
      is_wanted[wanted->fields.at[i].index] = true;
    }
  struct queries all;
  struct query_filter filter = { .automata = explain->options.chosen.automata,
                                 .race = explain->options.chosen.race };
  queries_list (&all, &explain->options.pa.set, pds, &filter, arena);
  const struct pds_field *first = &pds->fields.at[wanted->fields.at[0].index];
  if (different == 1 && first->is_volatile && filter.race)
    {
      fputs ("phaselock explain: ", stderr);
      text_show_quoted (stderr, first->name);
      fputs (" is volatile: no race is asked about it\n", stderr);
      return;
    }
  fputs ("phaselock explain: no query has just the fields '", stderr);
  command_print_safe (stderr, explain->options.fields);
  fputs ("' in this order; there ", stderr);
  for (unsigned any = 0; any < 2 && shown == 0; any++)
    {
      for (uint32_t q = 0; q < all.list.count; q++)
        {
          const struct query *query = &all.list.at[q];
          uint32_t parameters = query->automaton->parameters.count, fitting = 0;
          for (uint32_t i = 0; i < parameters; i++)
            fitting += is_wanted[query->fields[i].index];
          if (fitting == 0 || (!any && fitting < different && fitting < parameters))
            continue;
          if (shown == 0)
            fprintf (stderr, "are these over %sthem:\n", any ? "some of " : "");
          list_query (model, query, &shown, stderr);
        }
      list_end (shown, stderr);
    }
  if (shown == 0)
    fputs ("is none with any of them either\n", stderr);
}

/* The options must name one query: say which ones there are. */
static enum status
refuse_choice (const struct explain *explain, const struct model_queries *model,
               const struct wanted *wanted, uint32_t matching)
{
  const struct queries *queries = &model->queries;
  assert (matching != 1);
  if (matching == 0 && wanted)
    {
      list_near (explain, model, wanted);
      return STATUS_BAD_INPUT;
    }
  fputs ("phaselock explain: ", stderr);
  if (matching == 0)
    fputs ("the model has no such query\n", stderr);
  else
    fprintf (stderr, "one query is explained, and %u match; choose one of them:\n",
             (unsigned) matching);
  uint32_t shown = 0;
  for (uint32_t q = 0; q < queries->list.count; q++)
    if (matches (&queries->list.at[q], wanted))
      list_query (model, &queries->list.at[q], &shown, stderr);
  list_end (shown, stderr);
  return STATUS_BAD_INPUT;
}

/* ---- Showing it. ---- */

/* The codes of what was not looked at for QUERY: ", not looked at: unknown-call". */
static void
print_gaps (const struct model_queries *model, const struct query *query, FILE *file)
{
  json_t *gaps = gaps_to_json (model, query);
  const json_t *gap;
  size_t i;
  assert (!gaps || json_is_array (gaps));
  json_array_foreach (gaps, i, gap)
  {
    const char *code = json_string_value (json_object_get (gap, "code"));
    fprintf (file, "%s%s", i == 0 ? "; not looked at: " : ", ", code ? code : "?");
  }
  json_decref (gaps);
}

/* After BEFORE, in lines of the terminal's width.  WHY it is safe, or null. */
static void
print_no_violation (const struct model_queries *model, const struct query *query,
                    const struct verdict *verdict, const char *why, const char *before,
                    FILE *file)
{
  struct finding finding = { .subject = model->subject, .query = query };
  struct arena *arena = &model->subject->arena;
  bool safe = verdict->kind == VERDICT_SAFE;
  assert (verdict->kind != VERDICT_VIOLATION);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  bool has_gaps = safe && gaps_exist (model, query);
  fprintf (memory, "%s%s  ", before,
           has_gaps ? "NO VIOLATION FOUND"
           : safe   ? "SAFE"
                    : "UNKNOWN");
  query_show_question (memory, model, query);
  if (query->kind == QUERY_PATTERN)
    {
      fputs (" (", memory);
      finding_print_pattern (&finding, memory);
      fputs (")", memory);
    }
  fputs (query->automaton->parameters.count > 0 ? "  " : "", memory);
  finding_print_fields (&finding, memory);
  if (safe)
    {
      fprintf (memory, ": no execution of the model does this%s",
               model->decide.only.filtered > 0 ? " with these processes" : "");
      print_gaps (model, query, memory);
      fputs (".", memory);
    }
  else
    {
      fputs (": not decided (", memory);
      verdict_print_reason (verdict, memory);
      fputs (").", memory);
    }
  struct terminal terminal = terminal_of (file);
  wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
  if (!why)
    return;
  /* A sentence on each line. */
  for (const char *rest = why; *rest;)
    {
      size_t length = strcspn (rest, "\n");
      fprintf (scribe_start (&scribe, arena), "%s%.*s", rest == why ? "Because: " : "",
               (int) length, rest);
      wrap_print (&terminal, scribe_end (&scribe), 0, arena, file);
      rest += length + (rest[length] != 0);
    }
}

static enum status
print_json (const struct model_queries *model, uint32_t q, const struct verdict *verdict,
            const struct finding *finding, const char *why, FILE *file)
{
  assert (verdict->kind != VERDICT_VIOLATION || finding);
  struct record_options what = { .finding = finding, .why_safe = why };
  json_t *record = record_start (model, q);
  record_add_verdict (record, model, q, verdict, &what);
  return json_print_line (file, record);
}

static void
draw (const struct explain *explain, const struct finding *finding, FILE *file)
{
  assert (finding->witness && explain->format != DRAW_JSON);
  struct arena *arena = &finding->subject->arena;
  struct timeline timeline;
  struct picture picture;
  timeline_build (&timeline, finding, explain->unfold, arena);
  if (explain->format != DRAW_TEXT)
    picture_build (&picture, finding, &timeline, arena);
  switch (explain->format)
    {
    case DRAW_TEXT:
      {
        struct terminal terminal = terminal_of (file);
        timeline_print (finding, &timeline, &terminal, arena, file);
        break;
      }
    case DRAW_DOT: draw_dot (&picture, arena, file); break;
    case DRAW_SVG: draw_svg (&picture, arena, file); break;
    case DRAW_MERMAID: draw_mermaid (&picture, file); break;
    case DRAW_JSON: break;
    }
}

/* The notes of a model that was made from a program, or how many there are. */
static void
print_notes (const struct explain *explain, const struct model_queries *model,
             enum verdict_kind kind, FILE *file)
{
  const struct provenance *provenance = model->subject->provenance;
  struct arena *arena = &model->subject->arena;
  struct provenance_totals totals = { .models = 0 };
  struct scribe scribe;
  if (!provenance)
    return;
  if (explain->models.options.notes)
    provenance_print_notes (provenance, file);
  provenance_count (&totals, provenance);
  assert (totals.models == 1);
  provenance_print_meaning (&totals, explain->models.options.notes, kind == VERDICT_SAFE,
                            kind == VERDICT_VIOLATION, scribe_start (&scribe, arena));
  const char *meaning = scribe_end (&scribe);
  struct terminal terminal = terminal_of (file);
  if (*meaning)
    wrap_print (&terminal, meaning, 0, arena, file);
}

static enum status
show (const struct explain *explain, const struct model_queries *model, uint32_t q,
      const struct verdict *verdict, const struct finding *finding, const char *why,
      FILE *file)
{
  assert (!why || verdict->kind == VERDICT_SAFE);
  if (explain->format == DRAW_JSON)
    return print_json (model, q, verdict, finding, why, file);
  if (finding)
    draw (explain, finding, file);
  else if (explain->format == DRAW_TEXT)
    print_no_violation (model, &model->queries.list.at[q], verdict, why, "", file);
  else
    print_no_violation (model, &model->queries.list.at[q], verdict, NULL,
                        "phaselock explain: there is nothing to draw: ", stderr);
  if (explain->format == DRAW_TEXT)
    print_notes (explain, model, verdict->kind, file);
  return STATUS_FINE;
}

/* ---- The query. ---- */

/* The key of the cause of VERDICT, a violation of QUERY. */
static const char *
cause_key (const struct model_queries *model, const struct query *query,
           const struct verdict *verdict)
{
  struct arena *arena = &model->subject->arena;
  struct finding finding = finding_of (model->subject, query, verdict);
  assert (verdict->kind == VERDICT_VIOLATION);
  finding_explain_locks (&finding, arena);
  return cause_of (&finding, model->discipline, arena).key;
}

/* Judge QUERY: with the best interleaving, or, if --cause asks for a cause that that one
   does not have, with the one that `check' finds.  False: neither has it. */
static bool
judge_cause (const struct explain *explain, struct model_queries *model,
             const struct query *query, struct judge *judge, struct verdict *verdict)
{
  for (int best = 1; best >= 0; best--)
    {
      model->decide.best_witness = best;
      judge_init (judge, model->subject, &model->decide);
      *verdict = judge_query (judge, query);
      if (verdict->kind != VERDICT_VIOLATION || !explain->cause
          || strcmp (cause_key (model, query, verdict), explain->cause) == 0)
        return true;
      if (best)
        judge_clear (judge);
    }
  fputs ("phaselock explain: no interleaving with that cause was found; one has the "
         "cause '",
         stderr);
  command_print_safe (stderr, cause_key (model, query, verdict));
  fputs ("'\n", stderr);
  return false;
}

/* *SHOWN: something was written to FILE. */
static enum status
decide (const struct explain *explain, struct model_queries *model, uint32_t q,
        bool *shown, FILE *file)
{
  assert (q < model->queries.list.count);
  const struct query *query = &model->queries.list.at[q];
  struct judge judge;
  struct verdict verdict;
  struct finding finding;
  if (!judge_cause (explain, model, query, &judge, &verdict))
    {
      judge_clear (&judge);
      return STATUS_BAD_INPUT;
    }
  bool found = verdict.kind == VERDICT_VIOLATION;
  bool suspected = verdict.suspicion && explain->format <= DRAW_JSON;
  assert (found == (verdict.witness != NULL));
  if (found || suspected)
    {
      finding = finding_of (model->subject, query, &verdict);
      finding = finding_copy (&finding, &model->subject->arena);
      finding_explain (&finding, &model->decide, NULL, &model->subject->arena);
    }
  enum status status = STATUS_FINE;
  if (verdict.bug)
    {
      query_report_bug (model, query, verdict.bug, stderr);
      status = STATUS_INTERNAL;
    }
  judge_clear (&judge);
  *shown = found || explain->format == DRAW_TEXT || explain->format == DRAW_JSON;
  const struct finding *drawn = found || suspected ? &finding : NULL;
  const char *why = NULL;
  if (verdict.kind == VERDICT_SAFE && *shown && verdict.with_data)
    why = why_safe_with_data (query, &verdict, &model->subject->arena);
  else if (verdict.kind == VERDICT_SAFE && *shown)
    why = why_safe_find (model->subject, query, &model->decide, &model->subject->arena);
  status = status_worse (status, show (explain, model, q, &verdict, drawn, why, file));
  if (found)
    status = status_worse (status, STATUS_FOUND);
  if (verdict.kind == VERDICT_UNKNOWN)
    status = status_worse (status, STATUS_UNDECIDED);
  return status;
}

/* ---- No query was named: the first violation. ---- */

/* What all queries of a model are. */
struct overview
{
  bool *violation;    /* by query */
  uint32_t first;     /* violation; the number of queries if there is none */
  uint32_t counts[3]; /* by verdict */
};

/* Any interleaving will do: that of the first violation is searched for again. */
static enum status
judge_all (struct overview *overview, struct model_queries *model)
{
  uint32_t count = model->queries.list.count;
  enum status status = STATUS_FINE;
  struct judge judge;
  *overview = (struct overview){ .first = count };
  overview->violation = arena_calloc (&model->subject->arena, count + (size_t) 1,
                                      sizeof *overview->violation);
  model->decide.best_witness = false;
  judge_init (&judge, model->subject, &model->decide);
  for (uint32_t q = 0; q < count && !interrupt_signal (); q++)
    {
      struct verdict verdict = judge_query (&judge, &model->queries.list.at[q]);
      overview->counts[verdict.kind]++;
      overview->violation[q] = verdict.kind == VERDICT_VIOLATION;
      if (overview->violation[q] && overview->first == count)
        overview->first = q;
      if (!verdict.bug)
        continue;
      query_report_bug (model, &model->queries.list.at[q], verdict.bug, stderr);
      status = STATUS_INTERNAL;
    }
  judge_clear (&judge);
  assert ((overview->first < count) == (overview->counts[VERDICT_VIOLATION] > 0));
  return status;
}

/* Which violation it was, and which others there are. */
static void
print_others (const struct overview *overview, const struct model_queries *model,
              FILE *file)
{
  uint32_t violations = overview->counts[VERDICT_VIOLATION], shown = 0;
  assert (overview->first < model->queries.list.count && violations > 0);
  fputs (file == stderr ? "phaselock explain: this was " : "\nThis was ", file);
  query_show_choice (file, model, &model->queries.list.at[overview->first]);
  if (violations == 1)
    fputs (", the only violation.\n", file);
  else
    fprintf (file, ", the first of %u violations.  The other%s:\n", (unsigned) violations,
             violations == 2 ? "" : "s");
  for (uint32_t q = overview->first + 1; q < model->queries.list.count; q++)
    if (overview->violation[q])
      list_query (model, &model->queries.list.at[q], &shown, file);
  list_end (shown, file);
  assert (interrupt_signal () || shown == violations - 1);
}

/* There is no violation. */
static void
print_none (const struct overview *overview, const struct model_queries *model,
            FILE *file)
{
  const uint32_t *counts = overview->counts;
  assert (counts[VERDICT_VIOLATION] == 0);
  fputs (file == stderr ? "phaselock explain: there " : "There ", file);
  fprintf (file, "is no violation to explain: %u quer%s, ",
           (unsigned) model->queries.list.count,
           model->queries.list.count == 1 ? "y" : "ies");
  if (counts[VERDICT_UNKNOWN] > 0)
    fprintf (file, "%u unknown, ", (unsigned) counts[VERDICT_UNKNOWN]);
  fprintf (file, "%u safe%s\n", (unsigned) counts[VERDICT_SAFE],
           counts[VERDICT_SAFE] > 0 && model->decide.only.filtered > 0
             ? " with these processes only"
             : "");
}

static enum status
explain_first (const struct explain *explain, struct model_queries *model)
{
  struct overview overview;
  enum status status = judge_all (&overview, model);
  struct destination destination;
  if (!destination_open (&destination, explain->path))
    return destination_close (&destination);
  /* What a person reads is in one place; a picture is not mixed with text. */
  FILE *told = explain->format == DRAW_TEXT ? destination.stream : stderr;
  bool found = overview.counts[VERDICT_VIOLATION] > 0, shown = told != stderr;
  if (found)
    {
      enum status decided
        = decide (explain, model, overview.first, &shown, destination.stream);
      status = status_worse (status, decided);
      print_others (&overview, model, told);
    }
  else if (interrupt_signal ())
    {
      fputs ("phaselock explain: interrupted before a violation was found\n", stderr);
      shown = false;
    }
  else
    {
      print_none (&overview, model, told);
      if (overview.counts[VERDICT_UNKNOWN] > 0)
        status = status_worse (status, STATUS_UNDECIDED);
    }
  if (shown)
    return status_worse (status, destination_close (&destination));
  destination_discard (&destination);
  return status;
}

static enum status
explain_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  const struct explain *explain = context;
  if (!fine)
    return STATUS_FINE;
  struct model_queries model;
  if (!model_queries_init (&model, &explain->options, subject, name))
    return STATUS_BAD_INPUT;
  if (!explain->options.patterns && !explain->options.fields
      && model.queries.list.count > 1)
    return explain_first (explain, &model);
  const struct wanted *wanted = find_wanted (explain, &model, &subject->arena);
  uint32_t matching = 0, chosen = 0;
  for (uint32_t q = 0; q < model.queries.list.count; q++)
    if (matches (&model.queries.list.at[q], wanted))
      {
        matching++;
        chosen = q;
      }
  LOG (1, "%u of %u queries match", (unsigned) matching,
       (unsigned) model.queries.list.count);
  if (matching != 1)
    return refuse_choice (explain, &model, wanted, matching);
  assert (chosen < model.queries.list.count);
  struct destination destination;
  if (!destination_open (&destination, explain->path))
    return destination_close (&destination);
  bool shown = true;
  enum status status = decide (explain, &model, chosen, &shown, destination.stream);
  /* Nothing was drawn: an old file stays as it is. */
  if (!shown)
    {
      destination_discard (&destination);
      return status;
    }
  return status_worse (status, destination_close (&destination));
}

/* ---- Several models, or a cause of them. ---- */

#define MOST_LISTED 20

/* One model is explained: say which ones there are. */
static enum status
refuse_models (const struct inputs *inputs)
{
  assert (inputs->count != 1);
  if (inputs->count == 0)
    return STATUS_BAD_INPUT; /* the search has said why */
  fprintf (
    stderr,
    "phaselock explain: one model is explained, and there are %zu; choose one by "
    "its name (of Java with --class), or a cause of 'phaselock check' with --cause "
    "N:\n",
    inputs->count);
  for (size_t i = 0; i < inputs->count && i < MOST_LISTED; i++)
    {
      fputs ("  ", stderr);
      command_print_safe (stderr, input_title (&inputs->list[i]));
      fputc ('\n', stderr);
    }
  if (inputs->count > MOST_LISTED)
    fprintf (stderr, "  and %zu more\n", inputs->count - MOST_LISTED);
  return STATUS_BAD_INPUT;
}

/* Decide all models as `check' does, which shows nothing here.  LINE is the command that
   it prints below cause NUMBER, the first of which is 1. */
static enum status
find_cause (struct explain *explain, uint32_t number, struct command_line *line)
{
  struct check check = { .models = explain->models,
                         .options = explain->options,
                         .jobs = 1,
                         .explain = EXPLAIN_NONE,
                         .several = true };
  enum status status = STATUS_BAD_INPUT;
  check.destination.stream = fopen ("/dev/null", "w");
  if (!check.destination.stream)
    {
      command_error ("/dev/null", "it cannot be opened");
      return STATUS_BAD_INPUT;
    }
  model_table_init (&check.table, &check.models.inputs, false, check.destination.stream);
  progress_start (&check.progress, PROGRESS_AUTO, false);
  suppressions_init (&check.suppressions, &check.options.pa, &check.options.complaints);
  struct reading reading = { INPUT_SYSTEM, false, checking_model, &check };
  enum status read = reading_each (&check.models, &reading);
  const struct model_table_cause *cause = model_table_cause (&check.table, number);
  if (cause && !interrupt_signal ())
    {
      for (uint32_t w = 0; w < cause->words; w++)
        command_line_add (line, arena_format (line->arena, "%s", cause->command[w]));
      if (!cause->has_key)
        command_line_add_option (line, "--cause",
                                 arena_format (line->arena, "%s", cause->key));
      status = STATUS_FINE;
    }
  else if (!interrupt_signal ())
    fprintf (stderr,
             "phaselock explain: there is no cause %u: 'phaselock check' has %u\n",
             (unsigned) number, (unsigned) check.table.causes.count);
  if (read == STATUS_INTERNAL)
    status = read;
  suppressions_clear (&check.suppressions);
  model_table_clear (&check.table);
  fclose (check.destination.stream);
  return status;
}

static enum status run_words (const struct explain *given, int argc, char **argv);

/* --cause NUMBER: what the command below it shows. */
static enum status
explain_number (struct explain *explain, uint32_t number)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  enum status status = STATUS_BAD_INPUT;
  if (quota_checkpoint (&quota))
    fputs ("phaselock explain: not enough memory for its command\n", stderr);
  else
    {
      struct command_line line = { .arena = &arena };
      const struct input_options *inputs = &explain->models.options;
      status = find_cause (explain, number, &line);
      if (inputs->notes)
        command_line_add (&line, "--notes");
      char **argv = arena_calloc (&arena, line.words.count + (size_t) 1, sizeof *argv);
      for (uint32_t w = 0; w < line.words.count; w++)
        argv[w] = arena_copy (&arena, line.words.at[w], strlen (line.words.at[w]));
      /* The first word is the program's name. */
      if (status == STATUS_FINE)
        status = run_words (explain, (int) line.words.count - 1, argv + 1);
    }
  arena_clear (&arena);
  return status;
}

/* Does --class name the class itself, of whose models the first is that of the class?
   The others are circles of locks, and its clients with values, which are asked other
   questions. */
static bool
means_class (const struct explain *explain)
{
  const struct pattern_choice *chosen = &explain->options.chosen;
  const struct java_options *java = &explain->models.options.java;
  assert (chosen->automata);
  return explain->models.inputs.count > 0 && java->class_name && !java->main_name
         && (!explain->options.patterns
             || !(chosen->deadlock || chosen->claims || chosen->stuck));
}

static bool
is_first_input (const struct input *input, void *context)
{
  const struct explain *explain = context;
  assert (explain->models.inputs.count > 0);
  return input == &explain->models.inputs.list[0];
}

static enum status
explain_inputs (struct explain *explain)
{
  uint32_t number;
  query_arguments_narrow (&explain->options, &explain->models.options);
  reading_find (&explain->models);
  if (explain->cause
      && command_parse_number (explain->cause, strlen (explain->cause), UINT32_MAX - 1,
                               &number))
    return explain_number (explain, number);
  if (explain->models.inputs.count != 1 && !means_class (explain))
    return refuse_models (&explain->models.inputs);
  struct reading reading = { INPUT_SYSTEM, false, explain_model, explain };
  return reading_some (&explain->models, &reading, is_first_input);
}

/* ---- The command. ---- */

static const struct argp argp = {
  options,
  parse_option,
  "MODEL...",
  "Decide one query and show the violation as a timeline: one column per process, "
  "the steps of the pattern, or what happens together in a race or deadlock, marked, "
  "calls folded, with the locks held and the positions; why no lock prevented it; "
  "and which lock, held longer, or which order of locks would have.  "
  "If the query is safe, say what protects it.\v"
  "The query is one pattern (-p) over the fields of -f, in this order; a race (-p "
  "race) on the field of -f; or the deadlock (-p deadlock).  "
  "Without -p and -f it is the first violation; the others are listed.  Several paths "
  "of compiled Java are one program.  Of several models one is chosen by its name, or "
  "--cause N decides them all.\n\n"
  "Exit status: 0 safe; 10 violation; 5 unknown; 2 bad usage or "
  "bad input, or not exactly one query; 4 output could not be written; 6 internal "
  "error; 130 or 143 interrupted.",
  query_input_children,
  NULL,
  NULL
};

/* ARGV is a command that explains one query; how it is shown is as GIVEN, if that is not
   null. */
static enum status
run_words (const struct explain *given, int argc, char **argv)
{
  struct explain explain = { .unfold = false };
  enum status status = STATUS_BAD_INPUT;
  bool prepared = query_arguments_parse (&argp, argc, argv, &explain, &explain.options);
  explain.models.options.interrupted = explain.options.decide.interrupted;
  if (given)
    {
      explain.format = given->format;
      explain.unfold = given->unfold;
      explain.path = given->path;
      explain.options.decide.timeout = given->options.decide.timeout;
      explain.options.decide.memory = given->options.decide.memory;
    }
  if (prepared)
    status = explain_inputs (&explain);
  query_options_clear (&explain.options);
  reading_forget (&explain.models);
  return status;
}

static enum status
run (int argc, char **argv)
{
  return interrupt_status (run_words (NULL, argc, argv));
}

const struct command command_explain
  = { "explain", "show a violation as a timeline, or why a query is safe", &argp, run };
