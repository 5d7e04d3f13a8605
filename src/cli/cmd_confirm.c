/* cmd_confirm.c -- phaselock confirm: the findings of compiled Java, driven on a JVM. */
#include <config.h>

#include <assert.h>
#include <stdio.h>

#include "base/scribe.h"
#include "cli/confirming.h"
#include "cli/input_arguments.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "explain/cause.h"
#include "explain/explain.h"
#include "io/destination.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "io/progress.h"
#include "io/wrap.h"
#include "phaseauto/print_automaton.h"
#include "results/query_record.h"
#include "witness/judge.h"

struct confirm
{
  struct models models;
  struct query_options options;
  struct confirming confirming;
  unsigned format;
  bool quiet;
  const char *path; /* -o */
  struct destination destination;
  struct progress progress;
  uint32_t violations, unknown;
};

enum
{
  KEY_FORMAT = QUERY_KEYS_END,
};

static const struct argp_option options[]
  = { { "format", KEY_FORMAT, "text|jsonl", 0, "how to report (default text)", 1 },
      { "output", 'o', "FILE", 0, "write to FILE", 1 },
      { "quiet", 'q', NULL, 0, "no progress, and no counts at the end", 1 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_FORMAT, struct confirm, format),
                                           SETTING ('o', struct confirm, path),
                                           SETTING ('q', struct confirm, quiet),
                                           SETTING (ARGP_KEY_ARG, struct confirm, models),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct confirm *confirm = state->input;
  if (key != ARGP_KEY_INIT)
    return command_store (&argp, settings, key, argument, state);
  state->child_inputs[0] = &confirm->options;
  state->child_inputs[1] = &confirm->models.options;
  state->child_inputs[2] = &confirm->confirming;
  return 0;
}

/* ---- One model. ---- */

struct found
{
  const struct finding *finding; /* null: the query is no violation */
  json_t *record;                /* or null */
  struct confirmation confirmation;
};

struct current
{
  struct confirm *confirm;
  struct model_queries model;
  struct found *found; /* by query */
  struct causes causes;
  enum status status;
};

/* Keep the violation of query Q for later, with its cause. */
static void
note_violation (struct current *current, uint32_t q, const struct verdict *verdict,
                struct arena *arena)
{
  assert (verdict->kind == VERDICT_VIOLATION && !current->found[q].finding);
  struct ir_subject *subject = current->model.subject;
  struct finding finding
    = finding_of (subject, &current->model.queries.list.at[q], verdict);
  struct finding *kept = arena_alloc (&subject->arena, sizeof *kept);
  *kept = finding_copy (&finding, &subject->arena);
  finding_explain_locks (&finding, arena);
  causes_add (&current->causes, q, &finding);
  current->found[q].finding = kept;
  current->confirm->violations++;
}

/* With more queries violations are decided with any interleaving, and the shortest one is
   sought of those that there is time to drive. */
#define MANY_QUERIES 1000

static void
decide_queries (struct current *current)
{
  struct confirm *confirm = current->confirm;
  struct model_queries *model = &current->model;
  struct judge judge;
  assert (confirm->format <= FORMAT_JSONL);
  model->decide.best_witness = model->queries.list.count <= MANY_QUERIES;
  judge_init (&judge, model->subject, &model->decide);
  for (uint32_t q = 0; q < model->queries.list.count && !interrupt_signal (); q++)
    {
      struct verdict verdict = judge_query (&judge, &model->queries.list.at[q]);
      struct arena arena;
      arena_init (&arena, model->subject->arena.quota);
      if (verdict.bug)
        {
          query_report_bug (model, &model->queries.list.at[q], verdict.bug, stderr);
          current->status = STATUS_INTERNAL;
        }
      if (verdict.kind == VERDICT_VIOLATION)
        note_violation (current, q, &verdict, &arena);
      confirm->unknown += verdict.kind == VERDICT_UNKNOWN;
      if (confirm->format == FORMAT_JSONL)
        {
          struct record_options what = { .stats = false };
          current->found[q].record = record_start (model, q);
          record_add_verdict (current->found[q].record, model, q, &verdict, &what);
        }
      arena_clear (&arena);
    }
  judge_clear (&judge);
}

