/* cmd_check.c -- phaselock check: decide the queries of models. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/scribe.h"
#include "batch/spread.h"
#include "cli/certificate_output.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "explain/explain.h"
#include "io/destination.h"
#include "io/file_watch.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "io/progress.h"
#include "io/wrap.h"
#include "report/report.h"
#include "results/baseline.h"
#include "results/query_record.h"
#include "results/sarif.h"
#include "witness/judge.h"

/* The third of --format. */
#define FORMAT_SARIF (FORMAT_JSONL + 1)

struct check
{
  struct models models;
  const char **given;      /* the arguments that name them, borrowed; the array is not */
  size_t given_count;
  struct query_options options;
  unsigned format;
  bool quiet, stats, witness, first, watch;
  bool waiting;            /* --watch: all is decided */
  unsigned jobs;
  const char *path;        /* -o */
  const char *baseline_path;
  struct baseline baseline;
  struct destination destination;
  struct sarif sarif;
  enum progress_mode progress_mode;
  struct progress progress;
  struct certificate_output certificate;
  const char *report_path; /* --report */
  struct report *report;   /* or null */
  bool stop;               /* --first found something, or a signal came */
  uint32_t checked;        /* models of which queries were asked */
  struct check_totals totals;
};

enum
{
  KEY_BASELINE = QUERY_KEYS_END,
  KEY_CERTIFICATE,
  KEY_FIRST,
  KEY_FORMAT,
  KEY_PROGRESS,
  KEY_STATS,
  KEY_WITNESS,
  KEY_REPORT,
  KEY_WATCH,
};

static const struct argp_option options[]
  = { { "baseline", KEY_BASELINE, "FILE", 0,
        "violations that are in this result file are known, and do not count", 1 },
      { "certificate", KEY_CERTIFICATE, "FILE", 0,
        "save why the safe queries are safe, for 'phaselock certify'; for one model", 1 },
      { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 1 },
      { "format", KEY_FORMAT, "text|jsonl|sarif", 0, "how to report (default text)", 1 },
      { "output", 'o', "FILE", 0, "write to FILE, once everything is decided", 1 },
      { "jobs", 'j', "N", 0, "workers (default 1; 0: one for each core)", 1 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 1 },
      { "progress", KEY_PROGRESS, "auto|always|never", 0,
        "show how far the work is (default auto: when it takes more than a second)", 1 },
      { "stats", KEY_STATS, NULL, 0, "say how much work it was", 1 },
      { "report", KEY_REPORT, "FILE.html", 0,
        "also write a page that shows the results, with the interleavings", 1 },
      { "watch", KEY_WATCH, NULL, 0, "decide again when a model is saved, until Ctrl-C",
        1 },
      { "witness", KEY_WITNESS, NULL, 0, "put the interleavings into the JSON records",
        1 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING (KEY_BASELINE, struct check, baseline_path),
      SETTING (KEY_CERTIFICATE, struct check, certificate.path),
      SETTING (KEY_FIRST, struct check, first),
      SETTING (KEY_FORMAT, struct check, format),
      SETTING ('o', struct check, path), SETTING ('q', struct check, quiet),
      SETTING (KEY_PROGRESS, struct check, progress_mode),
      SETTING (KEY_STATS, struct check, stats),
      SETTING (KEY_REPORT, struct check, report_path),
      SETTING (KEY_WATCH, struct check, watch),
      SETTING (KEY_WITNESS, struct check, witness),
      SETTING (ARGP_KEY_ARG, struct check, models), { 0 } };

/* Remember what names models: with --watch they are looked for again and again. */
static void
note_given (struct check *check, const char *argument, struct argp_state *state)
{
  size_t count = check->given_count + 1;
  assert (argument);
  const char **given = realloc (check->given, count * sizeof *given);
  if (!given)
    argp_failure (state, STATUS_BAD_INPUT, errno, "%s", argument);
  check->given = given;
  check->given[count - 1] = argument;
  check->given_count = count;
}

/* What --watch shows is text on standard output, new each time. */
static void
refuse_with_watch (const struct check *check, struct argp_state *state)
{
  assert (check->watch && check->given_count > 0);
  const char *other = check->path ? "-o"
                      : check->format != FORMAT_TEXT ? "--format jsonl and sarif"
                      : check->report_path ? "--report"
                      : check->certificate.path ? "--certificate" : NULL;
  if (other)
    argp_error (state, "--watch shows text, again and again, and writes nothing else: "
                       "use %s in a run without --watch", other);
  for (size_t i = 0; i < check->given_count; i++)
    if (strcmp (check->given[i], "-") == 0)
      argp_error (state, "--watch: standard input cannot be watched; give the model as a "
                         "file");
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct check *check = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &check->options;
      return 0;
    case 'j':
      check->jobs = command_parse_jobs (state, argument);
      return 0;
    case ARGP_KEY_ARG:
      note_given (check, argument, state);
      return command_store (&argp, settings, key, argument, state);
    case ARGP_KEY_END:
      if (check->watch && check->given_count > 0)
        refuse_with_watch (check, state);
      if (check->report_path && strcmp (check->report_path, "-") == 0
          && (!check->path || strcmp (check->path, "-") == 0))
        argp_error (state, "--report -: standard output has the findings; give these a "
                           "file with -o, or the page a name");
      return 0;
    default:
      return command_store (&argp, settings, key, argument, state);
    }
}

