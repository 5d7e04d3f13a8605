/* cmd_check.c -- phaselock check: decide the queries of models. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/scribe.h"
#include "batch/spread.h"
#include "cli/certificate_output.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/query_arguments.h"
#include "cli/reading.h"
#include "explain/explain.h"
#include "io/destination.h"
#include "io/inputs.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "io/progress.h"
#include "io/wrap.h"
#include "report/report.h"
#include "results/query_record.h"
#include "results/sarif.h"
#include "witness/judge.h"

enum format
{
  FORMAT_TEXT,
  FORMAT_JSONL,
  FORMAT_SARIF,
};

struct check
{
  struct inputs inputs;
  enum status status;
  struct query_options asked;
  enum format format;
  bool quiet, stats, witness, first;
  unsigned jobs;
  const char *path;        /* -o */
  struct destination destination;
  struct sarif sarif;
  enum progress_mode progress_mode;
  struct progress progress;
  struct certificate_output proving;
  const char *report_path; /* --report */
  struct report *report;   /* or null */
  bool stop;               /* --first found something, or a signal came */
  uint32_t models;
  struct check_totals totals;
};

enum
{
  KEY_CERTIFICATE = QUERY_KEYS_END,
  KEY_FIRST,
  KEY_FORMAT,
  KEY_PROGRESS,
  KEY_STATS,
  KEY_WITNESS,
  KEY_REPORT,
};