/* The interleaving of query Q that a person wants to see. */
static void
improve (struct current *current, uint32_t q)
{
  struct model_queries *model = &current->model;
  struct decide_options best = model->decide;
  struct judge judge;
  assert (current->found[q].finding && !best.best_witness);
  best.best_witness = true;
  judge_init (&judge, model->subject, &best);
  struct verdict verdict = judge_query (&judge, &model->queries.list.at[q]);
  if (verdict.kind == VERDICT_VIOLATION)
    {
      struct arena *arena = &model->subject->arena;
      struct finding better
        = finding_of (model->subject, &model->queries.list.at[q], &verdict);
      struct finding *kept = arena_alloc (arena, sizeof *kept);
      *kept = finding_copy (&better, arena);
      current->found[q].finding = kept;
    }
  judge_clear (&judge);
}

static void
drive (struct current *current, uint32_t q)
{
  struct confirm *confirm = current->confirm;
  struct found *found = &current->found[q];
  char now[160];
  assert (found->finding);
  assert (q < current->model.queries.list.count);
  query_describe (&current->model, q, now, sizeof now);
  progress_show (&confirm->progress, q, current->model.queries.list.count,
                 confirm->violations, now);
  if (!current->model.decide.best_witness && confirming_has_time (&confirm->confirming))
    improve (current, q);
  found->confirmation = confirming_try (&confirm->confirming, found->finding);
  if (found->record)
    {
      struct finding driven = *found->finding;
      driven.execution = &found->confirmation.seen;
      record_add_execution (found->record, &current->model, &driven);
    }
}

/* Deadlocks first, then the first violation of each cause, the worst cause first, then
   the others: the best are driven while there is time. */
static void
drive_all (struct current *current)
{
  const struct causes *causes = &current->causes;
  const uint32_t *ranked = causes_rank (causes, &current->model.subject->arena);
  for (int round = 0; round < 3; round++)
    for (uint32_t c = 0; c < causes->list.count; c++)
      {
        assert (ranked[c] < causes->list.count);
        const struct cause *cause = &causes->list.at[ranked[c]];
        for (uint32_t i = 0; i < cause->queries.count; i++)
          if (round == (cause->kind == CAUSE_DEADLOCK ? 0 : i == 0 ? 1 : 2))
            drive (current, cause->queries.at[i]);
      }
}

/* ---- Showing. ---- */

/* "HARMFUL  pattern 1  Stack.count  R(l) W'(l) W(l)  u = pop(), u' = push(Object)" */
static void
print_found (struct current *current, uint32_t q)
{
  const struct model_queries *model = &current->model;
  const struct found *found = &current->found[q];
  const struct query *query = &model->queries.list.at[q];
  static const char *const words[] = { [EXECUTION_NOT_SEEN] = "NOT EXECUTED",
                                       [EXECUTION_SEEN] = "EXECUTED",
                                       [EXECUTION_HARMFUL] = "HARMFUL" };
  struct arena *arena = &model->subject->arena;
  FILE *file = current->confirm->destination.stream;
  struct terminal terminal = terminal_of (file);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  assert (found->finding);
  assert (found->confirmation.seen.grade <= EXECUTION_HARMFUL);
  fprintf (memory, "%s  ", words[found->confirmation.seen.grade]);
  query_show_question (memory, model, query);
  if (query->automaton->parameters.count > 0)
    fputs ("  ", memory);
  query_show_fields (memory, model, query);
  if (query->kind == QUERY_PATTERN)
    {
      fputs ("  ", memory);
      pa_print_pattern (query->automaton, memory);
    }
  fputs ("  ", memory);
  finding_print_methods (found->finding, memory);
  wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
  confirming_print (&found->confirmation.seen, &terminal, arena, file);
}

/* Harmful ones first. */
static void
show (struct current *current)
{
  struct confirm *confirm = current->confirm;
  uint32_t count = current->model.queries.list.count;
  FILE *file = confirm->destination.stream;
  for (uint32_t q = 0; q < count && confirm->format == FORMAT_JSONL; q++)
    if (current->found[q].record)
      current->status = status_worse (current->status,
                                      json_print_line (file, current->found[q].record));
  for (int grade = EXECUTION_HARMFUL; grade >= 0 && confirm->format == FORMAT_TEXT;
       grade--)
    for (uint32_t q = 0; q < count; q++)
      if (current->found[q].finding
          && (int) current->found[q].confirmation.seen.grade == grade)
        print_found (current, q);
}