/* ---- One model. ---- */

/* Decisions of changed models for all violations of a model that text shows. */
#define TEXT_REPAIRS 48

/* The current model. */
struct current
{
  struct check *check;
  struct model_queries model;
  struct verdict *verdicts;
  bool *known; /* by query */
  struct groups groups;
  struct check_model text;
  bool told;     /* violations are shown to a person, when all are known */
  bool written;  /* each is written into a record, a page or a log, at once */
  bool repaired; /* and its repair was sought by a worker */
  enum status status;
};

static json_t *
make_record (const struct current *current, uint32_t q, const struct verdict *verdict,
             struct record_options what)
{
  assert (q < current->text.decided);
  what.known = current->known[q];
  json_t *record = record_start (&current->model, q);
  record_add_verdict (record, &current->model, q, verdict, &what);
  return record;
}

/* The violation of query Q: kept for the text, if it is new and the first of its group,
   and explained, if it is written at once; otherwise null.  What is not kept is *FINDING,
   and its explanation in ARENA. */
static const struct finding *
note_finding (struct current *current, uint32_t q, const struct verdict *verdict,
              const struct repair *repair, struct finding *finding, struct arena *arena)
{
  struct model_queries *model = &current->model;
  assert (verdict->kind == VERDICT_VIOLATION && verdict->witness);
  *finding = finding_of (model->eml, &model->queries.list.at[q], verdict);
  bool shown = current->told && !current->known[q];
  struct finding *kept = shown ? groups_add (&current->groups, q, finding) : NULL;
  if (!current->written)
    return NULL;
  struct finding *written = kept ? kept : finding;
  uint32_t none = 0;
  written->repair = repair;
  finding_explain (written, &model->decide, current->repaired ? &none : NULL,
                   kept ? &model->eml->arena : arena);
  return written;
}

/* What text shows is explained when all violations are known.  A repair is to go
   together with those that are shown before it. */
static void
explain_groups (struct current *current)
{
  struct model_queries *model = &current->model;
  struct arena *arena = &model->eml->arena;
  struct repairs *shown = arena_calloc (arena, 1, sizeof *shown);
  uint32_t budget = interrupt_signal () ? 0 : TEXT_REPAIRS;
  assert (current->told || current->groups.list.count == 0);
  for (uint32_t g = 0; g < current->groups.list.count; g++)
    {
      struct finding *finding = &current->groups.list.at[g].first;
      finding->earlier = shown;
      finding_explain (finding, &model->decide, &budget, arena);
      if (finding->repair)
        *vec_push (arena, &shown->list) = finding->repair;
    }
}

/* Into the page, which always has the interleaving, and in the format of --format, unless
   that is text. */