static const struct argp_option options[]
  = { { "certificate", KEY_CERTIFICATE, "FILE", 0,
        "save why the safe queries are safe, for 'phaselock certify'; one model only", 1 },
      { "first", KEY_FIRST, NULL, 0, "stop at the first violation", 1 },
      { "format", KEY_FORMAT, "text|jsonl|sarif", 0, "how to report (default text)", 1 },
      { "output", 'o', "FILE", 0, "write to FILE, when all is done", 1 },
      { "jobs", 'j', "N", 0, "workers (default 1; 0: one for each core)", 1 },
      { "quiet", 'q', NULL, 0, "no table and no progress, only the findings", 1 },
      { "progress", KEY_PROGRESS, "auto|always|never", 0,
        "show where the work is (default auto: when it takes more than a second)", 1 },
      { "stats", KEY_STATS, NULL, 0, "say what it took", 1 },
      { "report", KEY_REPORT, "FILE.html", 0,
        "also write a page that shows the results, with the interleavings", 1 },
      { "witness", KEY_WITNESS, NULL, 0, "put the interleaving into each JSON record", 1 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct check *check = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &check->asked;
      return 0;
    case KEY_CERTIFICATE:
      check->proving.path = argument;
      return 0;
    case KEY_FIRST:
      check->first = true;
      return 0;
    case KEY_FORMAT:
      if (strcmp (argument, "text") == 0)
        check->format = FORMAT_TEXT;
      else if (strcmp (argument, "jsonl") == 0)
        check->format = FORMAT_JSONL;
      else if (strcmp (argument, "sarif") == 0)
        check->format = FORMAT_SARIF;
      else
        argp_error (state, "unknown format '%s'; there are text, jsonl and sarif",
                    argument);
      return 0;
    case 'o':
      check->path = argument;
      return 0;
    case 'q':
      check->quiet = true;
      return 0;
    case 'j':
      check->jobs = command_parse_jobs (state, argument);
      return 0;
    case KEY_PROGRESS:
      if (!progress_parse (argument, &check->progress_mode))
        argp_error (state, "'%s' is none of auto, always and never", argument);
      return 0;
    case KEY_STATS:
      check->stats = true;
      return 0;
    case KEY_REPORT:
      check->report_path = argument;
      return 0;
    case KEY_WITNESS:
      check->witness = true;
      return 0;
    case ARGP_KEY_ARG:
      check->status = status_worse (check->status, inputs_add (&check->inputs, argument));
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "no model given");
      return 0;
    case ARGP_KEY_END:
      if (check->report_path && strcmp (check->report_path, "-") == 0
          && (!check->path || strcmp (check->path, "-") == 0))
        argp_error (state, "--report -: standard output has the findings; give these a "
                           "file with -o, or the page a name");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- One model. ---- */

/* Decisions of changed models for all violations of a model that text shows. */
#define TEXT_REPAIRS 48

/* The current model. */
struct looking
{
  struct check *check;
  struct model_queries asked;
  struct verdict *verdicts;
  struct groups groups;
  struct check_model model;
  bool told;     /* violations are shown to a person, when all are known */
  bool written;  /* each is written into a record, a page or a log, at once */
  bool repaired; /* and its repair was sought by a worker */
  enum status status;
};

static enum status
print_record (const struct check *check, const struct model_queries *model, uint32_t q,
              const struct verdict *verdict, const struct finding *finding)
{
  struct record_options what = { .stats = check->stats,
                                 .finding = check->witness ? finding : NULL };
  json_t *record = record_start (model, q);
  record_add_verdict (record, model, q, verdict, &what);
  return json_print_line (check->destination.stream, record);
}

/* The same for the page, which always has the interleaving. */
static enum status
report_record (const struct check *check, const struct model_queries *model, uint32_t q,
               const struct verdict *verdict, const struct finding *finding)
{
  struct record_options what = { .finding = finding };
  json_t *record = record_start (model, q);
  record_add_verdict (record, model, q, verdict, &what);
  enum status status
    = report_add_json (check->report, record, model->eml->source.path);
  json_decref (record);
  return status;
}

static void
count_verdict (struct check *check, enum verdict_kind kind)
{
  check->totals.violations += kind == VERDICT_VIOLATION;
  check->totals.unknown += kind == VERDICT_UNKNOWN;
  check->totals.safe += kind == VERDICT_SAFE;
  check->stop |= kind == VERDICT_VIOLATION && check->first;
  check->stop |= interrupt_signal () != 0;
}

/* The violation of query Q: kept for the text, if it is the first of its group, and
   explained, if it is written at once; else null.  What is not kept is *FINDING, and
   its explanation in ARENA. */
static const struct finding *
note_finding (struct looking *looking, uint32_t q, const struct verdict *verdict,
              const struct repair *repair, struct finding *finding, struct arena *arena)
{
  struct model_queries *asked = &looking->asked;
  *finding = finding_of (asked->eml, &asked->queries.list.at[q], verdict);
  struct finding *kept = looking->told ? groups_add (&looking->groups, q, finding) : NULL;
  if (!looking->written)
    return NULL;
  struct finding *written = kept ? kept : finding;
  uint32_t none = 0;
  written->repair = repair;
  finding_explain (written, &asked->decide, looking->repaired ? &none : NULL,
                   kept ? &asked->eml->arena : arena);
  return written;
}

/* What text shows is explained when all violations are known. */
static void
explain_groups (struct looking *looking)
{
  struct model_queries *asked = &looking->asked;
  uint32_t budget = interrupt_signal () ? 0 : TEXT_REPAIRS;
  for (uint32_t g = 0; g < looking->groups.list.count; g++)
    finding_explain (&looking->groups.list.at[g].first, &asked->decide, &budget,
                     &asked->eml->arena);
}

static enum status
write_verdict (struct looking *looking, uint32_t q, const struct verdict *verdict,
               const struct finding *finding)
{
  struct check *check = looking->check;
  const struct model_queries *asked = &looking->asked;
  enum status status = STATUS_FINE;
  if (check->report)
    status = report_record (check, asked, q, verdict, finding);
  if (check->format == FORMAT_JSONL)
    status = status_worse (status, print_record (check, asked, q, verdict, finding));
  if (check->format == FORMAT_SARIF)
    sarif_add (&check->sarif, asked, q, verdict, finding);
  return status;
}

/* The verdict of query Q, with its witness; REPAIR: what a worker found, or null. */
static void
note_verdict (struct looking *looking, uint32_t q, const struct verdict *verdict,
              const struct repair *repair)
{
  struct check *check = looking->check;
  const struct model_queries *asked = &looking->asked;
  const struct query *query = &asked->queries.list.at[q];
  enum status status = STATUS_FINE;
  looking->verdicts[q] = *verdict;
  looking->model.decided = q + 1;
  count_verdict (check, verdict->kind);
  if (check->format != FORMAT_TEXT || verdict->bug || check->proving.path)
    progress_clear (&check->progress);
  if (verdict->kind == VERDICT_SAFE && check->proving.path)
    certificate_output_add (&check->proving, asked, q);
  if (verdict->bug)
    {
      query_report_bug (asked, query, verdict->bug, stderr);
      status = STATUS_INTERNAL;
    }
  struct finding finding;
  struct arena arena;
  arena_init (&arena, asked->eml->arena.quota);
  const struct finding *written
    = verdict->kind == VERDICT_VIOLATION
        ? note_finding (looking, q, verdict, repair, &finding, &arena) : NULL;
  status = status_worse (status, write_verdict (looking, q, verdict, written));
  arena_clear (&arena);
  looking->status = status_worse (looking->status, status);
}

/* One query after the other. */
static void
judge_here (struct looking *looking)
{
  struct check *check = looking->check;
  const struct model_queries *asked = &looking->asked;
  uint32_t count = asked->queries.list.count;
  struct judge judge;
  judge_init (&judge, asked->eml, &asked->decide);
  for (uint32_t q = 0; q < count && !check->stop; q++)
    {
      char now[160];
      query_describe (asked, q, now, sizeof now);
      progress_show (&check->progress, q, count, check->totals.violations, now);
      struct verdict verdict = judge_query (&judge, &asked->queries.list.at[q]);
      note_verdict (looking, q, &verdict, NULL);
    }
  judge_clear (&judge);
}

/* ---- With workers. ---- */

static void
take (void *context, uint32_t q, const struct verdict *verdict,
      const struct repair *repair)
{
  struct looking *looking = context;
  if (!looking->check->stop)
    note_verdict (looking, q, verdict, repair);
}

static bool
take_a_break (void *context, uint32_t done, const char *slowest)
{
  struct looking *looking = context;
  struct check *check = looking->check;
  progress_show (&check->progress, done, looking->asked.queries.list.count,
                 check->totals.violations, slowest ? slowest : "waiting");
  check->stop |= interrupt_signal () != 0;
  return !check->stop;
}

static void
judge_elsewhere (struct looking *looking)
{
  struct check *check = looking->check;
  struct spread spread
    = { .model = &looking->asked, .jobs = check->jobs, .first = check->first,
        .repair = looking->written, .context = looking, .take = take,
        .pause = take_a_break };
  looking->repaired = true;
  if (spread_queries (&spread) != POOL_NO_WORKERS)
    return;
  fprintf (stderr, "phaselock check: no worker can be started: %s\n",
           errno ? strerror (errno) : "they die at once");
  looking->status = status_worse (looking->status, STATUS_INTERNAL);
}

static enum status
check_model (struct eml *eml, const char *name, bool fine, void *context)
{
  struct check *check = context;
  if (!fine && check->format == FORMAT_SARIF)
    sarif_add_bad_model (&check->sarif, eml);
  if (!fine || check->stop)
    return STATUS_FINE;
  struct looking looking = { .check = check };
  if (!model_queries_init (&looking.asked, &check->asked, eml, name))
    return STATUS_BAD_INPUT;
  uint32_t count = looking.asked.queries.list.count;
  looking.verdicts
    = arena_calloc (&eml->arena, count + (size_t) 1, sizeof *looking.verdicts);
  looking.told = check->format == FORMAT_TEXT && !check->quiet;
  looking.written = check->report || check->format == FORMAT_SARIF
                    || (check->format == FORMAT_JSONL && check->witness);
  groups_init (&looking.groups, &eml->arena);
  looking.model
    = (struct check_model){ .asked = &looking.asked, .verdicts = looking.verdicts,
                            .groups = looking.told ? &looking.groups : NULL,
                            .stats = check->stats, .file = check->destination.stream,
                            .terminal = terminal_of (check->destination.stream) };
  check->models++;
  looking.status = certificate_output_begin (&check->proving, &check->asked, &looking.asked);
  if (check->report)
    looking.status = status_worse (
      looking.status, report_search_beside (check->report, eml->source.path));
  /* Any interleaving will do where it is not shown. */
  looking.asked.decide.best_witness = looking.told || looking.written;
  /* What is counted depends on what was decided before, in the same process: so
     there are no workers then. */
  if (check->jobs > 1 && count > 1 && !check->stats)
    judge_elsewhere (&looking);
  else
    judge_here (&looking);
  explain_groups (&looking);
  progress_clear (&check->progress);
  if (check->format == FORMAT_TEXT)
    check_print_text (&looking.model, check->quiet);
  return status_worse (looking.status, certificate_output_end (&check->proving, check->stats));
}

/* ---- The page. ---- */

static enum status
start_report (struct check *check)
{
  if (!check->report_path)
    return STATUS_FINE;
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

static void
print_summary (const struct check *check, struct arena *arena)
{
  FILE *file = check->destination.stream;
  struct terminal terminal = terminal_of (file);
  bool some = check->asked.processes && check->totals.safe > 0;
  struct scribe scribe;
  if (check->models > 1)
    {
      fprintf (scribe_start (&scribe, arena),
               "%u models: %u violation%s, %u unknown, %u safe%s",
               (unsigned) check->models, (unsigned) check->totals.violations,
               check->totals.violations == 1 ? "" : "s",
               (unsigned) check->totals.unknown, (unsigned) check->totals.safe,
               some ? " " CHECK_ONLY_THESE : "");
      wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
    }
  if (check->totals.safe == 0 || !pa_shipped_find (check->asked.automata) || check->quiet)
    return;
  fprintf (scribe_start (&scribe, arena),
           "Safe: no interleaving of two units matches%s.  Cycles through three or more "
           "units are in no set.", some ? ", " CHECK_ONLY_THESE : "");
  wrap_print_line (&terminal, scribe_end (&scribe), arena, file);
}

/* With an arena of its own: the models are gone. */
static void
summarise (const struct check *check)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (!quota_checkpoint (&quota))
    print_summary (check, &arena);
  arena_clear (&arena);
}

/* Decide all queries, and write what was found. */
static enum status
check_models (struct check *check)
{
  enum status status = check->status;
  if (!destination_open (&check->destination, check->path))
    return destination_close (&check->destination);
  status = status_worse (status, start_report (check));
  if (check->format == FORMAT_SARIF)
    sarif_start (&check->sarif, check->destination.stream, &check->asked.pa.set,
                 check->asked.chosen);
  progress_start (&check->progress, check->progress_mode, check->quiet);
  struct reading reading = { READING_SYSTEM, false, check_model, check };
  status = status_worse (status, reading_each (&check->inputs, &reading));
  if (check->totals.violations)
    status = status_worse (status, STATUS_FOUND);
  if (check->totals.unknown)
    status = status_worse (status, STATUS_UNDECIDED);
  if (check->format == FORMAT_TEXT)
    summarise (check);
  status = status_worse (status, finish_report (check));
  if (check->format == FORMAT_SARIF)
    status = status_worse (status, sarif_end (&check->sarif, interrupt_status (status)));
  /* No query could be asked (a mistyped option), and nothing was written: that is
     no result. */
  if (check->models == 0 && check->format != FORMAT_SARIF && status != STATUS_FINE)
    {
      destination_discard (&check->destination);
      return status;
    }
  return status_worse (status, destination_close (&check->destination));
}

static const struct argp_child children[] = { { &query_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp
  = { options, parse_option, "MODEL|DIR...",
      "Decide, for every pattern, field and ordered choice of fields of an atomic "
      "set, whether an execution of the model matches: exactly, with unbounded "
      "recursion and context switches.\v"
      "Exit status: 0 everything was decided and there is no violation; 10 a "
      "violation; 5 no violation found, but something is unknown; 2 bad usage or "
      "bad input; 4 output could not be written; 6 internal error; 130 or 143 "
      "interrupted.",
      children, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct check check = { .status = STATUS_FINE, .jobs = 1 };
  struct complaints complaints = command_complaints ("check");
  query_options_init (&check.asked, &complaints);
  command_parse (&argp, argc, argv, &check);
  check.asked.decide.interrupted = interrupt_watch ();
  enum status status = query_options_prepare (&check.asked) ? STATUS_FINE : STATUS_BAD_INPUT;
  if (check.proving.path && check.inputs.count > 1)
    {
      fputs ("phaselock check: --certificate takes one model\n", stderr);
      status = STATUS_BAD_INPUT;
    }
  if (status == STATUS_FINE)
    status = check_models (&check);
  query_options_clear (&check.asked);
  inputs_clear (&check.inputs);
  return interrupt_status (status);
}

const struct command command_check
  = { "check", "decide the queries of models", &argp, run };