static enum status
confirm_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  struct confirm *confirm = context;
  struct current current = { .confirm = confirm };
  if (!fine || interrupt_signal ())
    return STATUS_FINE;
  if (!subject->provenance)
    {
      command_error (ir_subject_title (subject),
                     "only findings of compiled Java and of C can be driven");
      return STATUS_BAD_INPUT;
    }
  if (!model_queries_init (&current.model, &confirm->options, subject, name))
    return STATUS_BAD_INPUT;
  uint32_t count = current.model.queries.list.count;
  if (count == 0 && confirm->options.fits)
    return STATUS_FINE; /* it is not asked */
  current.found
    = arena_calloc (&subject->arena, count + (size_t) 1, sizeof *current.found);
  causes_init (&current.causes, current.model.discipline, &subject->arena);
  uint32_t before = confirm->violations;
  decide_queries (&current);
  if (confirm->format == FORMAT_TEXT && confirm->violations > before)
    fprintf (confirm->destination.stream, "%s: %u violation%s\n",
             ir_subject_title (subject), (unsigned) (confirm->violations - before),
             confirm->violations - before == 1 ? "" : "s");
  drive_all (&current);
  progress_clear (&confirm->progress);
  show (&current);
  return current.status;
}

/* ---- The command. ---- */

static const struct argp_child children[] = { { &query_argp, 0, NULL, 0 },
                                              { &input_argp, 0, NULL, 0 },
                                              { &confirming_argp, 0, NULL, 0 },
                                              { 0 } };

static const struct argp argp = {
  options,
  parse_option,
  "PATH...",
  "Drive the violations of compiled Java on a real JVM, those of C on the program "
  "itself, compiled with the recorder (record).  Both are EXECUTED: of classes, "
  "objects are made, and two threads, held and released by a debugger, call their "
  "methods along the interleaving of each finding.  A finding is `harmful' if no "
  "serial order of the calls has the same results and leaves the same state; "
  "`executed' if it happened, and one has; `not executed' otherwise, with the reason, "
  "which proves nothing.\v"
  "Exit status: 0 no violation; 10 violation, whatever its grade; 5 unknown; 2 bad "
  "usage or bad input; 4 output could not be written; 6 internal error; 130 or 143 "
  "interrupted.",
  children,
  NULL,
  NULL
};

static enum status
confirm_all (struct confirm *confirm)
{
  assert (confirm->confirming.models);
  query_arguments_narrow (&confirm->options, &confirm->models.options);
  reading_find (&confirm->models);
  if (!destination_open (&confirm->destination, confirm->path))
    return destination_close (&confirm->destination);
  progress_start (&confirm->progress, PROGRESS_AUTO, confirm->quiet);
  struct reading reading = { INPUT_SYSTEM, confirm->quiet, confirm_model, confirm };
  struct word_fits fits;
  size_t count = confirm->models.inputs.count;
  bool some = count > 1 && (confirm->options.fields || confirm->options.processes);
  word_fits_init (&fits, &confirm->options.quota);
  confirm->options.fits = some ? &fits : NULL;
  enum status status = reading_each (&confirm->models, &reading);
  if (some && !interrupt_signal () && !word_fits_end (&fits, count, stderr))
    status = status_worse (status, STATUS_BAD_INPUT);
  word_fits_clear (&fits);
  FILE *file = confirm->destination.stream;
  if (confirm->confirming.problem)
    fprintf (stderr, "phaselock confirm: %s\n", confirm->confirming.problem);
  if (confirm->format == FORMAT_TEXT && !confirm->quiet)
    {
      fprintf (file, "%u violation%s: ", (unsigned) confirm->violations,
               confirm->violations == 1 ? "" : "s");
      confirming_print_counts (&confirm->confirming, file);
      fputc ('\n', file);
    }
  status = status_worse (status, confirm->confirming.status);
  if (confirm->violations > 0)
    status = status_worse (status, STATUS_FOUND);
  if (confirm->unknown > 0)
    status = status_worse (status, STATUS_UNDECIDED);
  return status_worse (status, destination_close (&confirm->destination));
}

static enum status
run (int argc, char **argv)
{
  struct confirm confirm = { .quiet = false };
  enum status status = STATUS_BAD_INPUT;
  confirming_init (&confirm.confirming);
  if (query_arguments_parse (&argp, argc, argv, &confirm, &confirm.options))
    {
      confirm.models.quiet = confirm.quiet;
      confirm.models.options.interrupted = confirm.options.decide.interrupted;
      confirm.confirming.interrupted = confirm.options.decide.interrupted;
      confirm.confirming.models = &confirm.models;
      confirm.models.options.java.kept |= CONFIRMING_KEEPS;
      status = confirm_all (&confirm);
    }
  confirming_clear (&confirm.confirming);
  query_options_clear (&confirm.options);
  reading_forget (&confirm.models);
  return interrupt_status (status);
}

const struct command command_confirm
  = { "confirm", "drive findings of Java on a JVM, of C on the program", &argp, run };