static enum status
write_verdict (struct current *current, uint32_t q, const struct verdict *verdict,
               const struct finding *finding)
{
  struct check *check = current->check;
  enum status status = STATUS_FINE;
  if (check->report)
    {
      struct record_options what = { .finding = finding };
      json_t *record = make_record (current, q, verdict, what);
      status = report_add_json (check->report, record, current->model.eml->source.path);
      json_decref (record);
    }
  if (check->format == FORMAT_JSONL)
    {
      struct record_options what
        = { .stats = check->stats, .finding = check->witness ? finding : NULL };
      json_t *record = make_record (current, q, verdict, what);
      status = status_worse (status, json_print_line (check->destination.stream, record));
    }
  if (check->format == FORMAT_SARIF)
    sarif_add (&check->sarif, &current->model, q, verdict, finding, current->known[q]);
  return status;
}

/* The verdict of query Q, with its witness; REPAIR: what a worker found, or null. */
static void
note_verdict (struct current *current, uint32_t q, const struct verdict *verdict,
              const struct repair *repair)
{
  struct check *check = current->check;
  const struct model_queries *model = &current->model;
  const struct query *query = &model->queries.list.at[q];
  enum status status = STATUS_FINE;
  assert (q == current->text.decided && q < model->queries.list.count);
  assert (!verdict->bug || verdict->kind == VERDICT_UNKNOWN);
  current->verdicts[q] = *verdict;
  bool known = check->baseline_path
               && baseline_knows (&check->baseline, model, q, verdict);
  current->known[q] = known;
  current->text.totals.known += known;
  check->totals.known += known;
  current->text.decided = q + 1;
  current->text.totals.count[verdict->kind]++;
  check->totals.count[verdict->kind]++;
  check->stop |= verdict->kind == VERDICT_VIOLATION && !known && check->first;
  check->stop |= interrupt_signal () != 0;
  check->stop |= ferror (check->destination.stream) != 0;
  if (check->format != FORMAT_TEXT || verdict->bug || check->certificate.path)
    progress_clear (&check->progress);
  if (verdict->kind == VERDICT_SAFE)
    certificate_output_add (&check->certificate, model, q);
  if (verdict->bug)
    {
      query_report_bug (model, query, verdict->bug, stderr);
      status = STATUS_INTERNAL;
    }
  struct finding finding;
  struct arena arena;
  arena_init (&arena, model->eml->arena.quota);
  const struct finding *written
    = verdict->kind == VERDICT_VIOLATION
        ? note_finding (current, q, verdict, repair, &finding, &arena) : NULL;
  status = status_worse (status, write_verdict (current, q, verdict, written));
  arena_clear (&arena);
  current->status = status_worse (current->status, status);
}

/* Decide one query after the other, in this process. */
static void
judge_here (struct current *current)
{
  struct check *check = current->check;
  const struct model_queries *model = &current->model;
  uint32_t count = model->queries.list.count;
  struct judge judge;
  judge_init (&judge, model->eml, &model->decide);
  for (uint32_t q = 0; q < count && !check->stop; q++)
    {
      assert (current->text.decided == q);
      char now[160];
      query_describe (model, q, now, sizeof now);
      progress_show (&check->progress, q, count, check->totals.count[VERDICT_VIOLATION],
                     now);
      struct verdict verdict = judge_query (&judge, &model->queries.list.at[q]);
      note_verdict (current, q, &verdict, NULL);
    }
  judge_clear (&judge);
}

/* ---- With workers. ---- */

/* A worker has decided query Q; they come in the order of the queries. */
static void
take (void *context, uint32_t q, const struct verdict *verdict,
      const struct repair *repair)
{
  struct current *current = context;
  if (!current->check->stop)
    note_verdict (current, q, verdict, repair);
}

static bool
take_a_break (void *context, uint32_t done, const char *slowest)
{
  struct current *current = context;
  struct check *check = current->check;
  assert (done <= current->model.queries.list.count);
  progress_show (&check->progress, done, current->model.queries.list.count,
                 check->totals.count[VERDICT_VIOLATION], slowest ? slowest : "waiting");
  check->stop |= interrupt_signal () != 0;
  return !check->stop;
}

static void
judge_elsewhere (struct current *current)
{
  struct check *check = current->check;
  assert (check->jobs > 1 && !check->stats);
  struct spread spread
    = { .model = &current->model, .jobs = check->jobs, .first = check->first,
        .repair = current->written, .context = current, .take = take,
        .pause = take_a_break };
  current->repaired = true;
  if (spread_queries (&spread) != POOL_NO_WORKERS)
    return;
  fprintf (stderr, "phaselock check: no worker can be started: %s\n",
           errno ? strerror (errno) : "they die at once");
  current->status = status_worse (current->status, STATUS_INTERNAL);
}

static enum status
check_model (struct eml *eml, const char *name, bool fine, void *context)
{
  struct check *check = context;
  if (!fine && check->quiet)
    diags_render (&eml->diags, stderr, terminal_of (stderr).colours);
  if (!fine && check->format == FORMAT_SARIF)
    sarif_add_bad_model (&check->sarif, eml);
  if (!fine || check->stop)
    return STATUS_FINE;
  assert (check->format <= FORMAT_SARIF);
  struct current current = { .check = check };
  if (!model_queries_init (&current.model, &check->options, eml, name))
    return STATUS_BAD_INPUT;
  uint32_t count = current.model.queries.list.count;
  current.verdicts
    = arena_calloc (&eml->arena, count + (size_t) 1, sizeof *current.verdicts);
  current.known = arena_calloc (&eml->arena, count + (size_t) 1, sizeof (bool));
  current.told = check->format == FORMAT_TEXT && !check->quiet;
  current.written = check->report || check->format == FORMAT_SARIF
                    || (check->format == FORMAT_JSONL && check->witness);
  groups_init (&current.groups, &eml->arena);
  current.text
    = (struct check_model){ .model = &current.model, .verdicts = current.verdicts,
                            .known = current.known,
                            .groups = current.told ? &current.groups : NULL,
                            .stats = check->stats,
                            .shipped = pa_shipped_find (check->options.automata) != NULL,
                            .file = check->destination.stream,
                            .terminal = terminal_of (check->destination.stream) };
  check->checked++;
  LOG (1, "%s: %u queries, %s", name, (unsigned) count,
       check->jobs > 1 && !check->stats ? "by workers" : "one by one");
  current.status
    = certificate_output_begin (&check->certificate, &check->options, &current.model);
  if (check->report)
    current.status = status_worse (
      current.status, report_search_beside (check->report, eml->source.path));
  /* Any interleaving will do where nobody looks at it, nor at its fingerprint. */
  current.model.decide.best_witness = check->baseline_path || current.told
                                      || current.written;
  /* What is counted depends on what was decided before, in the same process: so
     there are no workers then. */
  if (check->jobs > 1 && count > 1 && !check->stats)
    judge_elsewhere (&current);
  else
    judge_here (&current);
  explain_groups (&current);
  progress_clear (&check->progress);
  if (check->format == FORMAT_TEXT)
    check_print_text (&current.text, check->quiet);
  assert (check->stop || current.text.decided == count || current.status != STATUS_FINE);
  return status_worse (current.status,
                       certificate_output_end (&check->certificate, check->stats));
}

/* ---- The page. ---- */

static enum status
start_report (struct check *check)
{
  if (!check->report_path)
    return STATUS_FINE;
  assert (!check->report);
  check->report = report_new ();
  if (check->report)
    return report_search (check->report, ".", false);
  fputs ("phaselock check: not enough memory for the report\n", stderr);
  return STATUS_BAD_INPUT;
}

static enum status
finish_report (struct check *check)
{
  if (!check->report)
    return STATUS_FINE;
  enum status status = report_write (check->report, check->report_path);
  report_free (check->report);
  return status;
}

/* ---- The command. ---- */

/* A failing run ends with its counts.  What "safe" means is said once, where EVERYTHING
   is. */
static void
print_summary (const struct check *check, bool everything, struct arena *arena)
{
  FILE *file = check->destination.stream;
  struct terminal terminal = terminal_of (file);
  const uint32_t *counts = check->totals.count;
  assert (check->checked > 0 || counts[VERDICT_SAFE] == 0);
  assert (!everything || counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN] == 0);
  bool some = check->options.processes && counts[VERDICT_SAFE] > 0;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  if (check->checked > 1)
    {
      fprintf (memory, "%u models: %u violation%s", (unsigned) check->checked,
               (unsigned) counts[VERDICT_VIOLATION],
               counts[VERDICT_VIOLATION] == 1 ? "" : "s");
      check_print_known (&check->totals, memory);
      fprintf (memory, ", %u unknown, %u safe%s", (unsigned) counts[VERDICT_UNKNOWN],
               (unsigned) counts[VERDICT_SAFE], some ? " " CHECK_ONLY_THESE : "");
    }
  else if (counts[VERDICT_VIOLATION] + counts[VERDICT_UNKNOWN] > 0)
    check_print_counts (&check->totals, ":", some, memory);
  const char *text = scribe_end (&scribe);
  if (*text)
    wrap_print_line (&terminal, text, arena, file);
  if (!everything || counts[VERDICT_SAFE] == 0
      || !pa_shipped_find (check->options.automata))
    return;
  fprintf (scribe_start (&scribe, arena),
           "Safe: no interleaving of two units matches%s.  Cycles through three or more "
           "units are in no set.", some ? ", " CHECK_ONLY_THESE : "");
  wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
}

/* With an arena of its own: the models are gone. */
static void
summarise (const struct check *check, bool everything)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (!quota_checkpoint (&quota))
    print_summary (check, everything, &arena);
  arena_clear (&arena);
}

/* SARIF has the texts of the automata; without them it is complete otherwise. */
static enum status
read_texts (struct check *check)
{
  if (quota_checkpoint (&check->options.quota))
    {
      fputs ("phaselock check: not enough memory for the texts of the automata\n", stderr);
      return STATUS_BAD_INPUT;
    }
  pa_need_texts (&check->options.pa);
  return STATUS_FINE;
}

/* Decide all queries, and write what was found. */
static enum status
check_models (struct check *check)
{
  assert (!check->certificate.path || check->models.inputs.count <= 1);
  if (check->baseline_path)
    {
      enum status read = status_worse (
        inputs_tell_apart (&check->models.inputs),
        baseline_read (&check->baseline, check->baseline_path, &check->models.inputs));
      if (read != STATUS_FINE)
        return read;
    }
  if (!destination_open (&check->destination, check->path))
    return destination_close (&check->destination);
  enum status status = start_report (check);
  if (check->format == FORMAT_SARIF)
    {
      status = status_worse (status, read_texts (check));
      sarif_start (&check->sarif, check->destination.stream, &check->options.pa.set,
                   &check->options.chosen);
    }
  check->sarif.baseline = check->baseline_path != NULL;
  progress_start (&check->progress, check->progress_mode, check->quiet);
  struct reading reading = { READING_SYSTEM, check->quiet, check_model, check };
  status = status_worse (status, reading_models (&check->models, &reading));
  if (check->totals.count[VERDICT_VIOLATION] > check->totals.known)
    status = status_worse (status, STATUS_FOUND);
  if (check->totals.count[VERDICT_UNKNOWN])
    status = status_worse (status, STATUS_UNDECIDED);
  if (check->format == FORMAT_TEXT && !check->quiet)
    summarise (check, status == STATUS_FINE && check->totals.known == 0
                        && !interrupt_signal ());
  status = status_worse (status, finish_report (check));
  if (check->format == FORMAT_SARIF)
    status = status_worse (status, sarif_end (&check->sarif, interrupt_status (status)));
  /* No query could be asked (a mistyped option), and nothing was written: that is
     no result. */
  if (check->checked == 0 && check->format != FORMAT_SARIF && status != STATUS_FINE)
    {
      destination_discard (&check->destination);
      return status;
    }
  return status_worse (status, destination_close (&check->destination));
}

/* ---- Again and again. ---- */

/* Find the models that there are now.  They are watched before they are read. */
static bool
start_round (struct check *check, struct file_watch *watch)
{
  assert (check->watch && check->given_count > 0);
  file_watch_start (watch);
  for (size_t i = 0; i < check->given_count; i++)
    if (!file_watch_add (watch, check->given[i]))
      return false;
  inputs_clear (&check->models.inputs);
  check->models.status = STATUS_FINE;
  for (size_t i = 0; i < check->given_count; i++)
    check->models.status
      = status_worse (check->models.status,
                      inputs_add (&check->models.inputs, check->given[i]));
  check->stop = false;
  check->checked = 0;
  check->totals = (struct check_totals){ .known = 0 };
  return true;
}

/* "18:12:03  waiting for changes; Ctrl-C ends". */
static bool
end_round (const struct check *check)
{
  char text[32] = "";
  time_t now = time (NULL);
  struct tm local;
  assert (check->destination.stream == stdout || check->checked == 0);
  if (localtime_r (&now, &local))
    strftime (text, sizeof text, "%H:%M:%S  ", &local);
  if (!check->quiet)
    printf ("%swaiting for changes; Ctrl-C ends\n", text);
  return fflush (stdout) == 0;
}

/* Until a signal comes, or nobody reads what is found. */
static enum status
check_again_and_again (struct check *check)
{
  struct file_watch watch;
  assert (check->format == FORMAT_TEXT && !check->path);
  /* A file may vanish later; one that was never there is a mistyped name. */
  for (size_t i = 0; i < check->given_count; i++)
    if (access (check->given[i], F_OK) != 0)
      {
        command_error (check->given[i], strerror (errno));
        check->models.status = STATUS_BAD_INPUT;
      }
  if (check->models.status != STATUS_FINE)
    return check->models.status;
  enum status status = STATUS_BAD_INPUT;
  bool going = file_watch_open (&watch);
  while (going && start_round (check, &watch))
    {
      status = check_models (check);
      baseline_clear (&check->baseline);
      check->waiting = interrupt_signal () == 0;
      going = check->waiting && end_round (check) && file_watch_wait (&watch);
      check->waiting &= !going;
      if (going && isatty (STDOUT_FILENO))
        fputs ("\033[H\033[2J", stdout);
    }
  file_watch_close (&watch);
  return going ? STATUS_BAD_INPUT : status;
}

/* What was written looks complete, and is not. */
static void
tell_interruption (const struct check *check)
{
  const uint32_t *counts = check->totals.count;
  uint32_t decided = counts[VERDICT_SAFE] + counts[VERDICT_VIOLATION];
  assert (interrupt_signal () && (check->checked > 0 || decided == 0));
  fprintf (stderr, "phaselock check: interrupted after %u quer%s; the others were not "
           "decided\n", (unsigned) decided, decided == 1 ? "y" : "ies");
}

static const struct argp argp
  = { options, parse_option, "MODEL|DIR...",
      "Decide, for every pattern, field and ordered choice of fields of an atomic "
      "set, whether an execution of the model matches: exactly, with unbounded "
      "recursion and context switches.  \"Safe\" covers two units at a time, and every "
      "pair of them; cycles through three or more units are not looked at.\v"
      "Exit status: 0 everything was decided and there is no violation; 10 a "
      "violation that --baseline does not know; 5 no violation found, but something is "
      "unknown; 2 bad usage or bad input; 4 output could not be written; 6 internal "
      "error; 130 or 143 interrupted.",
      query_children, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct check check = { .jobs = 1 };
  enum status status = STATUS_BAD_INPUT;
  bool prepared = query_arguments_parse (&argp, argc, argv, &check, &check.options);
  if (check.certificate.path && check.models.inputs.count > 1)
    fputs ("phaselock check: --certificate takes one model\n", stderr);
  else if (prepared)
    status = check.watch ? check_again_and_again (&check) : check_models (&check);
  query_options_clear (&check.options);
  inputs_clear (&check.models.inputs);
  baseline_clear (&check.baseline);
  free (check.given);
  if (interrupt_signal () && !check.waiting)
    tell_interruption (&check);
  return interrupt_status (status);
}

const struct command command_check
  = { "check", "decide the queries of models", &argp, run };
